import type { Citation, Finding } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { hasSeenPicture } from '../conversation/message.ts';
import { containsValue, holdsBareHour, isInMetadata, isOnDayOf, toNumbers } from './message-values.ts';
import { type Proof, type ProofContext, toNearby, toNeighbors } from './proof.ts';
import { findExactQuote } from './quotes.ts';
import { readValues, type Value } from './read-values.ts';

/**
 * Proves that every value comes from the cited messages or near them. A neighbor, or the only other message, with a value is cited too.
 * Fails if no message has it and it is no sum or difference of two cited numbers. Unknown topics and due dates are removed.
 */
export const proveValues: Proof = (candidate, context) => {
  const { evidence, languages } = context;
  const findings: Finding[] = [];
  const added: Citation[] = [];
  const cited = candidate.citations.flatMap(({ position }) => messageAt(evidence, position) ?? []);
  // What stands in a picture, only the judge can read.
  const isSeen = cited.some(hasSeenPicture);
  const nearby = toNearby(
    cited.map(({ position }) => position),
    context,
  );
  const isKnown = (value: Value): boolean => findSource(value, cited, nearby, context) !== null;
  const values = readValues(candidate.text, languages, context.people.findNames);
  let { fromPicture } = candidate;
  for (const value of values) {
    const known = [...cited, ...added.flatMap(each => messageAt(evidence, each.position) ?? [])];
    const source = findSource(value, known, nearby, context);
    if (source === null && isSeen) {
      fromPicture = true;
      continue;
    }
    if (source === null && isOfAnswer(value, cited, context)) {
      findings.push({ check: 'values', outcome: 'abstain', problem: toProblem(value) });
      continue;
    }
    if (source === null) return { ok: false, check: 'values', problems: [toProblem(value)] };
    if (source === 'known') continue;
    added.push({ position: source.position, quote: null });
    findings.push({
      check: 'values',
      outcome: 'pass',
      problem: toAdded(value, source.position),
      effect: 'cite',
    });
  }
  let { topic, due } = candidate;
  const isGiven = (value: Value): boolean => nearby.some(message => containsValue(message, value, context));
  const remove = (code: 'topic_not_found' | 'due_not_found') =>
    findings.push({ check: 'values', outcome: 'fail', problem: { code }, effect: 'repair' });
  if (topic !== null && !readValues(topic, languages, context.people.findNames).every(isKnown)) {
    topic = null;
    remove('topic_not_found');
  }
  if (due !== null && !isSaid(due, cited, context)) {
    const dates = readValues(due, languages);
    const [missing] = dates.filter(value => !isGiven(value));
    if (missing && isSeen) fromPicture = true;
    else if (missing) return { ok: false, check: 'values', problems: [toProblem(missing)] };
    if (dates.length === 0) {
      due = null;
      remove('due_not_found');
    }
  }
  return {
    ok: true,
    candidate: {
      ...candidate,
      topic,
      due,
      citations: [...candidate.citations, ...added],
      ...(fromPicture && { fromPicture }),
    },
    findings,
  };
};

/**
 * Whether the question names a value, which its answer may deny ("not moved to Friday"), or it is the day of a cited message that
 * names another one ("decided on 3 May for Thursday"): whether the words of the claim are right is the judge's matter.
 */
function isOfAnswer(value: Value, cited: readonly EvidenceMessage[], context: ProofContext): boolean {
  const { question, languages, people } = context;
  if (question === '') return false;
  const isSame = ({ written }: Value) => written.toLowerCase() === value.written.toLowerCase();
  return (
    cited.some(message => isOnDayOf(message, value, context)) ||
    readValues(question, languages, people.findNames).some(isSame)
  );
}

/** Engines count: nobody needs to have written the number in "three options". */
const countedUpTo = 10;

function findSource(
  value: Value,
  cited: readonly EvidenceMessage[],
  nearby: readonly EvidenceMessage[],
  context: ProofContext,
): EvidenceMessage | 'known' | null {
  const holds = (message: EvidenceMessage) => containsValue(message, value, context);
  const holdsNearly = (message: EvidenceMessage) =>
    isInMetadata(message, value, context) || holdsBareHour(message, value, context);
  if (cited.some(message => holds(message) || holdsNearly(message))) return 'known';
  const beside = cited.flatMap(({ position }) => toNeighbors(position, context)).find(holds);
  if (beside) return beside;
  const found: EvidenceMessage[] = [];
  for (const message of nearby) {
    if (holds(message)) found.push(message);
    if (found.length > 1) return 'known';
  }
  if (found[0]) return found[0];
  // "6–12 October": the days between which the conversation took place.
  const ends = [context.evidence.messages.at(0), context.evidence.messages.at(-1)];
  const isSpan = /(?<![\d-])\d{1,2}\s?[-–]\s?\d{1,2}(?![\d-])/.test(value.written);
  if (isSpan && ends.some(message => message && isOnDayOf(message, value, context))) return 'known';
  if (value.kind !== 'number') return null;
  const { amount, unit } = value;
  const isCount = unit === null && Number.isInteger(amount) && amount <= countedUpTo;
  return isCount || isComputed(amount, toNumbers(cited, context)) ? 'known' : null;
}

const computedFrom = 1_000;

function isComputed(amount: number, numbers: readonly number[]): boolean {
  const rounded = (each: number) => Math.round(each * 1e6);
  const known = new Map(numbers.slice(0, computedFrom).map(each => [rounded(each), each]));
  return [...known.values()].some(
    each =>
      known.has(rounded(amount + each)) || (known.has(rounded(amount - each)) && amount - each !== each),
  );
}

function toAdded(value: Value, position: number): Problem {
  const problem = toProblem(value);
  return problem.code === 'value_not_found'
    ? { code: 'value_in_message', value: problem.value, position }
    : { code: 'better_citation', position };
}

const longestTold = 40;

/** The problem names the value only if it is a number, a date or a short word, so that no sentence of the claim is repeated. */
function toProblem({ kind, written }: Value): Problem {
  const isShort = written.length <= longestTold && (kind !== 'literal' || !/[\s_]|:\/\//u.test(written));
  return isShort ? { code: 'value_not_found', value: written } : { code: 'literal_not_found' };
}

/** Whether a cited message or a neighbor of one contains these exact words. */
function isSaid(words: string, cited: readonly EvidenceMessage[], context: ProofContext): boolean {
  return [...cited, ...cited.flatMap(({ position }) => toNeighbors(position, context))].some(
    message => findExactQuote(message, words) !== null,
  );
}
