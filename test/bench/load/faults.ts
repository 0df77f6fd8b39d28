import { faultKinds } from '../../faults/fault-kinds.ts';
import { type Outcome, runMatrix, toPairName } from '../../faults/fault-matrix.ts';
import { pickFaultSeed } from '../../faults/fault-seed.ts';
import type { Adapter } from '../../faults/kills/bot-processes.ts';
import { stages } from '../../faults/kills/digest-process.ts';
import { type KillFigures, killDigests } from '../../faults/kills/kill-digests.ts';
import { killSummaries, type SummaryKillFigures } from '../../faults/kills/kill-summaries.ts';
import { machineFaults } from '../../faults/machines/machine-faults.ts';
import { type FaultFigures, meetFault } from '../../faults/machines/meet-fault.ts';

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

/** 200 kills of a bot that writes summaries, with a sum of each figure. */
export async function measureSummaryKills(adapter: Adapter): Promise<SummaryKillFigures> {
  return addUp(await killBySeed(seed => killSummaries({ seed, kills: killsOfOne, adapter })));
}

/** Each fault that several processes meet, or the one named by FAULT, at three moments or FAULT_TIMES of them. */
export async function measureMachineFaults(): Promise<ReadonlyMap<string, FaultFigures>> {
  const { FAULT: name, FAULT_TIMES: times = '3' } = process.env;
  const rows = new Map<string, FaultFigures>();
  const faults = machineFaults.filter(each => name === undefined || each.name === name);
  const seeds = pickSeeds(Number(times));
  for (const fault of faults) {
    const figures: FaultFigures[] = [];
    for (const seed of seeds) {
      const found = await meetFault(fault, seed);
      figures.push(found);
      if (found.once < found.due)
        process.stderr.write(`${fault.name}, seed ${seed}: ${JSON.stringify(found)}\n`);
    }
    rows.set(fault.name, addUp(figures));
    process.stderr.write(`${rows.size} of ${faults.length} faults\n`);
  }
  return rows;
}

/** 200 kills of a bot that runs two digests. */
export async function measureDigestKills(adapter: Adapter): Promise<KillFigures> {
  const all = await killBySeed(seed => killDigests({ seed, kills: killsOfOne, digests: 2, adapter }));
  const sum = (pick: (figures: KillFigures) => number) => all.reduce((total, each) => total + pick(each), 0);
  return {
    kills: sum(each => each.kills),
    due: sum(each => each.due),
    once: sum(each => each.once),
    twice: sum(each => each.twice),
    lost: sum(each => each.lost),
    stages: new Map(stages.map(stage => [stage, sum(each => each.stages.get(stage) ?? 0)])),
  };
}

type MatrixRow = {
  readonly name: string;
  readonly tried: number;
  readonly held: number;
  readonly impossible: number;
  readonly failed: number;
};

type MatrixFigures = {
  readonly actions: number;
  readonly rows: readonly MatrixRow[];
  /** How many were impossible, by what was and the route. */
  readonly impossible: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
};

const matrixLanes = 16;

/** Every action that meets every fault at every route it uses. */
export async function measureMatrix(): Promise<MatrixFigures> {
  const { actions, outcomes } = await runMatrix({
    lanes: matrixLanes,
    choose: pairs => pairs,
    onOutcome: (_, left) => left % 100 === 0 && process.stderr.write(`${left} pairs left\n`),
  });
  const toRow = (name: string, of: readonly Outcome[]): MatrixRow => {
    const count = (wanted: Outcome['verdict']) => of.filter(({ verdict }) => verdict === wanted).length;
    return {
      name,
      tried: of.length,
      held: count('held'),
      impossible: count('impossible'),
      failed: count('failed'),
    };
  };
  const impossible = new Map<string, number>();
  for (const { verdict, reason, pair } of outcomes) {
    if (verdict !== 'impossible') continue;
    const name = `${reason}: ${pair.route}, ${pair.fault.name}`;
    impossible.set(name, (impossible.get(name) ?? 0) + 1);
  }
  const rows = faultKinds.map(({ name }) =>
    toRow(
      name,
      outcomes.filter(({ pair }) => pair.fault.name === name),
    ),
  );
  return {
    actions: actions.length,
    rows: [...rows, toRow('all', outcomes)],
    impossible,
    failures: outcomes
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ pair, reason }) => `${toPairName(pair)}: ${reason}`),
  };
}
