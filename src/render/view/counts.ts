import type { CheckedText, Summary } from '../../core/claims/summary.ts';
import type { Texts } from '../texts.ts';

/** A count, and the function that puts it into words. */
export type CountWords = readonly [count: number, write: (count: number) => string];

/** The counts above zero; the first one if all are zero. */
function toCountList(counts: readonly [CountWords, ...CountWords[]], t: Texts): string {
  const told = counts.filter(([count]) => count > 0);
  return t.list((told.length > 0 ? told : counts.slice(0, 1)).map(([count, write]) => write(count)));
}

/** The statements without a similar message. */
export function countNotFound({ statements }: CheckedText): number {
  return statements.filter(({ claimId }) => claimId === null).length;
}

/** "5 verified, 2 need clarification, 1 not found" and the parts of the text that are no statements. */
export function toCheckedCounts(summary: Summary, checked: CheckedText, t: Texts): string {
  const { counts } = summary;
  const told = toCountList(
    [
      [counts.verified, count => t('summary.verified', { count })],
      [counts.sourcesFound, count => t('summary.check.countRelated', { count })],
      [counts.needsClarification, count => t('summary.unclear', { count })],
      [countNotFound(checked), count => t('summary.check.countNotFound', { count })],
      [counts.citationsReplaced, count => t('summary.citationReplacedCount', { count })],
    ],
    t,
  );
  if (checked.skipped.length === 0) return told;
  const skipped = checked.skipped.map(({ part, count }) => t(`summary.check.skipped.${part}`, { count }));
  return `${told} · ${t('summary.check.leftOut', { list: t.list(skipped) })}`;
}

/** For highlights, only the quotes count as checked: nothing verifies their selection. */
function toVerifiedCount(summary: Summary, t: Texts): CountWords {
  if (summary.engine.name !== 'extractive')
    return [summary.counts.verified, count => t('summary.verified', { count })];
  return [countQuotes(summary), count => t('summary.quotesChecked', { count })];
}

/** "12 verified, 5 with sources found, 2 removed" */
export function toCountWords(summary: Summary, t: Texts): string {
  const { counts } = summary;
  return toCountList(
    [
      toVerifiedCount(summary, t),
      [counts.sourcesFound, count => t('summary.sourcesFound', { count })],
      [counts.needsClarification, count => t('summary.unclear', { count })],
      [counts.dropped, count => t('summary.dropped', { count })],
      [counts.merged, count => t('summary.merged', { count })],
      [counts.hidden, count => t('summary.hidden', { count })],
      [counts.citationsReplaced, count => t('summary.citationReplacedCount', { count })],
      [counts.uncited, count => t('summary.uncited', { count })],
      [counts.confirmed, count => t('summary.review.confirmedCount', { count })],
      [counts.noted, count => t('summary.review.notedCount', { count })],
      [counts.removed, count => t('summary.review.removedCount', { count })],
    ],
    t,
  );
}

/** The number of quotes that are shown verbatim. */
export function countQuotes({ claims }: Summary): number {
  const verified = claims.filter(({ status }) => status === 'verified');
  const citations = verified.flatMap(({ references, more }) => [...references, ...more]);
  return citations.filter(({ quote }) => quote !== null).length;
}
