import type { GoodClaim } from './material.ts';
import { type Alarms, measureAlarms, measureMutations } from './measure-mutations.ts';
import { mutations } from './mutations/index.ts';
import { toOwnClaims } from './own/index.ts';
import { translatedTalks } from './own/translated.ts';
import { readAnswers, toCitedClaims } from './qmsum.ts';
import { print, printTable, toPercent } from './table.ts';

/** Prints how many mutations of each kind are caught, and how many good claims are hurt. */
export function printMutations(data: string): void {
  const answers = readAnswers(data);
  const { claims: meetings, leftOut } = toCitedClaims(answers);
  const sets: readonly (readonly [string, readonly GoodClaim[]])[] = [
    ['own', toOwnClaims()],
    ['translated', toOwnClaims(translatedTalks)],
    ...(meetings.length > 0 ? [['qmsum', meetings] as const] : []),
  ];
  if (meetings.length > 0) {
    print(
      `qmsum: ${meetings.length} sentences cited; ${leftOut} share too little with any two turns of their span\n`,
    );
  }
  const tallies = sets.map(([, claims]) => measureMutations(claims));
  printTable(
    'Mutations caught, %',
    ['mutation', 'aim', ...sets.flatMap(([name]) => [name, 'of', 'recited right'])],
    mutations.map(({ name, aim }) => [
      name,
      aim === null ? '-' : String(aim),
      ...tallies.flatMap(all => {
        const tally = all.get(name);
        if (!tally) return ['-', '-', '-'];
        const { tried, caught, recitedRight } = tally;
        return [
          toPercent(caught, tried),
          String(tried),
          recitedRight === 0 ? '' : toPercent(recitedRight, tried),
        ];
      }),
    ]),
  );
  const alarms = sets.map(([, claims]) => measureAlarms(claims));
  printTable(
    'Good claims not shown as fact, % (aim: at most 5)',
    ['set', 'claims', 'alarms', 'dropped', 'marked or relabelled', 'recited'],
    [
      ...sets.map(([name], at) => toAlarmRow(name, alarms[at])),
      ...(meetings.length > 0
        ? [toAlarmRow('qmsum, with those left out', measureAlarms(toCitedClaims(answers, 0).claims))]
        : []),
    ],
  );
  printTable(
    'The check that failed first, good claims',
    ['check', ...sets.map(([name]) => name)],
    [...new Set(alarms.flatMap(({ byCheck }) => [...byCheck.keys()]))]
      .sort()
      .map(check => [check, ...alarms.map(({ byCheck }) => String(byCheck.get(check) ?? 0))]),
  );
}

function toAlarmRow(name: string, alarms: Alarms | undefined): readonly [string, ...string[]] {
  if (!alarms) return [name];
  const { claims, dropped, changed, recited } = alarms;
  return [
    name,
    String(claims),
    toPercent(dropped + changed, claims),
    toPercent(dropped, claims),
    toPercent(changed, claims),
    toPercent(recited, claims),
  ];
}
