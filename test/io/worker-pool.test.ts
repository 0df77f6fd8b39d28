import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { OutOfMemoryError } from '../../src/errors.ts';
import { createWorkerPool, type WorkerPool } from '../../src/workers/worker-pool.ts';

let pool: WorkerPool;
beforeEach(() => {
  pool = createWorkerPool({ entry: new URL('worker-tasks.ts', import.meta.url), heapMb: 64, idleMs: 50 });
  onTestFinished(pool.stop);
});

async function look(own = pool) {
  const { value } = await own.run<null, never, never, { pid: number; names: string[] }>('look', null).next();
  return value;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a worker ends when it has had nothing to do for a while, and gives its memory back', async () => {
  const { pid } = await look();
  expect(pid).not.toBe(process.pid);
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect((await look()).pid).not.toBe(pid);
});

test('tasks take turns, and each gets its own answers', async () => {
  const repeat = async (word: string) => {
    const running = pool.run<string, string, string, string>('repeat', word);
    const { value } = await running.next();
    return (await running.next(`${value}!`)).value;
  };
  expect(await Promise.all(['one', 'two', 'three'].map(repeat))).toEqual([
    'one one!',
    'two two!',
    'three three!',
  ]);
});

test('a worker knows nothing of the secrets in the environment', async () => {
  expect(process.env).toHaveProperty('PATH');
  expect((await look()).names).not.toContain('PATH');
});

test('a task is not lost if the worker was killed while it had nothing to do', async () => {
  const kept = createWorkerPool({
    entry: new URL('worker-tasks.ts', import.meta.url),
    heapMb: 64,
    idleMs: 60_000,
  });
  onTestFinished(kept.stop);
  const { pid } = await look(kept);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect((await look(kept)).pid).not.toBe(pid);
});

test('a task whose worker is killed after it has begun fails, and is not begun again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-pool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { pid } = await look();
  const sign = join(folder, 'begun');
  const running = pool.run<string, never, never, never>('silent', sign).next();
  await expect.poll(() => existsSync(sign)).toBe(true);
  process.kill(pid, 'SIGKILL');
  await expect(running).rejects.toThrow(OutOfMemoryError);
  expect((await look()).pid).not.toBe(pid);
});

test('a worker leaves the processor to others', async () => {
  const { pid } = await look();
  expect(getPriority(pid)).toBe(Math.min(getPriority() + 10, 19));
});
