import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

const starts = 9;
const runs = {
  '--help': ['--help'],
  'summarize, 39 messages': ['summarize', 'test/fixtures/release-room.jsonl'],
} as const;

export type CliStart = {
  readonly name: string;
  readonly medianMs: number;
  readonly longestMs: number;
};

/** How long the CLI takes from its start to its end, in processes of their own; the compile cache is warm. */
export function measureCli(): readonly CliStart[] {
  return Object.entries(runs).map(([name, args]) => {
    const run = () => {
      const begin = performance.now();
      const { status, stderr } = spawnSync(process.execPath, ['src/cli.ts', ...args], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      return performance.now() - begin;
    };
    run();
    const times = Array.from({ length: starts }, run).sort((a, b) => a - b);
    return { name, medianMs: times[Math.floor(starts / 2)] ?? 0, longestMs: times.at(-1) ?? 0 };
  });
}
