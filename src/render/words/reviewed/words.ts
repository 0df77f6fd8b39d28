import type { ReviewDecision } from '../../../core/claims/reviewed.ts';

/** What a summary says of what people have made of its claims, in one language; `by` is a name. */
export type ReviewedWords = Readonly<Record<ReviewDecision, (by: string) => string>> & {
  readonly confirmedCount: (count: number) => string;
  readonly notedCount: (count: number) => string;
  readonly removedCount: (count: number) => string;
  /** Heads what was left out. */
  readonly leftOut: string;
  readonly reviewedBy: (by: string) => string;
};
