import { expect, test } from 'vitest';
import type { Engine } from '../../../src/app/ports.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import {
  type CallLimiter,
  createCallLimiter,
  createCallLimiters,
  toRank,
} from '../../../src/io/claude/call-limiter.ts';
import { engineRequest } from '../../app/engine-conformance.ts';
import { toConversation } from '../../core/talk.ts';
import { createClaudeScene } from './claude-scene.ts';

const signal = new AbortController().signal;

/** A limiter by a clock that only its own waits move. */
function createScene(options: { readonly atOnce?: number; readonly atOnceUnknown?: number } = {}) {
  let ms = 0;
  const limiter = createCallLimiter({
    atOnce: 100,
    atOnceUnknown: 100,
    ...options,
    now: () => ms,
    wait: async waitMs => {
      ms += waitMs;
    },
  });
  return { limiter, now: () => ms };
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
  const all = Array.from({ length: 9 }, (_, rank) =>
    limiter.run(
      async () => {
        running += 1;
        await hold.promise;
      },
      { tokens: 1, outputTokens: 1, rank, server: '', signal },
    ),
  );
  await expect.poll(() => running).toBe(2);
  await see(limiter, {});
  await expect.poll(() => running).toBe(5);
  hold.resolve();
  await Promise.all(all);
  expect(running).toBe(9);
});

