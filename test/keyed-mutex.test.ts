import { expect, test } from 'vitest';
import { createKeyedMutex } from '../src/keyed-mutex.ts';

test('work on one key waits for earlier work on that key, even if that fails, and not for other keys', async () => {
  const exclusively = createKeyedMutex();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = exclusively('a', async () => {
    await first.promise;
    done.push('first');
    throw new Error('it failed');
  });
  const next = exclusively('a', async () => {
    done.push('next');
    return 'next';
  });
  expect(await exclusively('b', async () => 'other')).toBe('other');
  expect(done).toEqual([]);
  first.resolve();
  await expect(failing).rejects.toThrow('it failed');
  expect(await next).toBe('next');
  expect(done).toEqual(['first', 'next']);
});
