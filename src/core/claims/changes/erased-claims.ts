import type { RejectedClaim, RejectionReason } from '../claim.ts';
import { eraseWords } from '../problem.ts';
import type { Rejection } from '../summary/summary.ts';

/** Why a claim is gone that cited a message which was deleted. */
const deleted: readonly RejectionReason[] = [{ check: 'citation', problem: { code: 'message_deleted' } }];

/** What is left of a claim that cited a message which was deleted. */
export const deletedClaim: RejectedClaim = { text: '', reasons: deleted, draft: null, citations: [] };

/** The same in a summary; the record of who left it out stays. */
export function toDeletedRejection({ id, review }: Pick<Rejection, 'id' | 'review'>): Rejection {
  return { id, text: '', reasons: deleted, claim: null, ...(review?.decision === 'removed' && { review }) };
}

/** A rejected claim once a message was deleted: nobody knows whether its words, or those of its reasons, were that one's. */
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
