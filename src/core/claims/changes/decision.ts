import type { RejectionReason } from '../claim.ts';

/** Somebody who decides over claims, under the name they had then. */
export type Reviewer = { readonly id: string; readonly name: string };

/** What a person may make of a claim: it stands, it stands in other words, it is only a note, it is left out. */
export const reviewDecisions = ['confirmed', 'edited', 'noted', 'removed'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** What a person has made of a claim, in place of what code says of it. */
export type Review = {
  readonly decision: ReviewDecision;
  readonly by: Reviewer;
  /** An instant. */
  readonly at: string;
  /** Its words are a person's own that did not hold: they can be a note, and no claim. */
  readonly unheld?: true;
};

/** What a person may write anew of a claim. */
export type ClaimEdit = { readonly text: string; readonly owner: string | null; readonly due: string | null };

/** A wording that somebody tried and that does not hold; kept until something is decided, so that it is not lost. */
export type Attempt = ClaimEdit & { readonly reasons: readonly RejectionReason[] };
