import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = { readonly folder: string; readonly fill: () => void; readonly empty: () => void };

/** Mounts a file system in memory that only one program and its children see, and starts the program on it. */
export function toSmallDiskCommand(folder: string, program: readonly string[]): [string, string[]] {
  const script = 'mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"';
  return ['unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script, folder, ...program]];
}

/** Why no small disk can be made here; null where one can. */
export const noSmallDisk: string | null =
  spawnSync(...toSmallDiskCommand(tmpdir(), ['true'])).status === 0
    ? null
    : 'nobody but root may mount a file system here';

/** The small disk in this folder, which can be filled to its last byte. */
export function createSmallDisk(folder: string): SmallDisk {
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(4_096), { flag: 'a' });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    empty: () => rmSync(ballast),
  };
}
