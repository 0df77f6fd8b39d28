import type { RejectedClaim } from './claim.ts';
import { withoutSaid } from './problem.ts';

/** What is left of a claim that cited a message which was deleted. */
export const deletedClaim: RejectedClaim = {
  text: '',
  reasons: [{ check: 'position', problem: { code: 'message_deleted' } }],
  draft: null,
};

/** A rejected claim once a message was deleted: nobody knows whether its words, or those of its reasons, were that one's. */
export function toForgotten({ reasons }: RejectedClaim): RejectedClaim {
  return {
    text: '',
    reasons: reasons.map(reason => ({ ...reason, problem: withoutSaid(reason.problem) })),
    draft: null,
  };
}
