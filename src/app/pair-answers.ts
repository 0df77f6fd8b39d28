import type { DraftClaim } from '../core/claims/draft.ts';
import type { TermReader } from '../core/select/languages.ts';

/** The share of their words that two claims without a common message have in common when they say the same. */
const leastShared = 0.5;

export type Subject = { readonly cited: ReadonlySet<number>; readonly terms: ReadonlySet<string> };
/** How many cited messages two claims share, and which share of their terms, 0..1. */
type Likeness = { readonly cited: number; readonly terms: number };

/** `better`: positions of other messages that it may rest on. */
export function toSubject(
  { evidence, text }: DraftClaim,
  better: readonly number[],
  read: TermReader,
): Subject {
  return {
    cited: new Set([...evidence.map(({ position }) => position), ...better]),
    terms: new Set(read(text)),
  };
}

function toLikeness(first: Subject, second: Subject): Likeness {
  const shared = first.terms.intersection(second.terms).size;
  return {
    cited: first.cited.intersection(second.cited).size,
    terms: (2 * shared) / Math.max(1, first.terms.size + second.terms.size),
  };
}

/** Negative where the first is more alike. */
function compare(first: Likeness, second: Likeness): number {
  return second.cited - first.cited || second.terms - first.terms;
}

/** For each failing claim, the index of its answer. The order counts only where every claim has one: a wrong match loses a claim. */
export function pairAnswers(
  answers: readonly Subject[],
  failing: readonly Subject[],
): ReadonlyMap<number, number> {
  const alike = pairByLikeness(answers, failing);
  if (answers.length !== failing.length || alike.size === failing.length) return alike;
  const inOrder = failing.flatMap((claim, index): [number, number][] => {
    const answer = answers[index];
    if (answer === undefined) return [];
    const own = toLikeness(answer, claim);
    // A rewritten claim may cite the messages of another one; with more of its words as well, it is the other one.
    const isAnother = failing
      .map(each => toLikeness(answer, each))
      .some(({ cited, terms }) => cited >= own.cited && terms > own.terms);
    return isAnother ? [] : [[index, index]];
  });
  return new Map(inOrder);
}

/** Each answer with the claim that it is most like; of several answers for one claim the one most like it, else the first. */
function pairByLikeness(
  answers: readonly Subject[],
  failing: readonly Subject[],
): ReadonlyMap<number, number> {
  const wanted = answers.flatMap((answer, index) => {
    const ranked = failing
      .map((claim, order) => ({ index, order, claim, likeness: toLikeness(answer, claim) }))
      .filter(({ likeness: { cited, terms } }) => cited > 0 || terms >= leastShared)
      .sort((a, b) => compare(a.likeness, b.likeness));
    const [best] = ranked;
    if (best === undefined) return [];
    const most = ranked.filter(({ likeness }) => compare(likeness, best.likeness) === 0);
    // As much like two claims that say different things, it could be either.
    return most.every(({ claim }) => isSame(claim, best.claim)) ? most : [];
  });
  const pairs = new Map<number, number>();
  const used = new Set<number>();
  for (const { index, order } of wanted.sort((a, b) => compare(a.likeness, b.likeness))) {
    if (pairs.has(order) || used.has(index)) continue;
    pairs.set(order, index);
    used.add(index);
  }
  return pairs;
}

function isSame(first: Subject, second: Subject): boolean {
  return (
    first.cited.symmetricDifference(second.cited).size === 0 &&
    first.terms.symmetricDifference(second.terms).size === 0
  );
}
