import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type Credit, readCredits } from './attribution.ts';
import type { Candidate, CheckContext } from './check.ts';
import { readSentences } from './polarity.ts';

const yes = /^(?:agree|approve|accept|has agreed|stimmt|bestätig|acept|acepta|approuve|aceit)/u;
const no = /^(?:disagree|disapprove|reject|refuse|decline|object|lehn|rechaz)/u;
const confirms = /^\s*(?:confirm|bestätig|confirmado)/iu;

/**
 * Who is said to agree and plainly says no, or is said to disagree and says yes to it; null where there is none.
 */
export function findTurned(claim: Candidate, prose: string, context: CheckContext): Credit | null {
  const cited = claim.citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
  const isTurned = ({ name, verb }: Credit) => {
    const ids = context.toAuthorIds(name);
    const own = cited.filter(({ author }) => ids.has(author.id));
    if (own.length === 0) return false;
    if (yes.test(verb)) return own.every(message => declines(message, context));
    return no.test(verb) && own.every(message => approves(message, context));
  };
  return readCredits(prose, context).find(isTurned) ?? null;
}

function declines({ text }: EvidenceMessage, { cues }: CheckContext): boolean {
  const reading = cues.read(text);
  return reading.has('declines') && !reading.has('approves');
}

function approves({ text, position }: EvidenceMessage, context: CheckContext): boolean {
  const reading = context.cues.read(text);
  if (!reading.has('approves') || reading.has('declines') || text.includes('?')) return false;
  return !readSentences([position], context).some(({ denies, opposes }) => denies || opposes);
}

/** Whether an answer that somebody is credited with is another's: they say neither yes nor no, and who else is cited does. */
export function isAnotherAnswer(
  { verb }: Credit,
  own: readonly EvidenceMessage[],
  others: readonly EvidenceMessage[],
  { cues }: CheckContext,
): boolean {
  const saysYes = ({ text }: EvidenceMessage) => cues.read(text).has('approves') || confirms.test(text);
  const saysNo = ({ text }: EvidenceMessage) => cues.read(text).has('declines');
  if (yes.test(verb) || verb.startsWith('confirm')) return !own.some(saysYes) && others.some(saysYes);
  return no.test(verb) && !own.some(saysNo) && others.some(saysNo);
}
