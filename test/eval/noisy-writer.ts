import type { DraftClaim } from '../../src/core/claims/draft.ts';
import type { GoodClaim } from './material.ts';
import { mutations } from './mutations/index.ts';
import type { Random } from './random.ts';

/** A claim as a writer sends it who makes mistakes: the good one it comes from, and the mistake where there is one. */
export type WrittenClaim = {
  readonly claim: GoodClaim;
  readonly draft: DraftClaim;
  readonly fault: string | null;
};

/** The share of claims that carry a mistake, where nothing else is said. */
const usual = 0.2;

/** Writes good claims with faults in so many of them, every kind of fault as likely as another where it can be made. */
export function writeNoisily(
  claims: readonly GoodClaim[],
  random: Random,
  faulty = usual,
  pool = claims,
): readonly WrittenClaim[] {
  return claims.map((claim): WrittenClaim => {
    if (random.next() >= faulty) return { claim, draft: claim.draft, fault: null };
    for (let tries = 0; tries < 8; tries++) {
      const mutation = random.pick(mutations);
      const draft = mutation?.mutate(claim, pool, random);
      if (mutation && draft) return { claim, draft, fault: mutation.name };
    }
    return { claim, draft: claim.draft, fault: null };
  });
}
