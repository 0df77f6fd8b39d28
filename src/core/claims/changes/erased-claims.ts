import type { RejectedClaim, RejectionReason } from '../claim.ts';
import { eraseWords } from '../problem.ts';
import type { Rejection } from '../summary/summary.ts';

/** Why a claim that cited a deleted message is gone. */
const deleted: readonly RejectionReason[] = [{ check: 'citation', problem: { code: 'message_deleted' } }];

/** Replaces a rejected claim that cited a deleted message. */
export const deletedClaim: RejectedClaim = { text: '', reasons: deleted, draft: null, citations: [] };

/** The same in a summary; a record of who removed it stays. */
export function toDeletedRejection({ id, review }: Pick<Rejection, 'id' | 'review'>): Rejection {
  return { id, text: '', reasons: deleted, claim: null, ...(review?.decision === 'removed' && { review }) };
}

/** A rejected claim after any message was deleted: its words and those of its reasons may be that message's. */
export function eraseClaimWords({ reasons }: RejectedClaim): RejectedClaim {
  return { text: '', reasons: reasons.map(withoutWords), draft: null, citations: [] };
}

/** The same in a summary. */
export function eraseRejectionWords({ id, reasons, review }: Rejection): Rejection {
  return { id, text: '', reasons: reasons.map(withoutWords), claim: null, ...(review && { review }) };
}

function withoutWords(reason: RejectionReason): RejectionReason {
  return { ...reason, problem: eraseWords(reason.problem) };
}
