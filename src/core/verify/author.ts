import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type Credit, isCollective, readCredits, toUnknownSpeakers } from './attribution.ts';
import type { Check, CheckContext } from './check.ts';
import { toLead, toProse } from './cited-quote.ts';
import { toTellingTerms } from './coverage.ts';
import { findMisled } from './led-words.ts';
import { isNewName } from './names.ts';
import { isAnotherAnswer } from './stance.ts';
import { findOtherTaker } from './taken-up.ts';

/**
 * Whoever the claim credits with saying, asking or promising something wrote one of the cited messages:
 * the speakers it lists, the name it opens with, "X said" in its prose, and whoever leads words in quotation marks, with
 * those very words. Groups ("the team") pass. Where several
 * people are cited, what one of them is credited with does not stand in the words of another alone.
 */
export const checkAuthor: Check = {
  name: 'author',
  onFailure: 'drop',
  run: (claim, context) => {
    const cited = claim.citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
    const authors = new Set(cited.map(({ author }) => author.id));
    const isKnown = (name: string) => context.toAuthorIds(name).size > 0;
    const lead = toLead(claim.text);
    const prose = toProse(claim, context);
    const credits = readCredits(prose, context);
    const credited = [
      ...claim.speakers.filter(name => !isCollective(name)),
      ...(lead !== null && isKnown(lead) ? [lead] : []),
      ...credits.map(({ name }) => name),
    ];
    const unknown = toUnknownSpeakers(prose, isKnown).flatMap(({ name, says }) => (says ? [name] : []));
    if (credited.length === 0 && unknown.length === 0) return { outcome: 'abstain' };

    for (const name of credited) {
      const ids = context.toAuthorIds(name);
      if (ids.size === 0) return { outcome: 'fail', problem: { code: 'wrote_nothing', name } };
      if (ids.isDisjointFrom(authors)) return { outcome: 'fail', problem: { code: 'not_by', name } };
    }
    for (const name of unknown) {
      const ids = context.toNamesakes(name);
      if (ids.size > 0 && ids.isDisjointFrom(authors))
        return { outcome: 'fail', problem: { code: 'not_by', name } };
      if (ids.size === 0 && isNewName(name, claim, context))
        return { outcome: 'fail', problem: { code: 'wrote_nothing', name } };
    }
    const misled = findMisled(claim.text, cited, context.toAuthorIds);
    if (misled !== null) return { outcome: 'fail', problem: { code: 'other_words', name: misled } };
    const mistaken = claim.translated ? undefined : credits.find(each => isMistaken(each, cited, context));
    if (mistaken) {
      return {
        outcome: 'fail',
        effect: 'mark',
        problem: { code: 'miscredited', name: mistaken.name },
      };
    }
    return { outcome: 'pass' };
  },
};

/** Who agrees, doubts or answers does so with few words of their own. */
const echoing =
  /^(?:(?:dis)?agree|approv|disapprov|confirm|accept|reject|object|refuse|decline|deni|den(?:y|ies)|doubt|repl|respond|answer|ask|asked|will|would|want|wonder|inquire|has agreed|stimm|lehn|einverst|bestätig|acept|rechaz|confirm)/u;
const fewTerms = 3;
const leastOwn = 0.3;
const ofOthers = 0.4;

/** Whether the words of others hold what somebody is credited with, and their own words hardly anything of it. */
function isMistaken(
  { name, verb, words }: Credit,
  cited: readonly EvidenceMessage[],
  context: CheckContext,
): boolean {
  const ids = context.toAuthorIds(name);
  if (
    /^(?:will|promis|volunteer|offer|commit|is going|wird|promet|va )/u.test(verb) &&
    findOtherTaker(ids, cited, context) !== null
  )
    return true;
  const own = cited.filter(({ author }) => ids.has(author.id));
  const others = cited.filter(({ author }) => !ids.has(author.id));
  if (own.length === 0 || others.length === 0) return false;
  if (isAnotherAnswer({ name, verb, words }, own, others, context)) return true;
  if (echoing.test(verb)) return false;
  const telling = toTellingTerms(words, context);
  if (telling.length < fewTerms) return false;
  const share = (messages: readonly EvidenceMessage[]) => {
    const held = telling.filter(term =>
      messages.some(({ position }) => context.terms.termsAt(position).has(term)),
    );
    return toWeight(held, context) / (toWeight(telling, context) || 1);
  };
  const ownShare = share(own);
  return ownShare < leastOwn && ownShare < ofOthers * share(others);
}

function toWeight(terms: readonly string[], context: CheckContext): number {
  return terms.reduce((sum, term) => sum + context.terms.weigh(term), 0);
}
