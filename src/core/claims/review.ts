import { assemble, toUnnumbered } from './assemble.ts';
import { type Decider, type Review, toPlainClaim } from './claim.ts';
import { isRepeatOfAnother } from './footnotes.ts';
import { isUnclear } from './section.ts';
import { reassemble } from './serialized-summary.ts';
import type { ClaimContents, Rejection, Summary, SummaryClaim, UnnumberedClaim } from './summary.ts';

/** What a person may decide: a claim that is shown, or one that is not. */
export type ReviewItem = SummaryClaim | Rejection;

export function isShownClaim(item: ReviewItem): item is SummaryClaim {
  return 'references' in item;
}

/** A decision made by a button. An edit is not one: it is verified first. */
export type Choice = 'confirmed' | 'noted' | 'removed';

/** The items of a review in reading order: claims to clarify, disputed or decided, then dropped ones. Decided ones stay in place. */
export function toReviewItems({ claims, rejected }: Summary): readonly ReviewItem[] {
  return [
    ...claims.filter(
      ({ status, review, disputes }) =>
        status === 'needs_clarification' || (review ?? disputes) !== undefined,
    ),
    ...rejected.filter(({ text, reasons }) => text !== '' && !isRepeatOfAnother({ reasons })),
  ];
}

/** Whether somebody has disputed it since it was last decided. */
export function isDisputed({ disputes = [] }: ReviewItem): boolean {
  return disputes.some(({ isOpen }) => isOpen);
}

/** Whether a stored summary is held until a review that is not finished. */
export function isAwaitingReview(stored: {
  readonly needsReview?: boolean;
  readonly summary: Summary;
}): boolean {
  return stored.needsReview === true && stored.summary.reviewed === undefined;
}

/** Whether it is undecided, still needs clarification after an edit, or was disputed since. */
export function isUndecided(item: ReviewItem): boolean {
  if (isDisputed(item)) return true;
  return isShownClaim(item) ? isUnclear(item) : item.review === undefined;
}

/** Whether a person may confirm it: it cites at least one message, and is not a wording that failed the proofs. */
export function isConfirmable(item: ReviewItem): boolean {
  if (item.review?.unheld) return false;
  return isShownClaim(item) ? item.references.length > 0 : !!item.claim?.cited.length;
}

/** The claim of an item without footnote numbers; for one that could not be read, only its words. */
export function toClaimContents(item: ReviewItem, { footnotes }: Summary): ClaimContents {
  if (!isShownClaim(item)) return item.claim ?? { ...toPlainClaim(item.text), cited: [] };
  const { id: _, review: __, disputes: ___, ...contents } = toUnnumbered(item, footnotes);
  return contents;
}

/**
 * A summary after a decision: confirmed, an item counts on the person's word; as a note, it is no claim; removed, it can be restored.
 * Null if there is no such item, or it cannot be confirmed.
 */
export function applyDecision(
  summary: Summary,
  id: string,
  choice: Choice,
  decider: Decider,
): Summary | null {
  const item = toReviewItems(summary).find(each => each.id === id);
  if (!item || (choice === 'confirmed' && !isConfirmable(item))) return null;
  const contents = toClaimContents(item, summary);
  const review: Review = { decision: choice, ...decider, ...(item.review?.unheld && { unheld: true }) };
  const disputes = item.disputes?.map(({ isOpen: _, ...dispute }) => dispute);
  if (choice === 'removed') return put(summary, item, { ...toRejection(item, contents), review, disputes });
  const status = choice === 'confirmed' ? 'verified' : 'needs_clarification';
  return put(summary, item, { ...contents, id, status, review, disputes });
}

/** A summary with another wording of an item; what was said against the former words goes with them. */
export function replaceWording(
  summary: Summary,
  id: string,
  verified: ClaimContents,
  decider: Decider,
): Summary | null {
  const item = toReviewItems(summary).find(each => each.id === id);
  return item ? put(summary, item, { ...verified, id, review: { decision: 'edited', ...decider } }) : null;
}

/** Who finished the review, and when; null while an item is undecided. */
export function toCompletedReview(summary: Summary): Decider | null {
  return toReviewItems(summary).some(isUndecided) ? null : (summary.reviewed ?? null);
}

/** A summary with a finished review, whether or not items are left. */
export function finishReview(summary: Summary, reviewed: Decider): Summary {
  return reassemble({ ...summary, reviewed });
}

function put(summary: Summary, item: ReviewItem, now: UnnumberedClaim | Rejection): Summary {
  const isClaim = 'cited' in now;
  const claims = summary.claims.filter(({ id }) => id !== item.id);
  const index = summary.rejected.findIndex(({ id }) => id === item.id);
  const rejected = summary.rejected.filter(({ id }) => id !== item.id);
  if (!isClaim) rejected.splice(index < 0 ? rejected.length : index, 0, now);
  return assemble({ ...summary, claims: isClaim ? [...claims, now] : claims, rejected });
}

function toRejection(item: ReviewItem, contents: ClaimContents): Rejection {
  if (!isShownClaim(item)) {
    const { review: _, ...rejection } = item;
    return rejection;
  }
  const reasons = contents.findings.flatMap(({ check, outcome, problem }) =>
    outcome === 'fail' && problem ? [{ check, problem }] : [],
  );
  return { id: item.id, text: contents.text, reasons, claim: contents };
}
