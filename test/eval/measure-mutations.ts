import type { DraftClaim } from '../../src/core/claims/draft.ts';
import type { GoodClaim } from './material.ts';
import { mutations } from './mutations/index.ts';
import { createRandom } from './random.ts';

/** What verification made of a claim: shown as fact as it came, shown with other citations, or not so. */
export type Outcome = 'stands' | 'recited' | 'changed' | 'dropped';

export function judge({ scene }: GoodClaim, draft: DraftClaim): Outcome {
  const verdict = scene.verifier.verify(draft);
  if (!verdict.ok) return 'dropped';
  const { claim } = verdict;
  if (claim.status !== 'verified' || claim.kind !== draft.kind) return 'changed';
  if (claim.recited) return 'recited';
  return claim.findings.some(({ effect }) => effect === 'uncite') ? 'changed' : 'stands';
}

export type Tally = { tried: number; caught: number; recited: number; recitedRight: number };

/** Per kind of mutation: how many were made, how many did not reach the reader as fact. */
export function measureMutations(claims: readonly GoodClaim[], seed = 11): ReadonlyMap<string, Tally> {
  const random = createRandom(seed);
  return new Map(
    mutations.map(({ name, mutate }) => {
      const tally: Tally = { tried: 0, caught: 0, recited: 0, recitedRight: 0 };
      for (const claim of claims) {
        const changed = mutate(claim, claims, random);
        if (changed === null) continue;
        tally.tried += 1;
        const outcome = judge(claim, changed);
        // Another place found for a claim whose words are untouched is a cure; for words that are wrong it is none.
        const cured = outcome === 'recited' && changed.text === claim.draft.text;
        if (outcome === 'changed' || outcome === 'dropped' || cured) tally.caught += 1;
        if (outcome === 'recited') tally.recited += 1;
        if (cured && citesOriginal(claim, changed)) tally.recitedRight += 1;
      }
      return [name, tally];
    }),
  );
}

function citesOriginal(claim: GoodClaim, changed: DraftClaim): boolean {
  const verdict = claim.scene.verifier.verify(changed);
  const own = new Set(claim.draft.evidence.map(({ position }) => position));
  return verdict.ok && verdict.claim.citations.some(({ position }) => own.has(position));
}

export type Alarms = {
  readonly claims: number;
  readonly dropped: number;
  readonly changed: number;
  readonly recited: number;
  /** Claims that are no longer shown as fact, by the check that failed first. */
  readonly byCheck: ReadonlyMap<string, number>;
};

/** What verification does to claims that hold. */
export function measureAlarms(claims: readonly GoodClaim[]): Alarms {
  const counts = { stands: 0, recited: 0, changed: 0, dropped: 0 };
  const byCheck = new Map<string, number>();
  for (const claim of claims) {
    const outcome = judge(claim, claim.draft);
    counts[outcome] += 1;
    if (outcome === 'changed' || outcome === 'dropped') {
      const check = toFailedCheck(claim);
      byCheck.set(check, (byCheck.get(check) ?? 0) + 1);
    }
  }
  return { claims: claims.length, ...counts, byCheck };
}

export function toFailedCheck({ scene, draft }: GoodClaim): string {
  const verdict = scene.verifier.verify(draft);
  if (!verdict.ok) return verdict.rejected.reasons[0]?.check ?? 'unknown';
  return verdict.claim.findings.find(({ effect }) => effect !== undefined)?.check ?? 'unknown';
}
