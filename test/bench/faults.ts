import { print, printTable, type Row, toCell } from '../eval/table.ts';
import { faultKinds } from '../faults/fault-kinds.ts';
import { type Outcome, runMatrix, toPairName } from '../faults/fault-matrix.ts';
import { pickFaultSeed } from '../faults/fault-seed.ts';
import { machineFaults } from '../faults/machines/machine-faults.ts';
import { type FaultFigures, meetFault } from '../faults/machines/meet-fault.ts';

function pickSeeds(count: number): readonly number[] {
  const first = pickFaultSeed();
  return Array.from({ length: count }, (_, index) => first + index);
}

function addUp<Figures extends Readonly<Record<string, number>>>(all: readonly Figures[]): Figures {
  return all.reduce((sum, each) => {
    const names = Object.keys(sum) as (keyof Figures & string)[];
    return Object.fromEntries(names.map(name => [name, Number(sum[name]) + Number(each[name])])) as Figures;
  });
}

/** Each fault that the processes meet, or the one named by FAULT, at three moments or FAULT_TIMES of them. */
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
  printTable('faults that the processes meet', ['', ...head], rows);
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

/** What becomes of each action and fault, and of digests and summaries whose machines meet one. */
export const faultParts = { matrix: printMatrix, machines: printMachines };
