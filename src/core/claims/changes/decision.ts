import type { RejectionReason } from '../claim.ts';

/** A person who reviews claims, with the name they had at the time. */
export type Reviewer = { readonly id: string; readonly name: string };

/** A reviewer confirms a claim, edits it, turns it into a note or removes it. */
export const reviewDecisions = ['confirmed', 'edited', 'noted', 'removed'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** A person's decision about a claim. It overrides the status that the proofs gave. */
export type Review = {
  readonly decision: ReviewDecision;
  readonly by: Reviewer;
  /** An ISO instant. */
  readonly at: string;
  /** The words are a person's own and failed the proofs: they can be a note, but not a claim. */
  readonly unheld?: true;
};

/** The fields of a claim that a person may rewrite. */
export type ClaimEdit = { readonly text: string; readonly owner: string | null; readonly due: string | null };

/** A person's wording that failed the proofs; stored until the item is decided, so that it is not lost. */
export type Attempt = ClaimEdit & { readonly reasons: readonly RejectionReason[] };
