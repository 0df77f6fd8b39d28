import { start } from '@footnote/playground/testing';
import { expect, test } from 'vitest';
import { createClient } from '../../../src/io/discord/client.ts';
import { inBackground, withSharedLimit } from '../../../src/io/discord/send-request.ts';
import { sure } from '../../sure.ts';

type Send = Parameters<typeof withSharedLimit>[0];

function setUp({ waits = [] as number[], status = 200, headers = {} } = {}) {
  const steps: string[] = [];
  const send: Send = async url => {
    steps.push(`sends ${url}`);
    return new Response('', { status, headers });
  };
  const limited = withSharedLimit(send, {
    take: async kind => {
      steps.push(kind);
      const waitMs = sure(waits.shift());
      return waitMs;
    },
    pause: async ms => void steps.push(`pauses ${ms}`),
  });
  return { steps, get: (url: string) => limited(url, { method: 'GET' }) };
}

test('a request waits for its place, and again after a pause', async () => {
  const { steps, get } = setUp({ waits: [20, 10, 0] });
  await get('/channels/1');
  expect(steps).toEqual(['new', 'waited', 'waited', 'sends /channels/1']);
});

test('a request in the background takes what others leave', async () => {
  const { steps, get } = setUp({ waits: [20, 10, 0, 0] });
  await inBackground(() => get('/channels/1'));
  await get('/channels/2');
  const background = Array(3).fill('background');
  expect(steps).toEqual([...background, 'sends /channels/1', 'new', 'sends /channels/2']);
});

test('what answers an interaction does not wait', async () => {
  const { steps, get } = setUp();
  await get('/interactions/1/token/callback');
  await get('/webhooks/1/token/messages/@original');
  expect(steps).toEqual([
    'sends /interactions/1/token/callback',
    'sends /webhooks/1/token/messages/@original',
  ]);
});

test('what answers an interaction leaves the limit of 50 requests per second alone', async () => {
  const { url } = await start();
  const { rest } = createClient({ apiUrl: `${url}/api` });
  rest.setToken('none');
  // discord.js does not begin another second meanwhile.
  rest.globalReset = Number.POSITIVE_INFINITY;
  const before = rest.globalRemaining;
  const refused = (path: `/${string}`) => expect(rest.get(path)).rejects.toThrow();
  await refused('/webhooks/1/token/messages/@original');
  expect(rest.globalRemaining).toBe(before);
  // discord.js does not count a first answer.
  await expect(rest.post('/interactions/1/token/callback', { auth: false })).rejects.toThrow();
  expect(rest.globalRemaining).toBe(before);
  await refused('/channels/1');
  expect(rest.globalRemaining).toBe(before - 1);
});

test('requests go on while Redis is away', async () => {
  const { steps, get } = setUp();
  await get('/channels/1');
  expect(steps).toEqual(['new', 'sends /channels/1']);
});

test('a refusal holds everybody back only for the global limit', async () => {
  const tooMany = { waits: [0], status: 429 };
  const own = setUp({ ...tooMany, headers: { 'retry-after': '2' } });
  await own.get('/channels/1');
  expect(own.steps).toEqual(['new', 'sends /channels/1']);
  const global = setUp({ ...tooMany, headers: { 'retry-after': '2', 'x-ratelimit-global': 'true' } });
  await global.get('/channels/1');
  expect(global.steps.at(-1)).toBe('pauses 2000');
});
