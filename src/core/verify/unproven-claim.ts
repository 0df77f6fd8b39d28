import type { Citation, Finding, VerifiedClaim } from '../claims/claim.ts';
import { toPlainClaim } from '../claims/plain-claim.ts';
import { type Evidence, messageAt } from '../conversation/evidence.ts';

/**
 * Turns a checked statement whose proofs failed into a claim that needs clarification, with the most similar messages.
 * Null if none of them is a person's. Never used for an engine's claims.
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
