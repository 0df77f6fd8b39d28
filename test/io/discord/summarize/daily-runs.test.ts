import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunStore } from '../../../../src/app/store-ports.ts';
import {
  type BegunRun,
  createDailyRuns,
  type RefusedRun,
} from '../../../../src/io/discord/summarize/runs.ts';
import { createTryLock } from '../../../../src/keyed-mutex.ts';

/** A store that takes its time, so that what is asked at once meets in it. */
function createSlowStore() {
  const cache = new Map<string, number>();
  let broken = false;
  const pause = async () => {
    await new Promise(resolve => setImmediate(resolve));
    if (broken) throw new Error('the store is down');
  };
  const store: RunStore = {
    tryLock: createTryLock(),
    get: async (personId, day) => {
      await pause();
      return cache.get(`${personId} ${day}`) ?? 0;
    },
    add: async (personId, day, runs, limit = Number.POSITIVE_INFINITY) => {
      await pause();
      const count = Math.max(0, (cache.get(`${personId} ${day}`) ?? 0) + runs);
      if (count > limit) return false;
      cache.set(`${personId} ${day}`, count);
      return true;
    },
    forget: async (personId, day) => void cache.delete(`${personId} ${day}`),
  };
  return {
    store,
    kept: cache,
    break: () => {
      broken = true;
    },
    mend: () => {
      broken = false;
    },
  };
}

const noon = { now: () => '2026-03-09T12:00:00.000Z' };

function begun(run: BegunRun | RefusedRun): BegunRun {
  if (!run.ok) throw new Error(`refused: ${run.reason}`);
  return run;
}

describe('runs', () => {
  test('of a day are used up, also after a restart, and come back with the next day in UTC', async () => {
    const { store } = createSlowStore();
    let now = '2026-03-09T23:59:59.999Z';
    const clock = { now: () => now };
    const runs = createDailyRuns(store, clock);
    await begun(await runs.begin('ann', 2)).end();
    await begun(await runs.begin('ann', 2)).end();
    expect(await runs.begin('ann', 2)).toEqual({ ok: false, reason: 'spent', limit: 2 });
    const restarted = createDailyRuns(store, clock);
    expect(await restarted.begin('ann', 2)).toEqual({ ok: false, reason: 'spent', limit: 2 });
    now = '2026-03-10T00:00:00.000Z';
    expect((await restarted.begin('ann', 2)).ok).toBe(true);
  });

  test('that read nothing are given back to the day they began on, once', async () => {
    const { store, kept: cache } = createSlowStore();
    let now = '2026-03-09T23:59:00.000Z';
    const runs = createDailyRuns(store, { now: () => now });
    const first = begun(await runs.begin('ann', 1));
    now = '2026-03-10T00:01:00.000Z';
    await first.end({ counted: false });
    expect(cache.get('ann 2026-03-09')).toBe(0);
    const second = begun(await runs.begin('ann', 1));
    await first.end({ counted: false });
    expect(cache.get('ann 2026-03-10')).toBe(1);
    expect(await runs.begin('ann', 1)).toMatchObject({ reason: 'running' });
    await second.end();
    expect(await runs.begin('ann', 1)).toMatchObject({ reason: 'spent' });
  });

  test('do not begin when the store is down, and may be tried again', async () => {
    const slow = createSlowStore();
    const runs = createDailyRuns(slow.store, noon);
    slow.break();
    await expect(runs.begin('ann', 1)).rejects.toThrow('the store is down');
    slow.mend();
    const run = begun(await runs.begin('ann', 1));
    slow.break();
    await expect(run.end({ counted: false })).resolves.toBeUndefined();
    slow.mend();
    expect(await runs.begin('ann', 1)).toMatchObject({ reason: 'spent' });
  });

  test('however they are asked for and ended, are never two at a time nor more than a day holds', async () => {
    const step = fc.record({
      person: fc.constantFrom('ann', 'bob'),
      does: fc.constantFrom('begin', 'begin', 'end', 'giveBack'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        const { store, kept: cache } = createSlowStore();
        const runs = createDailyRuns(store, noon);
        const open = new Map<string, BegunRun[]>();
        const begins: Promise<void>[] = [];
        let given = 0;
        for (const { person, does } of steps) {
          if (does === 'begin') {
            const begin = runs.begin(person, 3).then(run => {
              if (!run.ok) return;
              given += 1;
              open.set(person, [...(open.get(person) ?? []), run]);
              expect(open.get(person)).toHaveLength(1);
            });
            begins.push(begin);
            if (begins.length % 2 === 0) await begin;
          } else {
            const [run, ...rest] = open.get(person) ?? [];
            if (!run) continue;
            open.set(person, rest);
            if (does === 'giveBack') given -= 1;
            await run.end({ counted: does === 'end' });
          }
        }
        await Promise.all(begins);
        expect([...cache.values()].reduce((sum, runs) => sum + runs, 0)).toBe(given);
        for (const counted of cache.values()) expect(counted).toBeLessThanOrEqual(3);
      }),
      { numRuns: 100 },
    );
  });
});
