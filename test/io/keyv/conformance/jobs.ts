import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { createSingleProcessJobs } from '../../../../src/app/jobs/single-process-queue.ts';
import type { Store } from '../../../../src/io/keyv/open-store.ts';
import { describeJobs } from '../../../app/jobs/conformance.ts';
import { createKey, openLogged } from '../stored-summaries.ts';

/** Tests jobs in stores at addresses that `createUrl` gives, a new one each time. */
export function describeJobsAt(
  name: string,
  createUrl: () => Promise<string> | string,
  isShared = true,
): void {
  const opened: Store[] = [];
  afterAll(async () => {
    for (const store of opened) await store.close();
  });
  let url = '';
  let last: Store | undefined;
  const keys = [createKey(1)];
  const open = async () => {
    const { store } = await openLogged(url, { keys });
    opened.push(store);
    last = store;
    return store;
  };
  const toJobs = (store: Store, options: { now: () => string; leaseMs: number }) =>
    createSingleProcessJobs({ store: store.jobs, newToken: randomUUID, ...options });
  describeJobs(name, {
    create: async options => {
      url = await createUrl();
      return toJobs(await open(), options);
    },
    reopen: async options => toJobs(isShared || !last ? await open() : last, options),
  });
}
