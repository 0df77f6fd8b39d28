import type { Citation, VerifiedClaim } from '../core/claims/claim.ts';
import { compare } from '../core/order.ts';

/** How claims are divided into calls. */
export type BatchLimits = {
  readonly mostBatches: number;
  /** The fewest claims in a batch. */
  readonly leastClaims: number;
};

type Cites = { readonly citations: readonly Citation[]; readonly before: Pick<Cites, 'citations'> | null };

/** All positions that a claim cites, including those for what was true before a change. */
export function toCitedPositions({ citations, before }: Cites): readonly number[] {
  return [...citations, ...(before?.citations ?? [])].map(({ position }) => position);
}

/**
 * Divides claims into batches of similar size, neighbors in the conversation together, so that they share messages.
 * Overviews come last, because they need all cited messages.
 */
export function toBatches<Claim extends Pick<VerifiedClaim, 'kind'> & Cites>(
  claims: readonly Claim[],
  { mostBatches, leastClaims }: BatchLimits,
): readonly (readonly Claim[])[] {
  if (claims.length === 0) return [];
  const rank = (claim: Claim) =>
    claim.kind === 'overview' ? Number.POSITIVE_INFINITY : Math.min(...toCitedPositions(claim));
  const ranked = claims.map(claim => ({ claim, rank: rank(claim) })).sort((a, b) => compare(a.rank, b.rank));
  const count = Math.min(mostBatches, Math.max(1, Math.floor(claims.length / leastClaims)));
  const startOf = (batch: number) => Math.round((batch * claims.length) / count);
  return Array.from({ length: count }, (_, batch) =>
    ranked.slice(startOf(batch), startOf(batch + 1)).map(({ claim }) => claim),
  );
}
