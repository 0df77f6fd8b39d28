import type { Finding, VerifiedClaim } from '../claims/claim.ts';

/** What may be told otherwise of a claim that was verified: less than it was taken for, never more. */
export type Retelling = {
  readonly kind?: 'fact';
  readonly decision?: null;
  readonly owner?: null;
  readonly due?: null;
  readonly status?: 'needs_clarification';
  readonly recited?: boolean;
  readonly findings?: readonly Finding[];
};

/** A verified claim told otherwise; what it says and what it rests on stay as they were verified. */
export function retell(claim: VerifiedClaim, retelling: Retelling): VerifiedClaim {
  const told: Omit<VerifiedClaim, symbol> = { ...claim, ...retelling };
  return told as VerifiedClaim;
}
