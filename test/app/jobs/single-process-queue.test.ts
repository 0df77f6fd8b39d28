import { randomUUID } from 'node:crypto';
import type { JobRecord } from '../../../src/app/jobs/ports.ts';
import { createSingleProcessQueue } from '../../../src/app/jobs/single-process-queue.ts';
import { createSystemClock } from '../../../src/io/clock/system-clock.ts';
import { createLogger } from '../../../src/log.ts';
import { describeQueue } from './queue-conformance.ts';

let records = new Map<string, JobRecord>();
const open = async () => {
  const cache = records;
  return createSingleProcessQueue({
    store: {
      put: async (id, record) => void cache.set(id, record),
      remove: async id => void cache.delete(id),
      list: async () => new Map(cache),
    },
    clock: createSystemClock(),
    newToken: randomUUID,
    log: createLogger('silent'),
  });
};

describeQueue('a queue of one process', {
  create: () => {
    records = new Map();
    return open();
  },
  reopen: open,
});
