import type { CheckedText, Summary } from '../../core/claims/summary/summary.ts';
import type { Words } from '../words/words.ts';

/** A count, and the function that puts it into words. */
export type CountWords = readonly [count: number, write: (count: number) => string];

/** The counts above zero; the first one if all are zero. */
function toCountList(counts: readonly [CountWords, ...CountWords[]], words: Words): string {
  const told = counts.filter(([count]) => count > 0);
  return words.list((told.length > 0 ? told : counts.slice(0, 1)).map(([count, write]) => write(count)));
}

/** The statements without a similar message. */
export function countNotFound({ statements }: CheckedText): number {
  return statements.filter(({ claimId }) => claimId === null).length;
}

/** "5 verified, 2 need clarification, 1 not found" and the parts of the text that are no statements. */
export function toCheckedCounts(summary: Summary, checked: CheckedText, words: Words): string {
  const { counts } = summary;
  const told = toCountList(
    [
      [counts.verified, words.verified],
      [counts.sourcesFound, words.check.countRelated],
      [counts.needsClarification, words.unclear],
      [countNotFound(checked), words.check.countNotFound],
      [counts.citationsReplaced, words.citationReplacedCount],
    ],
    words,
  );
  if (checked.skipped.length === 0) return told;
  const skipped = checked.skipped.map(({ part, count }) => words.check.skipped[part](count));
  return `${told} · ${words.check.leftOut(words.list(skipped))}`;
}

/** For highlights, only the quotes count as checked: nothing verifies their selection. */
function toVerifiedCount(summary: Summary, words: Words): CountWords {
  if (summary.engine.name !== 'extractive') return [summary.counts.verified, words.verified];
  return [countQuotes(summary), words.quotesChecked];
}

/** "12 verified, 5 with sources found, 2 removed" */
export function toCountWords(summary: Summary, words: Words): string {
  const { counts } = summary;
  return toCountList(
    [
      toVerifiedCount(summary, words),
      [counts.sourcesFound, words.sourcesFound],
      [counts.needsClarification, words.unclear],
      [counts.dropped, words.dropped],
      [counts.merged, words.merged],
      [counts.hidden, words.hidden],
      [counts.citationsReplaced, words.citationReplacedCount],
      [counts.uncited, words.uncited],
      [counts.confirmed, words.review.confirmedCount],
      [counts.noted, words.review.notedCount],
      [counts.removed, words.review.removedCount],
    ],
    words,
  );
}

/** The number of quotes that are shown verbatim. */
export function countQuotes({ claims }: Summary): number {
  const verified = claims.filter(({ status }) => status === 'verified');
  const citations = verified.flatMap(({ references, more }) => [...references, ...more]);
  return citations.filter(({ quote }) => quote !== null).length;
}
