import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import type { GoodClaim } from '../material.ts';
import { mutations } from '../mutations.ts';
import { toOwnClaims, translatedTalks } from '../own/own.ts';
import { createRandom, printTable, toPercent } from '../table.ts';

/** Prints how many mistakes of each kind that a proof can see are caught, and how many true claims are dropped. */
export function printMutations(): void {
  const sets: readonly (readonly [string, readonly GoodClaim[]])[] = [
    ['own', toOwnClaims()],
    ['translated', toOwnClaims(translatedTalks)],
  ];
  const tallies = sets.map(([, claims]) => measureMutations(claims));
  printTable(
    'Mutations caught by the proofs, %',
    ['mutation', ...sets.flatMap(([name]) => [name, 'of', 'restored'])],
    mutations.map(({ name }) => [
      name,
      ...tallies.flatMap(all => {
        const { tried, caught, restored } = all.get(name) ?? { tried: 0, caught: 0, restored: 0 };
        return [toPercent(caught, tried), tried, restored === 0 ? '' : toPercent(restored, tried)];
      }),
    ]),
  );
  printTable(
    'True claims that the proofs drop, % (aim: at most 0.5)',
    ['set', 'claims', 'dropped', 'cited otherwise', 'by proof'],
    sets.map(([name, claims]) => {
      const { dropped, citedOtherwise, byCheck } = measureAlarms(claims);
      return [
        name,
        claims.length,
        toPercent(dropped, claims.length),
        toPercent(citedOtherwise, claims.length),
        [...byCheck].map(([check, count]) => `${check} ${count}`).join(', '),
      ];
    }),
  );
}

/** Shown as written, shown with other citations, or dropped. */
type Outcome = 'shown' | 'cited_otherwise' | 'dropped';

export type Tally = { tried: number; caught: number; restored: number };

/** Per kind of mutation: how many were made, and how many did not reach the reader with the mistake. */
export function measureMutations(claims: readonly GoodClaim[], seed = 11): ReadonlyMap<string, Tally> {
  const random = createRandom(seed);
  return new Map(
    mutations.map(({ name, mutate }) => {
      const tally: Tally = { tried: 0, caught: 0, restored: 0 };
      for (const claim of claims) {
        const changed = mutate(claim, random);
        if (changed === null) continue;
        tally.tried += 1;
        const { outcome, positions } = verify(claim, changed);
        // Other citations cure a wrong citation, not wrong words.
        const isCured = outcome === 'cited_otherwise' && changed.text === claim.draft.text;
        if (outcome === 'dropped' || isCured) tally.caught += 1;
        if (isCured && claim.draft.evidence.some(({ position }) => positions.includes(position)))
          tally.restored += 1;
      }
      return [name, tally];
    }),
  );
}

type Verified = {
  readonly outcome: Outcome;
  readonly positions: readonly number[];
  readonly check: string;
};

function verify({ scene }: GoodClaim, draft: DraftClaim): Verified {
  const verdict = scene.verifier.verify(draft);
  if (!verdict.ok)
    return { outcome: 'dropped', positions: [], check: verdict.rejected.reasons[0]?.check ?? 'shape' };
  const { citations, citationReplaced, findings } = verdict.claim;
  const changed = findings.find(({ effect }) => effect === 'cite' || effect === 'uncite');
  return {
    outcome: citationReplaced || changed ? 'cited_otherwise' : 'shown',
    positions: citations.map(({ position }) => position),
    check: changed?.check ?? 'citation',
  };
}

type Alarms = {
  readonly claims: number;
  readonly dropped: number;
  readonly citedOtherwise: number;
  /** Dropped claims by the proof that failed first. */
  readonly byCheck: ReadonlyMap<string, number>;
};

/** What the proofs do to claims that are true. */
export function measureAlarms(claims: readonly GoodClaim[]): Alarms {
  const verified = claims.map(claim => verify(claim, claim.draft));
  const dropped = verified.filter(({ outcome }) => outcome === 'dropped');
  return {
    claims: claims.length,
    dropped: dropped.length,
    citedOtherwise: verified.filter(({ outcome }) => outcome === 'cited_otherwise').length,
    byCheck: new Map(
      [...Map.groupBy(dropped, ({ check }) => check)].map(([check, { length }]) => [check, length]),
    ),
  };
}
