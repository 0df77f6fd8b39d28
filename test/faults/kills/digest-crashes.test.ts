import { expect, test } from 'vitest';
import { killDigests } from './kill-digests.ts';

test('killed 20 times during runs, digests post each message once', async () => {
  const { kills, due, once, twice, lost } = await killDigests({ seed: 13, kills: 20, digests: 2 });
  expect(kills).toBe(20);
  expect({ once, twice, lost }).toEqual({ once: due, twice: 0, lost: 0 });
}, 400_000);
