import type { UnnumberedClaim } from '../core/claims/summary.ts';
import type { Evidence } from '../core/conversation/evidence.ts';

/** What earlier summaries tell of a conversation. */
export type ToldClaims = {
  readonly claims: readonly UnnumberedClaim[];
  /** The messages of the conversation that were not read again: only these claims cite them. */
  readonly messageIds: ReadonlySet<string>;
};

/** The same for an engine: claims as it would write them, and the positions of those messages. */
export type ToldEvidence = {
  readonly claims: readonly unknown[];
  readonly positions: ReadonlySet<number>;
};

/** Claims whose messages are all in the evidence: one may be deleted, or somebody may have opted out. */
export function toToldEvidence({ claims, messageIds }: ToldClaims, evidence: Evidence): ToldEvidence {
  const positions = new Map(evidence.messages.map(({ id, position }) => [id, position]));
  return {
    claims: claims
      .filter(({ cited }) => cited.every(({ messageId }) => positions.has(messageId)))
      .map(({ kind, topic, text, speakers, owner, due, confidence, cited }) => ({
        ...{ kind, topic, text, speakers, owner, due, confidence },
        evidence: cited.map(({ messageId, quote }) => ({
          position: positions.get(messageId),
          quote: quote?.text ?? '',
        })),
      })),
    positions: new Set([...messageIds].flatMap(id => positions.get(id) ?? [])),
  };
}
