import { expect, test } from 'vitest';
import { pickFaultSeed } from '../fault-seed.ts';
import { killDigests } from './kill-digests.ts';

test('killed 12 times during runs, digests post each message once', {
  retry: 0,
  timeout: 400_000,
}, async () => {
  const { kills, due, once, twice, lost } = await killDigests({
    seed: pickFaultSeed(),
    kills: 12,
    digests: 2,
  });
  expect(kills).toBe(12);
  expect({ once, twice, lost }).toEqual({ once: due, twice: 0, lost: 0 });
});
