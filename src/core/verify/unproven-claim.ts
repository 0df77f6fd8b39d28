import type { Citation, Finding, VerifiedClaim } from '../claims/claim.ts';
import { toPlainClaim } from '../claims/plain-claim.ts';
import { type Evidence, messageAt } from '../conversation/evidence.ts';

/**
 * A statement of somebody else's whose proofs failed, as a claim that needs clarification: the person who asked about it
 * sees it with the messages nearest to it. Null where none of them is a person's. Never for an engine's claims.
 */
export function toUnprovenClaim(
  text: string,
  citations: readonly Citation[],
  findings: readonly Finding[],
  evidence: Evidence,
): VerifiedClaim | null {
  if (citations.every(({ position }) => messageAt(evidence, position)?.context ?? true)) return null;
  const claim: Omit<VerifiedClaim, symbol> = { ...toPlainClaim(text), confidence: 1, findings, citations };
  return claim as VerifiedClaim;
}
