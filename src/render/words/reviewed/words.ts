import type { ReviewDecision } from '../../../core/claims/changes/decision.ts';
import type { Messages } from '../../messages/catalogues.ts';
import type { FormatMessage } from '../../messages/format.ts';

/** A summary's words for review decisions, in one language; `by` is a name. */
export type ReviewedWords = Readonly<Record<ReviewDecision, (by: string) => string>> & {
  readonly confirmedCount: (count: number) => string;
  readonly notedCount: (count: number) => string;
  readonly removedCount: (count: number) => string;
  /** The heading above removed claims. */
  readonly leftOut: string;
  readonly reviewedBy: (by: string) => string;
};

export function createReviewedWords(
  texts: Messages['summary']['review'],
  format: FormatMessage,
): ReviewedWords {
  const withBy = (message: string) => (by: string) => format(message, { by });
  const withCount = (message: string) => (count: number) => format(message, { count });
  return {
    confirmed: withBy(texts.confirmed),
    edited: withBy(texts.edited),
    noted: withBy(texts.noted),
    removed: withBy(texts.removed),
    confirmedCount: withCount(texts.confirmedCount),
    notedCount: withCount(texts.notedCount),
    removedCount: withCount(texts.removedCount),
    leftOut: texts.leftOut,
    reviewedBy: withBy(texts.reviewedBy),
  };
}
