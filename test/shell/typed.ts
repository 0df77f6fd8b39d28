import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** Whether a terminal can be had: `script` of util-linux. */
export const hasTerminal = /util-linux/.test(spawnSync('script', ['--version']).stdout?.toString() ?? '');

/** Starts the CLI on a terminal, in a folder, as a person would. */
export function startTyped(args: readonly string[], environment: NodeJS.ProcessEnv, cwd: string) {
  const words = [process.execPath, resolve('src/cli.ts'), ...args].map(word => `'${word}'`);
  // Without exec, Ctrl+C also ends a shell.
  const command = `exec ${words.join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'dumb', NO_COLOR: '1', ...environment },
  });
  let shown = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', piece => {
    shown += piece;
  });
  const ended = new Promise<number | null>(done => child.on('close', done));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    shown: () => shown,
    /** Resolves to the exit code. */
    ended,
    /** Waits until this is shown, after what was answered before, then presses these keys. */
    async answer(question: string, keys: string) {
      await expect.poll(() => shown.slice(seen)).toContain(question);
      seen = shown.indexOf(question, seen) + question.length;
      child.stdin.write(keys);
    },
  };
}
