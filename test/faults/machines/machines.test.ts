import { expect, test } from 'vitest';
import { noRedis } from '../../processes/redis/redis-server.ts';
import { pickFaultSeed } from '../fault-seed.ts';
import { machineFaults } from './machine-faults.ts';
import { meetFault } from './meet-fault.ts';

/** How often each is met, at other moments; the others only with `npm run bench -- faults machines`. */
const met = new Map([
  ['the only process is killed', 3],
  ['all processes are killed', 1],
  ['the database is locked', 1],
  ['Redis away for 20 s', 1],
  ['Redis loses its last second', 1],
]);

test.for(machineFaults.filter(({ name }) => met.has(name)))(
  '$name: each digest is posted once, and nobody is left waiting',
  { timeout: 400_000 },
  async (fault, { skip }) => {
    if (!fault.isAlone && noRedis !== null) skip(noRedis);
    for (let times = met.get(fault.name) ?? 0; times > 0; times -= 1) {
      const { due, once, twice, lost, waiting, shownTwice, outages, unexpected } = await meetFault(
        fault,
        pickFaultSeed(),
      );
      expect({ once, twice, lost, waiting, shownTwice, unexpected }).toEqual({
        once: due,
        twice: 0,
        lost: 0,
        waiting: 0,
        shownTwice: 0,
        unexpected: 0,
      });
      // One line a minute tells the operator.
      if (/locked|away/.test(fault.name)) expect(outages).toBeGreaterThan(0);
    }
  },
);
