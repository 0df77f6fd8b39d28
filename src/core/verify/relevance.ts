import type { Check, CheckContext } from './check.ts';
import { toProse } from './cited-quote.ts';
import { measureCoverage, toTellingTerms } from './coverage.ts';

/** Fewer telling terms tell nothing of what a claim is about. */
const fewTerms = 3;
/** Measured on claims by people and on claims of other conversations: docs/figures.md. */
const leastCovered = 0.21;
const leastOfBest = 0.4;

/** A message of fewer terms than this rests on what stands around it. */
const wordy = 4;

/**
 * What a claim says in its own words is what its messages speak of: they hold a share of its telling words, and not
 * far less than some other message does. It screens; words in common are no proof of what is said with them.
 */
export const checkRelevance: Check = {
  name: 'relevance',
  onFailure: 'mark',
  run: (claim, context) => {
    if (claim.translated) return { outcome: 'abstain', problem: { code: 'translated' } };
    const telling = toTellingTerms(toProse(claim, context), context);
    const positions = claim.citations.map(({ position }) => position);
    if (telling.length < fewTerms) {
      const isHeard = telling.some(term => context.terms.count(term) > 0) || telling.length === 0;
      return isHeard ? { outcome: 'abstain' } : { outcome: 'fail', problem: { code: 'off_topic' } };
    }
    const coverage = measureCoverage(telling, positions, context);
    const { cited } = coverage;
    // No message holds more than all of it, so half of it is enough whatever the best one holds.
    if (
      !isBeside(telling, positions, context) &&
      cited >= leastCovered &&
      (cited >= leastOfBest || cited >= leastOfBest * coverage.best)
    )
      return { outcome: 'pass' };
    // Nobody speaks of it: it is invented, and nothing a reader could clear up.
    const effect = cited === 0 && coverage.best < leastCovered ? 'drop' : 'mark';
    return { outcome: 'fail', effect, problem: { code: 'off_topic' } };
  },
};

/** Whether only what stands around the cited messages speaks of it, while they speak of something else. */
function isBeside(
  telling: readonly string[],
  positions: readonly number[],
  { terms, replies }: CheckContext,
): boolean {
  const answered = positions.flatMap(position => replies.get(position) ?? []);
  return (
    positions.some(position => terms.termsAt(position).size >= wordy) &&
    ![...positions, ...answered].some(position => telling.some(term => terms.termsAt(position).has(term)))
  );
}
