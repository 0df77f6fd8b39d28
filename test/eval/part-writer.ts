import type { GoodClaim } from './material.ts';
import { judge } from './measure-mutations.ts';
import { writeNoisily } from './noisy-writer.ts';
import { toOwnClaims } from './own/index.ts';
import { readAnswers, toCitedClaims } from './qmsum.ts';
import { createRandom } from './random.ts';
import { printTable, toPercent } from './table.ts';

/** Faults that only point to the wrong place: the words hold, and a better citation cures them. */
const ofCitation = new Set(['position', 'quote', 'citations swapped']);

/** Prints what of a writer's mistakes reaches a reader as fact, before and after verification, without a repair call. */
export function printWriter(data: string): void {
  const meetings = toCitedClaims(readAnswers(data)).claims;
  const sets: readonly (readonly [string, readonly GoodClaim[]])[] = [
    ['own', toOwnClaims()],
    ...(meetings.length > 0 ? [['qmsum', meetings] as const] : []),
  ];
  printTable(
    'A writer with faults in a fifth of its claims: what is shown as fact, %',
    [
      'set',
      'claims',
      'unsupported as written',
      'unsupported as shown',
      'good claims lost',
      'cured by another citation',
    ],
    sets.map(([name, claims]) => {
      const written = writeNoisily(claims, createRandom(17)).map(each => ({
        ...each,
        outcome: judge(each.claim, each.draft),
      }));
      const faults = written.filter(({ fault }) => fault !== null);
      const good = written.filter(({ fault }) => fault === null);
      const shown = written.filter(({ outcome }) => outcome === 'stands' || outcome === 'recited');
      const isCured = ({ fault, outcome }: (typeof written)[number]) =>
        fault !== null && ofCitation.has(fault) && outcome === 'recited';
      const unsupported = shown.filter(each => each.fault !== null && !isCured(each));
      const lost = good.filter(({ outcome }) => outcome === 'changed' || outcome === 'dropped');
      return [
        name,
        String(written.length),
        toPercent(faults.length, written.length),
        toPercent(unsupported.length, shown.length),
        toPercent(lost.length, good.length),
        toPercent(faults.filter(isCured).length, faults.length),
      ];
    }),
  );
}
