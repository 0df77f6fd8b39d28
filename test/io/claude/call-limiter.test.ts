import { expect, test } from 'vitest';
import {
  type CallLimiter,
  type CallOptions,
  createCallLimiter,
  createCallLimiters,
} from '../../../src/io/claude/call-limiter.ts';

const { signal } = new AbortController();
const call: CallOptions = {
  tokens: 1,
  outputTokens: 1,
  isBackground: false,
  server: '',
  position: 0,
  signal,
};

/** A limiter by a clock that only its own waits move; `order` has the names of calls as they began. */
function createScene(options: Partial<Parameters<typeof createCallLimiter>[0]> = {}) {
  let ms = 0;
  const limiter = createCallLimiter({
    atOnceLimited: 100,
    atOnce: 100,
    atOnceUnknown: 100,
    now: () => ms,
    wait: async waitMs => {
      ms += waitMs;
    },
    ...options,
  });
  const order: string[] = [];
  return {
    limiter,
    order,
    now: () => ms,
    /** The time at which it began. */
    run: (more: Partial<CallOptions> = {}, name = '') =>
      limiter.run(
        async () => {
          order.push(name);
          return ms;
        },
        { ...call, ...more },
      ),
  };
}

/** Has the limiter see an answer of the API. */
async function see(limiter: CallLimiter, headers: Readonly<Record<string, string>>, status = 200) {
  const request = {} as Parameters<CallLimiter['middleware']>[0];
  const context = {} as Parameters<CallLimiter['middleware']>[2];
  await limiter.middleware(request, async () => new Response('', { status, headers }), context);
}

function toHeaders(name: string, limit: number, remaining: number) {
  return {
    [`anthropic-ratelimit-${name}-limit`]: String(limit),
    [`anthropic-ratelimit-${name}-remaining`]: String(remaining),
  };
}

test('runs a few calls at once until an answer came, then as many as it may', async () => {
  const { limiter } = createScene({ atOnce: 5, atOnceUnknown: 2 });
  const hold = Promise.withResolvers<void>();
  let running = 0;
  const all = Array.from({ length: 9 }, () =>
    limiter.run(async () => {
      running += 1;
      await hold.promise;
    }, call),
  );
  await expect.poll(() => running).toBe(2);
  await see(limiter, {});
  await expect.poll(() => running).toBe(5);
  hold.resolve();
  await Promise.all(all);
  expect(running).toBe(9);
});

test('runs as many calls at once as the rate limit has room for, once answers report one', async () => {
  const { limiter } = createScene({ atOnceLimited: 50, atOnce: 5, atOnceUnknown: 2 });
  const hold = Promise.withResolvers<void>();
  let running = 0;
  const work = async () => {
    running += 1;
    await hold.promise;
  };
  const all = Array.from({ length: 60 }, () => limiter.run(work, call));
  await expect.poll(() => running).toBe(2);
  await see(limiter, toHeaders('requests', 1_000, 1_000));
  await expect.poll(() => running).toBe(50);
  hold.resolve();
  await Promise.all(all);
});

test('takes turns between the conversations of a server, and lets what somebody waits for pass their windows', async () => {
  const { run, order } = createScene({ atOnceUnknown: 1 });
  const calls = { a1: 1, a2: 300, a3: 600, b1: 1, b2: 300, verdict: 0 };
  // The first call begins at once.
  await Promise.all(Object.entries(calls).map(([name, position]) => run({ position }, name)));
  expect(order).toEqual(['a1', 'verdict', 'b1', 'a2', 'b2', 'a3']);
});

test('takes turns between servers, and digests wait for all summaries', async () => {
  const { run, order } = createScene({ atOnceUnknown: 1 });
  const ask = (server: string, options = {}) => run({ ...options, server }, server);
  await Promise.all([
    ...Array.from({ length: 40 }, () => ask('large')),
    ask('digest', { isBackground: true }),
    ask('small'),
    ask('small'),
  ]);
  expect(order.slice(0, 4)).toEqual(['large', 'small', 'large', 'small']);
  expect(order.at(-1)).toBe('digest');
});