test('takes turns between conversations: lower ranks go first', async () => {
  const { limiter } = createScene({ atOnceUnknown: 1 });
  const order: string[] = [];
  const run = (name: string, rank: number) =>
    limiter.run(async () => void order.push(name), { tokens: 1, outputTokens: 1, rank, server: '', signal });
  await Promise.all([run('a1', 1), run('a2', 2), run('a3', 3), run('b1', 1), run('b2', 2)]);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('takes turns between servers, and digests wait for all summaries', async () => {
  const { limiter } = createScene({ atOnceUnknown: 1 });
  const order: string[] = [];
  const run = (server: string, options = {}) =>
    limiter.run(async () => void order.push(server), {
      tokens: 1,
      outputTokens: 1,
      rank: toRank(options),
      server,
      signal,
    });
  await Promise.all([
    ...Array.from({ length: 40 }, () => run('large')),
    run('digest', { isBackground: true }),
    run('small', { position: 900 }),
    run('small', { position: 300 }),
  ]);
  expect(order.slice(0, 4)).toEqual(['large', 'small', 'large', 'small']);
  expect(order.at(-1)).toBe('digest');
});

test('lets the server with fewer calls under way go first', async () => {
  const { limiter } = createScene({ atOnceUnknown: 3 });
  const ends: (() => void)[] = [];
  const order: string[] = [];
  const run = (server: string) =>
    limiter.run(
      () => {
        order.push(server);
        return new Promise<void>(resolve => ends.push(resolve));
      },
      { tokens: 1, outputTokens: 1, rank: 0, server, signal },
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

test('waits until the tokens of a call fit into the rate limit, which fills up by the minute', async () => {
  const { limiter, now } = createScene();
  const times: number[] = [];
  const run = (tokens: number) =>
    limiter.run(async () => void times.push(now()), { tokens, outputTokens: 1, rank: 0, server: '', signal });
  await see(limiter, toHeaders('input-tokens', 60_000, 10_000));
  await run(10_000);
  await run(20_000);
  // What is larger than the limit waits for all of it, not for ever.
  await run(90_000);
  expect(times).toEqual([0, 20_000, 80_000]);
});

test('waits for room for the answer as well', async () => {
  const { limiter, now } = createScene();
  const run = (outputTokens: number) =>
    limiter.run(async () => now(), { tokens: 1, outputTokens, rank: 0, server: '', signal });
  await see(limiter, {
    ...toHeaders('output-tokens', 6_000, 1_000),
    ...toHeaders('input-tokens', 60_000, 60_000),
  });
  expect(await run(1_000)).toBe(0);
  expect(await run(2_000)).toBe(20_000);
});

test('counts requests as well, and believes an answer that says that less is left', async () => {
  const { limiter, now } = createScene();
  const run = () =>
    limiter.run(async () => now(), { tokens: 1, outputTokens: 1, rank: 0, server: '', signal });
  await see(limiter, toHeaders('requests', 60, 2));
  expect(await run()).toBe(0);
  await see(limiter, toHeaders('requests', 60, 0));
  expect(await run()).toBe(1_000);
});

test('lets no call begin before the time that a refused one was told to wait', async () => {
  const { limiter, now } = createScene();
  await see(limiter, { 'retry-after': '7' }, 429);
  expect(
    await limiter.run(async () => now(), { tokens: 1, outputTokens: 1, rank: 0, server: '', signal }),
  ).toBe(7_000);
});

test('a call that is aborted while it waits never begins', async () => {
  const { limiter } = createScene({ atOnceUnknown: 1 });
  const controller = new AbortController();
  const hold = Promise.withResolvers<void>();
  const first = limiter.run(() => hold.promise, { tokens: 1, outputTokens: 1, rank: 0, server: '', signal });
  let begun = false;
  const second = limiter.run(
    async () => {
      begun = true;
    },
    { tokens: 1, outputTokens: 1, rank: 1, server: '', signal: controller.signal },
  );
  const reason = new RangeError('stopped');
  controller.abort(reason);
  await expect(second).rejects.toBe(reason);
  hold.resolve();
  await first;
  expect(begun).toBe(false);
});

test('lets a call of a lower rank pass one that waits for room', async () => {
  const held: (() => void)[] = [];
  const limiter = createCallLimiter({
    atOnce: 10,
    atOnceUnknown: 10,
    now: () => 0,
    wait: (_, signal) =>
      new Promise((resolve, reject) => {
        held.push(() => resolve(undefined));
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  await see(limiter, toHeaders('input-tokens', 60_000, 1_000));
  const order: string[] = [];
  const run = (name: string, tokens: number, rank: number) =>
    limiter.run(async () => void order.push(name), { tokens, outputTokens: 1, rank, server: '', signal });
  void run('digest', 30_000, toRank({ isBackground: true }));
  await expect.poll(() => held.length).toBe(1);
  await run('summary', 500, toRank({}));
  expect(order).toEqual(['summary']);
});

test('holds back work that runs already and calls again', async () => {
  const { limiter, now } = createScene();
  const times = await limiter.run(
    async () => {
      const begun = now();
      await see(limiter, { 'retry-after': '3' }, 429);
      await limiter.waitForRoom({ tokens: 1, outputTokens: 1, rank: 0, server: '', signal });
      return [begun, now()];
    },
    { tokens: 1, outputTokens: 1, rank: 0, server: '', signal },
  );
  expect(times).toEqual([0, 3_000]);
});

test('one model does not wait for another', () => {
  const limiterOf = createCallLimiters().of;
  expect(limiterOf('small')).toBe(limiterOf('small'));
  expect(limiterOf('large')).not.toBe(limiterOf('small'));
});

const never = new AbortController().signal;
const model = 'claude-sonnet-5-5';

test('no call of any kind begins while a refused one is told to wait', async () => {
  const scene = await createClaudeScene({
    judge: { model, setting: 'FOOTNOTE_MODEL' },
  });
  const { claude, engine, judge } = scene;
  const draft = (of: Engine) => of.draft(engineRequest, () => undefined, never);
  claude.faults.next({ kind: 'status', status: 429, retryAfterSeconds: 3_600 });
  expect(await draft(engine)).toMatchObject({ failure: 'rate_limited' });

  const evidence = toEvidence(toConversation('Ann: The budget is 1,200 euros.'));
  const verdict = createVerifier(evidence).verify({
    kind: 'fact',
    text: 'They have a budget of 1,200 euros.',
    evidence: [{ position: 1, quote: 'The budget is 1,200 euros.' }],
  });
  const claims = verdict.ok ? [verdict.claim] : [];
  const asked = { claims, positions: new Set([1]), evidence, language: 'en', zone: 'UTC' };
  const repairing = { ...engineRequest, failing: [], positions: new Set([1]) };
  const [drafted, repaired, judged] = await Promise.all([
    draft(engine),
    engine.repair?.(repairing, () => undefined, never),
    judge?.judge(asked, never),
  ]);
  expect([drafted.failure, repaired?.failure, judged?.failure]).toEqual([
    'rate_limited',
    'rate_limited',
    'rate_limited',
  ]);
  expect(claude.requests.filter(({ path }) => path === '/v1/messages')).toHaveLength(1);
});
