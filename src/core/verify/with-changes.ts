import type { VerifiedClaim } from '../claims/claim.ts';

type Changes = Partial<
  Pick<
    VerifiedClaim,
    | 'kind'
    | 'decision'
    | 'owner'
    | 'due'
    | 'openSince'
    | 'status'
    | 'citationReplaced'
    | 'findings'
    | 'citations'
    | 'before'
  >
>;

/** A verified claim with other fields changed; its text cannot change. */
export function withChanges(claim: VerifiedClaim, changes: Changes): VerifiedClaim {
  const changed: Omit<VerifiedClaim, symbol> = { ...claim, ...changes };
  return changed as VerifiedClaim;
}
