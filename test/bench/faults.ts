import { print, printTable, type Row, toCell } from '../eval/table.ts';
import { faultKinds } from '../faults/fault-kinds.ts';
import { type Outcome, runMatrix, toPairName } from '../faults/fault-matrix.ts';
import { pickFaultSeed } from '../faults/fault-seed.ts';
import type { Adapter } from '../faults/kills/bot-processes.ts';
import { stages } from '../faults/kills/digest-process.ts';
import { killDigests } from '../faults/kills/kill-digests.ts';
import { killSummaries } from '../faults/kills/kill-summaries.ts';
import { machineFaults } from '../faults/machines/machine-faults.ts';
import { type FaultFigures, meetFault } from '../faults/machines/meet-fault.ts';

const killsOfOne = 20;
const seedCount = 10;
/** So many bots are killed at the same time, each with a Discord and a store of its own. */
const lanes = 2;

function pickSeeds(count: number): readonly number[] {
  const first = pickFaultSeed();
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Kills a bot with each seed. */
async function killBySeed<Figures>(kill: (seed: number) => Promise<Figures>): Promise<readonly Figures[]> {
  const left = [...pickSeeds(seedCount)];
  const all: Figures[] = [];
  const runLane = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const figures = await kill(seed);
      all.push(figures);
      process.stderr.write(
        `killed ${all.length * killsOfOne} of ${seedCount * killsOfOne} times, by seed ${seed}: ${JSON.stringify(figures)}\n`,
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return all;
}

function addUp<Figures extends Readonly<Record<string, number>>>(all: readonly Figures[]): Figures {
  return all.reduce((sum, each) => {
    const names = Object.keys(sum) as (keyof Figures & string)[];
    return Object.fromEntries(names.map(name => [name, Number(sum[name]) + Number(each[name])])) as Figures;
  });
}

/** 200 kills of a bot that writes summaries. */
async function printSummaryKills(adapter: Adapter): Promise<void> {
  const figures = addUp(await killBySeed(seed => killSummaries({ seed, kills: killsOfOne, adapter })));
  printTable(
    'summaries of a bot that is killed at seeded moments and started again',
    ['', ...Object.keys(figures)],
    [['summaries', ...Object.values(figures).map(toCell)]],
  );
}

/** 200 kills of a bot that runs two digests. */
async function printDigestKills(adapter: Adapter): Promise<void> {
  const all = await killBySeed(seed => killDigests({ seed, kills: killsOfOne, digests: 2, adapter }));
  const { stages: _, ...figures } = addUp(all.map(each => ({ ...each, stages: 0 })));
  printTable(
    'runs of a bot that is killed at seeded moments and started again',
    ['', ...Object.keys(figures)],
    [['digests', ...Object.values(figures).map(toCell)]],
  );
  const count = (stage: (typeof stages)[number]) =>
    all.reduce((sum, each) => sum + (each.stages.get(stage) ?? 0), 0);
  printTable(
    'where a kill found the runs of digests',
    ['', 'runs'],
    stages.map(stage => [stage, toCell(count(stage))]),
  );
}

/** Each fault that several processes meet, or the one named by FAULT, at three moments or FAULT_TIMES of them. */
async function printMachines(): Promise<void> {
  const { FAULT: name, FAULT_TIMES: times = '3' } = process.env;
  const rows: Row[] = [];
  let head: readonly string[] = [];
  for (const fault of machineFaults.filter(each => name === undefined || each.name === name)) {
    const figures: FaultFigures[] = [];
    for (const seed of pickSeeds(Number(times))) {
      const found = await meetFault(fault, seed);
      figures.push(found);
      if (found.once < found.due)
        process.stderr.write(`${fault.name}, seed ${seed}: ${JSON.stringify(found)}\n`);
    }
    const sum = addUp(figures);
    head = Object.keys(sum);
    rows.push([fault.name, ...Object.values(sum).map(toCell)]);
    process.stderr.write(`${fault.name}\n`);
  }
  printTable('faults that a gateway and two workers meet', ['', ...head], rows);
}

const matrixLanes = 16;
const verdicts = ['held', 'impossible', 'failed'] as const satisfies readonly Outcome['verdict'][];

/** Every action that meets every fault at every route it uses. */
async function printMatrix(): Promise<void> {
  const { actions, outcomes } = await runMatrix({
    lanes: matrixLanes,
    choose: pairs => pairs,
    onOutcome: (_, left) => left % 100 === 0 && process.stderr.write(`${left} pairs left\n`),
  });
  const toRow = (name: string, of: readonly Outcome[]): Row => [
    name,
    toCell(of.length),
    ...verdicts.map(wanted => toCell(of.filter(({ verdict }) => verdict === wanted).length)),
  ];
  printTable(
    `${actions.length} actions, each fault at each route that they use`,
    ['', 'tried', ...verdicts],
    [
      ...faultKinds.map(({ name }) =>
        toRow(
          name,
          outcomes.filter(({ pair }) => pair.fault.name === name),
        ),
      ),
      toRow('all', outcomes),
    ],
  );
  print('impossible: all that the bot sent within its time was refused or lost by the fault');
  const impossible = outcomes.filter(({ verdict }) => verdict === 'impossible');
  const alike = Map.groupBy(impossible, ({ reason, pair }) => `${reason}: ${pair.route}, ${pair.fault.name}`);
  for (const [name, { length }] of alike) print(`${toCell(length).padStart(5)}  ${name}`);
  print('\nfailed');
  for (const { verdict, pair, reason } of outcomes)
    if (verdict === 'failed') print(`       ${toPairName(pair)}: ${reason}`);
  print();
}

/** What becomes of each action and fault, and of runs whose process is killed with `kill -9`. */
export const faultParts = {
  matrix: printMatrix,
  summaries: () => printSummaryKills('SQLite'),
  digests: () => printDigestKills('SQLite'),
  'redis-summaries': () => printSummaryKills('Redis'),
  'redis-digests': () => printDigestKills('Redis'),
  machines: printMachines,
};
