import { toPlainClaim } from '../plain-claim.ts';
import { assemble } from '../summary/assemble.ts';
import { isMerged } from '../summary/counts.ts';
import { reassemble } from '../summary/serialized-summary.ts';
import type { Rejection, Summary, SummaryClaim, Unnumbered, UnnumberedClaim } from '../summary/summary.ts';
import { toUnnumbered } from '../summary/unnumbered.ts';
import type { Attempt, Review, Reviewer } from './decision.ts';

/** Something that a person may decide over: a claim that is shown, or one that is not. */
export type ReviewItem =
  | { readonly kind: 'claim'; readonly id: string; readonly claim: SummaryClaim }
  | { readonly kind: 'rejection'; readonly id: string; readonly rejection: Rejection };

/** What is decided with a press; other words are another matter, for they are verified first. */
export type Choice = 'confirmed' | 'noted' | 'removed';

/** Who decides, and when. */
export type Decider = { readonly by: Reviewer; readonly at: string };

/**
 * What a review walks through, in reading order: claims that need clarification or that somebody has decided over, then
 * what was dropped. What is decided stays in its place, so that it can be decided anew.
 */
export function toReviewItems({ claims, rejected }: Summary): readonly ReviewItem[] {
  return [
    ...claims
      .filter(({ status, review }) => status === 'needs_clarification' || review !== undefined)
      .map(claim => ({ kind: 'claim' as const, id: claim.id, claim })),
    ...rejected
      .filter(({ text, reasons }) => text !== '' && !isMerged({ reasons }))
      .map(rejection => ({ kind: 'rejection' as const, id: rejection.id, rejection })),
  ];
}

export function toReview(item: ReviewItem): Review | null {
  return (item.kind === 'claim' ? item.claim.review : item.rejection.review) ?? null;
}

export function toAttempt(item: ReviewItem): Attempt | null {
  return (item.kind === 'claim' ? item.claim.attempt : item.rejection.attempt) ?? null;
}

/** Whether nobody has decided over it, or what they made of it needs clarification still. */
export function isUndecided(item: ReviewItem): boolean {
  const review = toReview(item);
  if (item.kind === 'rejection') return review === null;
  return item.claim.status === 'needs_clarification' && review?.decision !== 'noted';
}

/** Whether a person may say that it stands: it cites at least one message, and is not what somebody wrote and did not hold. */
export function isConfirmable(item: ReviewItem): boolean {
  if (toReview(item)?.unheld) return false;
  return item.kind === 'claim' ? item.claim.references.length > 0 : !!item.rejection.claim?.cited.length;
}

/** The claim of an item without its numbers; of one that could not be read, its words alone. */
export function toContents(item: ReviewItem, { footnotes }: Summary): Unnumbered {
  if (item.kind === 'rejection')
    return item.rejection.claim ?? { ...toPlainClaim(item.rejection.text), cited: [] };
  const { id: _, review: __, attempt: ___, ...contents } = toUnnumbered(item.claim, footnotes);
  return contents;
}

/**
 * A summary after somebody decided over one of its items: confirmed it stands under their name, as a note it is no
 * longer told as a claim, removed it is not shown and can be brought back. A note takes the words that were tried last.
 * Null where there is no such item, or where it cites nothing that it could stand on.
 */
export function decide(summary: Summary, id: string, choice: Choice, decider: Decider): Summary | null {
  const item = toReviewItems(summary).find(each => each.id === id);
  if (!item || (choice === 'confirmed' && !isConfirmable(item))) return null;
  const contents = toContents(item, summary);
  const attempt = choice === 'noted' ? toAttempt(item) : null;
  const isUnheld = attempt !== null || toReview(item)?.unheld;
  const review: Review = { decision: choice, ...decider, ...(isUnheld && { unheld: true }) };
  if (choice === 'removed') return put(summary, item, { ...toRejection(item, contents), review });
  const { reasons: _, ...wording } = attempt ?? { reasons: [] };
  const status = choice === 'confirmed' ? 'verified' : 'needs_clarification';
  return put(summary, item, { ...contents, ...wording, id, status, review });
}

/** A summary in which an item says what somebody wrote instead, which was verified. */
export function reword(summary: Summary, id: string, verified: Unnumbered, decider: Decider): Summary | null {
  const item = toReviewItems(summary).find(each => each.id === id);
  return item ? put(summary, item, { ...verified, id, review: { decision: 'edited', ...decider } }) : null;
}

/** A summary that keeps what somebody tried to write of an item and what does not hold, until it is decided. */
export function keepAttempt(summary: Summary, id: string, attempt: Attempt): Summary {
  return reassemble({
    ...summary,
    claims: summary.claims.map(claim => (claim.id === id ? { ...claim, attempt } : claim)),
    rejected: summary.rejected.map(each => (each.id === id ? { ...each, attempt } : each)),
  });
}

/** Who reviewed a summary, and when; null as long as something is left to decide. */
export function toCompletedReview(summary: Summary): Decider | null {
  return toReviewItems(summary).some(isUndecided) ? null : (summary.reviewed ?? null);
}

/** A summary whose review somebody has finished, with or without items left. */
export function finishReview(summary: Summary, reviewed: Decider): Summary {
  return reassemble({ ...summary, reviewed });
}

/** Puts what became of an item in its place. */
function put(summary: Summary, item: ReviewItem, now: UnnumberedClaim | Rejection): Summary {
  const isClaim = 'cited' in now;
  const others = summary.claims.filter(({ id }) => id !== item.id);
  const claims = others.map(claim => toUnnumbered(claim, summary.footnotes));
  const index = summary.rejected.findIndex(({ id }) => id === item.id);
  const rejected = summary.rejected.filter(({ id }) => id !== item.id);
  if (!isClaim) rejected.splice(index < 0 ? rejected.length : index, 0, now);
  return assemble(summary, { claims: isClaim ? [...claims, now] : claims, rejected });
}

function toRejection(item: ReviewItem, contents: Unnumbered): Rejection {
  if (item.kind === 'rejection') {
    const { review: _, attempt: __, ...rejection } = item.rejection;
    return rejection;
  }
  const reasons = contents.findings.flatMap(({ check, outcome, problem }) =>
    outcome === 'fail' && problem ? [{ check, problem }] : [],
  );
  return { id: item.id, text: contents.text, reasons, claim: contents };
}
