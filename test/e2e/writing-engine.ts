import type { Engine } from '../../src/app/ports.ts';

/** An engine that writes these claims, whatever it is asked. */
export function createWriting(...claims: readonly object[]): Engine {
  return {
    name: 'writing',
    draft: async (_, onClaim) => {
      for (const claim of claims) onClaim(claim);
      return { engine: { name: 'writing' }, usage: null, failure: null };
    },
  };
}
