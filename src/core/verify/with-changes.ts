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

/** A verified claim with some fields changed; its text stays as it was verified. */
export function withChanges(claim: VerifiedClaim, changes: Changes): VerifiedClaim {
  const changed: Omit<VerifiedClaim, symbol> = { ...claim, ...changes };
  return changed as VerifiedClaim;
}
