import { globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable, type Row } from '../eval/table.ts';

type Names = Readonly<Record<string, unknown>>;
type Package = {
  readonly dev?: true;
  readonly link?: true;
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
};
type Packages = Readonly<Record<string, Package>>;

type InstalledSize = {
  /** On disk, in megabytes. */
  readonly megabytes: number;
  /** Largest first. */
  readonly packages: readonly { readonly name: string; readonly megabytes: number }[];
};

/**
 * What `npm install --omit=dev` leaves in `node_modules`, by the lock file and what is installed: `all` of it, and what is
 * left with `--workspaces=false`. npm then keeps what a development dependency shares with a workspace (some 3 MB).
 */
export function measureSizes(): { readonly all: InstalledSize; readonly botOnly: InstalledSize } {
  const { packages }: { packages: Packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const production = Object.keys(packages).filter(
    path => path.startsWith('node_modules/') && !packages[path]?.dev && !packages[path]?.link,
  );
  const reached = findReached(packages);
  return { all: measure(production), botOnly: measure(production.filter(path => reached.has(path))) };
}

function measure(paths: readonly string[]): InstalledSize {
  const packages = paths
    .map(path => ({ name: path.slice('node_modules/'.length), megabytes: measureFolder(path) / 1e6 }))
    .sort((a, b) => b.megabytes - a.megabytes);
  return { megabytes: packages.reduce((sum, { megabytes }) => sum + megabytes, 0), packages };
}

/** The paths of all packages that the root needs, also for development. */
function findReached(packages: Packages): ReadonlySet<string> {
  const reached = new Set(['']);
  for (const path of reached) {
    const own = packages[path];
    const names = [own?.dependencies, own?.devDependencies, own?.optionalDependencies, own?.peerDependencies];
    for (const name of names.flatMap(each => Object.keys(each ?? {}))) {
      reached.add(resolve(packages, path, name));
    }
  }
  return reached;
}

/** Where Node finds a package: in the nearest `node_modules` above. */
function resolve(packages: Packages, from: string, name: string): string {
  const nested = join(from, 'node_modules', name);
  if (nested in packages || from === '') return nested;
  return resolve(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/** Bytes on disk, without nested packages. Optional packages may not be installed. */
function measureFolder(path: string): number {
  let bytes = 0;
  for (const name of lstatSync(path, { throwIfNoEntry: false }) ? readdirSync(path) : []) {
    const stats = lstatSync(join(path, name));
    bytes += stats.isDirectory()
      ? name === 'node_modules'
        ? 0
        : measureFolder(join(path, name))
      : stats.blocks * 512;
  }
  return bytes;
}

/** Lines, files and folders of TypeScript, as it is formatted; folders that only hold folders count too. */
function measureCode(...folders: readonly string[]): readonly string[] {
  const files = folders.flatMap(folder => globSync(`${folder}/**/*.ts`));
  const ancestors = files.flatMap(file =>
    file.split('/').flatMap((_, depth, parts) => (depth === 0 ? [] : [parts.slice(0, depth).join('/')])),
  );
  const lines = files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
  return [lines, files.length, new Set(ancestors).size].map(String);
}

export function printSize(): void {
  const { all, botOnly } = measureSizes();
  const toCell = (megabytes?: number) => megabytes?.toFixed(1) ?? '';
  printTable(
    'installed without development dependencies, MB on disk; aim for the bot and the CLI: below 120',
    ['', 'everything', 'bot and CLI'],
    [
      ['all', toCell(all.megabytes), toCell(botOnly.megabytes)],
      ...all.packages.slice(0, 10).map(({ name, megabytes }): Row => {
        const inBot = botOnly.packages.find(each => each.name === name);
        return [`  ${name}`, toCell(megabytes), toCell(inBot?.megabytes)];
      }),
    ],
  );
  printTable(
    'our own TypeScript',
    ['', 'lines', 'files', 'folders'],
    [
      ['src and commands', ...measureCode('src', 'commands')],
      ['test', ...measureCode('test')],
    ],
  );
}
