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

/** Claims of what `fill` says. One has to be clarified, so that there is a review. */
export const fairClaims = [
  {
    text: 'The school fair is on 21 March.',
    kind: 'key_point',
    evidence: [{ position: 1, quote: 'The school fair is on 21 March' }],
  },
  {
    text: 'Parking behind the gym was allowed.',
    kind: 'fact',
    evidence: [{ position: 7, quote: 'Parking behind the gym was allowed' }],
  },
  {
    text: 'Zoe says that the loudspeakers from 2024 still work.',
    kind: 'fact',
    speakers: ['Zoe'],
    evidence: [{ position: 5, quote: 'The loudspeakers from 2024 still work' }],
  },
];
