import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCallLimiter } from '../../../src/io/claude/call-limiter.ts';
import { createSharedBudget, openSharedRedis, type SharedRedis } from '../../../src/io/jobs/shared-redis.ts';
import { createLogger } from '../../../src/log.ts';
import { noRedis, startRedis } from './redis-server.ts';

const summary = { tokens: 100, outputTokens: 10, isBackground: false };
const digest = { ...summary, isBackground: true };

describe.skipIf(noRedis)(`the rate limit of several processes${noRedis ? ` (${noRedis})` : ''}`, () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  const processes: SharedRedis[] = [];
  beforeAll(async () => {
    server = await startRedis();
    const log = createLogger('silent');
    for (let count = 0; count < 2; count++)
      processes.push(await openSharedRedis({ botId: '1', url: server.url, log }));
  });
  afterAll(async () => {
    for (const each of processes) await each.close();
    await server.stop();
  });
  const budgetsOf = (model: string) => processes.map(each => createSharedBudget(each, model));
  const tell = (limit: number, left: number, pauseMs = 0) => ({
    buckets: [{ name: 'input-tokens', limit, left }],
    pauseMs,
  });

  test('is unknown until an answer tells it, and then used up together', async () => {
    const [one, other] = budgetsOf('together');
    expect(await one?.take(summary)).toBe(0);
    await one?.note(tell(6_000, 1_000));
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, at) => (at % 2 ? one : other)?.take(summary)),
    );
    const begun = taken.filter(waitMs => waitMs === 0).length;
    // A hundred tokens come back in a second, and a test may take some.
    expect(begun).toBeGreaterThanOrEqual(10);
    expect(begun).toBeLessThan(30);
    expect(Math.max(...taken.map(Number))).toBeGreaterThanOrEqual(50);
  });

  test('has room again for what was given back', async () => {
    const [one, other] = budgetsOf('unused');
    await one?.note(tell(600, 600));
    expect(await other?.take({ ...summary, tokens: 600 })).toBe(0);
    await other?.giveBack({ tokens: 500, outputTokens: 0 });
    expect(await one?.take({ ...summary, tokens: 450 })).toBe(0);
  });

  test('holds everybody back when one was told to wait', async () => {
    const [one, other] = budgetsOf('paused');
    await one?.note({ buckets: [], pauseMs: 60_000 });
    expect(await other?.take(summary)).toBeGreaterThan(30_000);
  });

  test('lets no digest pass while a summary waits elsewhere', async () => {
    const [one, other] = budgetsOf('ranked');
    await one?.note(tell(600, 60));
    expect(await other?.take({ ...digest, tokens: 10 })).toBe(0);
    expect(await one?.take({ ...summary, tokens: 300 })).toBeGreaterThan(10_000);
    expect(await other?.take({ ...digest, tokens: 10 })).toBeGreaterThan(5_000);
    expect(await other?.take({ ...summary, tokens: 10 })).toBe(0);
  });

  test('is what a process knows itself while Redis is away', async () => {
    await processes[1]?.close();
    const [, gone] = budgetsOf('away');
    if (!gone) throw new Error('no budget');
    const limiter = createCallLimiter({ atOnceLimited: 2, atOnce: 2, atOnceUnknown: 2, shared: gone });
    const { signal } = new AbortController();
    expect(
      await limiter.run(async () => 'done', {
        tokens: 1,
        outputTokens: 1,
        isBackground: false,
        position: 0,
        server: '',
        signal,
      }),
    ).toBe('done');
  });
});
