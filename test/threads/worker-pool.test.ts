import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../src/threads/worker-pool.ts';

let pool: WorkerPool;
beforeEach(() => {
  pool = createWorkerPool({ entry: new URL('tasks.ts', import.meta.url), heapMb: 64, idleMs: 50 });
  onTestFinished(pool.stop);
});

async function look() {
  const { value } = await pool.run<null, never, never, { pid: number; names: string[] }>('look', null).next();
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

test('a worker ends at once when nobody waits for what it computes', async () => {
  const stop = new AbortController();
  const running = pool.run<null, number, null, never>('never', null, { signal: stop.signal });
  const { value: pid } = await running.next();
  const ended = expect(running.next(null)).rejects.toThrow('aborted');
  expect(isRunning(pid)).toBe(true);
  stop.abort();
  await ended;
  await expect.poll(() => isRunning(pid)).toBe(false);
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
