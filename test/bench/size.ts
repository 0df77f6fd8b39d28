import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: true }>> };

export type InstalledSize = {
  /** On disk, in megabytes, without development dependencies. */
  readonly megabytes: number;
  /** The largest packages, largest first. */
  readonly largest: readonly { readonly name: string; readonly megabytes: number }[];
};

/** The size that `npm install --omit=dev` leaves in `node_modules`, by the lock file and what is installed. */
export function measureSize(): InstalledSize {
  const { packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const sizes = Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && dev === undefined)
    .map(([path]) => ({ name: path.slice('node_modules/'.length), megabytes: measureFolder(path) / 1e6 }))
    .sort((a, b) => b.megabytes - a.megabytes);
  return {
    megabytes: sizes.reduce((sum, { megabytes }) => sum + megabytes, 0),
    largest: sizes.slice(0, 8),
  };
}

/** Bytes on disk. Nested packages have their own entry in the lock file; optional ones may not be installed. */
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
