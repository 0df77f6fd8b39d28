import { expect, it } from 'vitest';
import { ask, connect, failureOf, start } from './scene.ts';

it('tells how much of a minute is left, refuses what is over, and has room again later', async () => {
  let ms = 0;
  const rateLimit = { requests: 2, inputTokens: 1_000_000, outputTokens: 1_000_000 };
  const client = connect(await start({ now: () => ms, rateLimit, answer: () => '{"claims":[]}' }));
  const call = async () => {
    const { response } = await client.messages.create(ask).withResponse();
    return response.headers.get('anthropic-ratelimit-requests-remaining');
  };
  expect(await call()).toBe('1');
  expect(await call()).toBe('0');
  expect(await failureOf(call())).toMatchObject({ status: 429, type: 'rate_limit_error' });
  // Another model has a limit of its own.
  await client.messages.create({ ...ask, model: 'claude-haiku-5-5' });
  ms += 30_000;
  expect(await call()).toBe('0');
});

it('counts what was written against the next call', async () => {
  const rateLimit = { requests: 100, inputTokens: 1_000_000, outputTokens: 5 };
  const answer = () => '{"claims":["The blue tent was taken for the fair."]}';
  const client = connect(await start({ now: () => 0, rateLimit, answer }));
  await client.messages.create(ask);
  expect(await failureOf(client.messages.create(ask))).toMatchObject({ status: 429 });
});