test('lets the server with fewer calls under way go first', async () => {
  const { limiter, order } = createScene({ atOnceUnknown: 3 });
  const ends: (() => void)[] = [];
  const run = (server: string) =>
    limiter.run(
      () => {
        order.push(server);
        return new Promise<void>(resolve => ends.push(resolve));
      },
      { ...call, server },
    );
  const all = [run('small'), ...Array.from({ length: 4 }, () => run('large'))];
  await expect.poll(() => order).toEqual(['small', 'large', 'large']);
  all.push(run('small'));
  ends[1]?.();
  await expect.poll(() => order.at(-1)).toBe('small');
  while (order.length < 6) {
    for (const end of ends) end();
    await new Promise(resolve => setImmediate(resolve));
  }
  for (const end of ends) end();
  await Promise.all(all);
});

test('waits until a call fits into the rate limit, which fills up by the minute', async () => {
  const { limiter, run } = createScene();
  await see(limiter, toHeaders('input-tokens', 60_000, 10_000));
  // What is larger than the limit waits for all of it, not for ever.
  expect([
    await run({ tokens: 10_000 }),
    await run({ tokens: 20_000 }),
    await run({ tokens: 90_000 }),
  ]).toEqual([0, 20_000, 80_000]);
  const answers = createScene();
  await see(answers.limiter, toHeaders('output-tokens', 6_000, 1_000));
  expect([await answers.run({ outputTokens: 1_000 }), await answers.run({ outputTokens: 2_000 })]).toEqual([
    0, 20_000,
  ]);
  const requests = createScene();
  await see(requests.limiter, toHeaders('requests', 60, 2));
  expect(await requests.run()).toBe(0);
  // An answer that says that less is left is believed.
  await see(requests.limiter, toHeaders('requests', 60, 0));
  expect(await requests.run()).toBe(1_000);
});

test('lets no call begin, nor be made again, before the time that a refused one was told to wait', async () => {
  const { limiter, run, now } = createScene();
  await see(limiter, { 'retry-after': '7' }, 429);
  expect(await run()).toBe(7_000);
  await limiter.run(async () => {
    await see(limiter, { 'retry-after': '3' }, 429);
    await limiter.waitForRoom(call);
  }, call);
  expect(now()).toBe(10_000);
});

test('a call that is aborted while it takes room gives it back', async () => {
  const asked = Promise.withResolvers<number>();
  const takes = [asked.promise];
  const steps: unknown[] = [];
  const { run, order } = createScene({
    shared: {
      take: ({ tokens }) => {
        steps.push(['takes', tokens]);
        return takes.shift() ?? Promise.resolve(0);
      },
      giveBack: async unused => void steps.push(unused),
      note: async () => {},
    },
  });
  const controller = new AbortController();
  const large = run({ tokens: 30_000, outputTokens: 5, signal: controller.signal }, 'large');
  controller.abort();
  await expect(large).rejects.toThrow('aborted');
  asked.resolve(0);
  await run({ tokens: 2 }, 'small');
  expect(order).toEqual(['small']);
  expect(steps).toEqual([['takes', 30_000], { tokens: 30_000, outputTokens: 5 }, ['takes', 2]]);
});

test('lets a call that somebody waits for pass one of a digest that waits for room', async () => {
  const held: (() => void)[] = [];
  const { limiter, run, order } = createScene({
    wait: (_, aborted) =>
      new Promise((resolve, reject) => {
        held.push(() => resolve(undefined));
        aborted.addEventListener('abort', () => reject(aborted.reason));
      }),
  });
  await see(limiter, toHeaders('input-tokens', 60_000, 1_000));
  void run({ tokens: 30_000, isBackground: true }, 'digest');
  await expect.poll(() => held.length).toBe(1);
  await run({ tokens: 500 }, 'summary');
  expect(order).toEqual(['summary']);
});

test('one model does not wait for another', () => {
  const limiterOf = createCallLimiters().of;
  expect(limiterOf('small')).toBe(limiterOf('small'));
  expect(limiterOf('large')).not.toBe(limiterOf('small'));
});
