import type { GoodClaim } from '../material.ts';
import { measureAlarms, measureMutations } from '../measure-mutations.ts';
import { mutations } from '../mutations/index.ts';
import { toOwnClaims } from '../own/index.ts';
import { translatedTalks } from '../own/translated.ts';
import { readAnswers, toCitedClaims } from '../qmsum.ts';
import { printTable, toPercent } from '../table.ts';

/** Prints how many mistakes of each kind that a proof can see are caught, and how many true claims are dropped. */
export function printMutations(data: string): void {
  const meetings = toCitedClaims(readAnswers(data));
  const sets: readonly (readonly [string, readonly GoodClaim[]])[] = [
    ['own', toOwnClaims()],
    ['translated', toOwnClaims(translatedTalks)],
    ...(meetings.length > 0 ? [['qmsum', meetings] as const] : []),
  ];
  const tallies = sets.map(([, claims]) => measureMutations(claims));
  printTable(
    'Mutations caught by the proofs, %',
    ['mutation', ...sets.flatMap(([name]) => [name, 'of', 'restored'])],
    mutations.map(({ name }) => [
      name,
      ...tallies.flatMap(all => {
        const { tried, caught, restored } = all.get(name) ?? { tried: 0, caught: 0, restored: 0 };
        return [toPercent(caught, tried), String(tried), restored === 0 ? '' : toPercent(restored, tried)];
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
        String(claims.length),
        toPercent(dropped, claims.length),
        toPercent(citedOtherwise, claims.length),
        [...byCheck].map(([check, count]) => `${check} ${count}`).join(', '),
      ];
    }),
  );
}
