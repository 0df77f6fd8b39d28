import { cpus } from 'node:os';
import { countAll } from '../e2e/access/count-requests.ts';
import { print, printTable, toCell } from '../eval/table.ts';
import { printAsking } from './asking.ts';
import { printCards } from './cards.ts';
import { printClaude } from './claude.ts';
import { faultParts } from './faults.ts';
import { printAttached, printFiles, printTexts } from './files.ts';
import { printGrowth } from './growth/growth.ts';
import { longParts } from './long.ts';
import { printProofs } from './proofs.ts';
import { printSize } from './size.ts';
import { printStages } from './stages.ts';

/** With `routes`, also which routes were asked. */
async function printRequests([what]: readonly string[]): Promise<void> {
  const figures = await countAll();
  printTable(
    'requests to Discord',
    ['', 'all', 'counted'],
    figures.map(([name, { all, counted }]) => [name, toCell(all), toCell(counted)]),
  );
  for (const [name, { routes }] of what === 'routes' ? figures : []) {
    print(name);
    for (const [route, count] of routes) print(`${toCell(count).padStart(5)}  ${route}`);
  }
}

function find<Part>(parts: Readonly<Record<string, Part>>, name: string): Part {
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (part === undefined) throw new Error(`no part ${name}: choose of ${Object.keys(parts).join(', ')}`);
  return part;
}

/** Parts that are not measured when none is named are slow, or need Redis. */
const parts: Readonly<Record<string, (args: readonly string[]) => void | Promise<void>>> = {
  stages: printStages,
  proofs: printProofs,
  claude: printClaude,
  cards: printCards,
  asking: printAsking,
  size: printSize,
  files: printFiles,
  attached: printAttached,
  texts: printTexts,
  requests: printRequests,
  /** How many servers and digests, 240 and 100 or 2400 and 1000 for a whole process, and how many times Claude's tier. */
  growth: sizes => printGrowth(sizes.map(Number)),
  /** All parts, or the one that is named, of the sizes that are named. */
  long: async ([name, ...sizes]) => {
    const own = sizes.length > 0 ? [sizes.map(Number)] : [];
    for (const part of name === undefined ? Object.values(longParts) : [find(longParts, name)])
      await part(...own);
  },
  /** All parts, or those that are named. */
  faults: async names => {
    for (const name of names.length > 0 ? names : Object.keys(faultParts)) await find(faultParts, name)();
  },
};

const [, , name, ...args] = process.argv;
print(`node ${process.version}, ${cpus().length} cores\n`);
for (const each of name === undefined ? ['stages', 'claude', 'size'] : [name]) await find(parts, each)(args);
