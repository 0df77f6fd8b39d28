import { describe, expect, test } from 'vitest';
import { noRedis } from '../../processes/redis/redis-server.ts';
import { pickFaultSeed } from '../fault-seed.ts';
import { killDigests } from '../kills/kill-digests.ts';
import { machineFaults } from './machine-faults.ts';
import { meetFault } from './meet-fault.ts';

// The others run with `npm run bench -- faults machines`.
describe.skipIf(noRedis)(`a gateway and two workers${noRedis ? ` (${noRedis})` : ''}`, () => {
  test('whose processes are killed post each digest once', { retry: 0, timeout: 400_000 }, async () => {
    const { due, once, twice, lost } = await killDigests({
      seed: pickFaultSeed(),
      kills: 2,
      digests: 2,
      adapter: 'Redis',
    });
    expect({ once, twice, lost }).toEqual({ once: due, twice: 0, lost: 0 });
  });

  test('whose Redis loses its last second post each digest once and leave nobody waiting', {
    retry: 0,
    timeout: 400_000,
  }, async () => {
    const fault = machineFaults.find(({ name }) => name === 'Redis loses its last second');
    if (!fault) throw new Error('no such fault');
    const { due, once, twice, lost, waiting, shownTwice } = await meetFault(fault, pickFaultSeed());
    expect({ once, twice, lost }).toEqual({ once: due, twice: 0, lost: 0 });
    expect({ waiting, shownTwice }).toEqual({ waiting: 0, shownTwice: 0 });
  });
});
