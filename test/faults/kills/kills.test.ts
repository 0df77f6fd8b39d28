import { describe, expect, test } from 'vitest';
import { noRedis } from '../../processes/redis/redis-server.ts';
import { sure } from '../../sure.ts';
import { pickFaultSeed } from '../fault-seed.ts';
import { machineFaults } from '../machines/machine-faults.ts';
import { meetFault } from '../machines/meet-fault.ts';
import { killDigests } from './kill-digests.ts';
import { killSummaries } from './kill-summaries.ts';

const patience = { timeout: 400_000 };

test('killed 12 times during runs, digests post each message once', patience, async () => {
  const { kills, due, once, twice, lost } = await killDigests({
    seed: pickFaultSeed(),
    kills: 12,
    digests: 2,
  });
  expect(kills).toBe(12);
  expect({ once, twice, lost }).toEqual({ once: due, twice: 0, lost: 0 });
});

test('killed 20 times in the middle of summaries, the bot leaves nobody waiting', patience, async () => {
  const all = await Promise.all([17, 18].map(seed => killSummaries({ seed, kills: 10 })));
  for (const { kills, asked, unacknowledged, shown, interrupted, refused, ...others } of all) {
    expect(kills).toBe(10);
    expect(unacknowledged + shown + interrupted + refused).toBe(asked);
    expect(others).toMatchObject({ hanging: 0, twice: 0, lost: 0 });
    expect(others.takenOver).toBeGreaterThan(0);
    expect(shown).toBeGreaterThan(0);
  }
});

// More faults of machines: `npm run bench -- faults machines`.
describe.skipIf(noRedis)(`a gateway and two workers${noRedis ? ` (${noRedis})` : ''}`, () => {
  test('whose processes are killed post each digest once', patience, async () => {
    const { due, once, twice, lost } = await killDigests({
      seed: pickFaultSeed(),
      kills: 2,
      digests: 2,
      adapter: 'Redis',
    });
    expect({ once, twice, lost }).toEqual({ once: due, twice: 0, lost: 0 });
  });

  test(
    'whose Redis loses its last second post each digest once and leave nobody waiting',
    patience,
    async () => {
      const fault = sure(machineFaults.find(({ name }) => name === 'Redis loses its last second'));
      const { due, once, twice, lost, waiting, shownTwice } = await meetFault(fault, pickFaultSeed());
      expect({ once, twice, lost, waiting, shownTwice }).toEqual({
        once: due,
        twice: 0,
        lost: 0,
        waiting: 0,
        shownTwice: 0,
      });
    },
  );
});
