import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { SharedRequests } from '../../../src/app/usage/ports.ts';
import {
  createOwnRequests,
  goLast,
  inBackground,
  orOwnRequests,
  withGlobalLimit,
  withTimeLimit,
} from '../../../src/io/discord/send-request.ts';
import { sure } from '../../sure.ts';

afterEach(() => void vi.useRealTimers());

type Send = Parameters<typeof withGlobalLimit>[0];

function setUp({ waits = [] as number[], status = 200, headers = {} } = {}) {
  const steps: string[] = [];
  const send: Send = async url => {
    steps.push(`sends ${url}`);
    return new Response('', { status, headers });
  };
  const limited = withGlobalLimit(send, {
    take: async kind => {
      steps.push(kind);
      return sure(waits.shift());
    },
    pause: async ms => void steps.push(`pauses ${ms}`),
  });
  return { steps, get: (url: string) => limited(url, { method: 'GET' }) };
}

/** The first place is free when `hold` is resolved, the others at once. */
function setUpHeld() {
  const hold = Promise.withResolvers<number>();
  const waits = [hold.promise];
  const sent: string[] = [];
  const limited = withGlobalLimit(
    async url => {
      sent.push(url);
      return new Response('');
    },
    { take: () => waits.shift() ?? Promise.resolve(0), pause: async () => {} },
  );
  return { hold, sent, limited };
}

test('a request waits for its place, and again after a pause', async () => {
  const { steps, get } = setUp({ waits: [20, 10, 0] });
  await get('/channels/1');
  expect(steps).toEqual(['new', 'waited', 'waited', 'sends /channels/1']);
});

test('requests of people go first, then those of the work that began first and still reads', async () => {
  const { hold, sent, limited } = setUpHeld();
  const get = (url: string) => limited(url, { method: 'GET' });
  // Its turn has come, so that the others wait for theirs.
  const begun = get('begun');
  const later = Promise.withResolvers<void>();
  const first = inBackground(async () => {
    await later.promise;
    return get('first work');
  });
  const second = inBackground(() => Promise.all([get('second work'), get('second work again')]));
  const third = inBackground(() => {
    goLast();
    return get('third work');
  });
  const fourth = inBackground(() => get('fourth work'));
  later.resolve();
  await sleep(1);
  const person = get('person');
  hold.resolve(0);
  await Promise.all([begun, first, second, third, fourth, person]);
  expect(sent).toEqual([
    'begun',
    'person',
    'first work',
    'second work',
    'second work again',
    'fourth work',
    'third work',
  ]);
});

test('a request that is aborted before its turn is never sent, and leaves its place to others', async () => {
  const { hold, sent, limited } = setUpHeld();
  const controller = new AbortController();
  const get = (url: string, signal?: AbortSignal) =>
    limited(url, { method: 'POST', ...(signal && { signal }) });
  const aborted = get('aborted', controller.signal);
  controller.abort();
  await expect(aborted).rejects.toThrow('aborted');
  await expect(get('too late', controller.signal)).rejects.toThrow('aborted');
  // Nobody is left to take the place.
  hold.resolve(0);
  await get('next');
  expect(sent).toEqual(['next']);
});

test('an answer that does not come, and the caller, end a request', async () => {
  const limited = withTimeLimit((_, { signal }) => {
    const ended = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => ended.reject(signal.reason));
    return ended.promise;
  }, 10);
  // As discord.js knows it, which asks again.
  await expect(limited('late', { method: 'GET' })).rejects.toMatchObject({ name: 'AbortError' });
  const reason = new Error('no longer wanted');
  const controller = new AbortController();
  const wanted = limited('left', { method: 'GET', signal: controller.signal });
  controller.abort(reason);
  await expect(wanted).rejects.toBe(reason);
});

test('a refusal holds everybody back only for the global limit', async () => {
  const tooMany = { status: 429 };
  const own = setUp({ ...tooMany, waits: [0], headers: { 'retry-after': '2' } });
  await own.get('/channels/1');
  expect(own.steps).toEqual(['new', 'sends /channels/1']);
  const headers = { 'retry-after': '2', 'x-ratelimit-global': 'true' };
  const global = setUp({ ...tooMany, waits: [0], headers });
  await global.get('/channels/1');
  expect(global.steps.at(-1)).toBe('pauses 2000');
});

test('a process alone spaces its requests, and waits while it is paused', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const own = createOwnRequests(50);
  const waits: number[] = [];
  for (let index = 0; index < 100; index += 1) waits.push(await own.take('new'));
  expect(waits.filter(waitMs => waitMs === 0).length).toBeLessThanOrEqual(26);
  expect(Math.max(...waits)).toBeGreaterThan(2_000);
  // By when each begins: never more than 49 in a second.
  for (const [index, at] of waits.slice(49).entries())
    expect(at - (waits[index] ?? 0)).toBeGreaterThan(1_000);
  expect(await own.take('waited')).toBe(0);
  await own.pause(60_000);
  expect(await own.take('waited')).toBeGreaterThan(50_000);
});

test('while Redis is away, a process counts for itself and does not ask for each request', async () => {
  let asked = 0;
  const away: SharedRequests = {
    take: () => {
      asked += 1;
      return Promise.reject(new Error('away'));
    },
    pause: async () => {},
  };
  const { take } = orOwnRequests(away, createOwnRequests(50));
  const waits: number[] = [];
  for (let index = 0; index < 60; index += 1) waits.push(await take('new'));
  expect(asked).toBe(1);
  expect(waits.at(-1)).toBeGreaterThan(0);
});
