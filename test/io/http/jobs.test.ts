import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ApiJobStore,
  type Caller,
  RequestRefused,
  type SharedApiJobs,
  type SourceProgress,
} from '../../../src/app/api-ports.ts';
import { type ApiJobWork, createApiJobs } from '../../../src/io/http/jobs.ts';
import { openStore, type Store } from '../../../src/io/keyv/open-store.ts';
import { createLogger } from '../../../src/log.ts';
import { extractiveSummary } from '../../render/full-summary.ts';

const caller: Caller = { tokenId: 'a1', guildId: 'g1', userId: 'ann' };
let store: Store;
let ids = 0;
beforeEach(async () => {
  store = await openStore('memory://', { log: createLogger('silent') });
});
afterEach(() => store.close());

/** What a process has of the jobs in the store. */
const boot = (shared?: SharedApiJobs, apiJobs: ApiJobStore = store.apiJobs) =>
  createApiJobs({
    store: apiJobs,
    watchToken: () => ({ signal: new AbortController().signal, end: () => {} }),
    exclusively: store.exclusively,
    ...(shared && { shared }),
    newId: () => `j${++ids}`,
    onFailure: () => {},
  });
const ask = (key?: string, content: unknown = 'a') => ({ caller, references: true, key, content });
const done: ApiJobWork = async () => ({ stored: { summary: extractiveSummary } });
const untilAborted: ApiJobWork = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('the outcome of a job outlives a restart, and other processes see it', async () => {
  const jobs = boot();
  const works: readonly ApiJobWork[] = [
    done,
    () => Promise.reject(new RequestRefused('nothing_to_read', 'Nothing.')),
    async () => ({ summary: extractiveSummary }),
  ];
  const started = await Promise.all(works.map(work => jobs.start(ask(), work)));
  await Promise.all(started.map(job => job.follow()));
  const canceled = await jobs.start(ask(), untilAborted);
  canceled.cancel();
  await canceled.follow();
  const after = boot();
  const found = await Promise.all([...started, canceled].map(({ id }) => after.find(caller, id)));
  expect(found.map(job => job?.state())).toMatchObject([
    { status: 'done', summaryId: extractiveSummary.id },
    { status: 'failed', refusal: { detail: 'Nothing.' } },
    { status: 'done', summaryId: null },
    { status: 'canceled' },
  ]);
  expect((await after.getResult(started[2]?.id ?? ''))?.id).toBe(extractiveSummary.id);
  expect(found[0]?.references).toBe(true);
  expect(await after.find({ ...caller, tokenId: 'b2' }, started[0]?.id ?? '')).toBeNull();
});

test.each([
  ['was stopped', true],
  ['crashed', false],
])('a job that ran when the process %s says that it was interrupted', async (_, isStopped) => {
  const jobs = boot();
  const { id } = await jobs.start(ask(), untilAborted);
  if (isStopped) await jobs.stop();
  const found = await boot().find(caller, id);
  expect(found?.state()).toMatchObject({
    status: 'failed',
    refusal: { detail: 'The job was interrupted by a restart. Send the request again.' },
  });
  await jobs.stop();
});

test('an Idempotency-Key holds over a restart and in all processes, and repeats nothing that failed', async () => {
  const first = await boot().start(ask('k'), done);
  await first.follow();
  const jobs = boot();
  expect((await jobs.start(ask('k'), done)).id).toBe(first.id);
  await expect(jobs.start(ask('k', 'b'), done)).rejects.toThrow('used for another request');
  const interrupted = await jobs.start(ask('k2'), untilAborted);
  const { shared } = createShared();
  const both = [boot(shared), boot(shared)];
  const again = await Promise.all(both.map(each => each.start(ask('k2'), done)));
  expect(new Set([...again, interrupted].map(({ id }) => id)).size).toBe(2);
  await jobs.stop();
});

/** Like Redis: what a process shows counts until it is killed. */
function createShared() {
  const shown = new Map<string, SourceProgress>();
  const canceled = new Set<string>();
  const shared: SharedApiJobs = {
    show: async (id, progress) => {
      shown.set(id, progress);
      return canceled.has(id);
    },
    find: async id => shown.get(id) ?? null,
    cancel: async id => void canceled.add(id),
  };
  return { shared, kill: (id: string) => shown.delete(id) };
}

test('another process sees how far a job is, and can cancel it', async () => {
  const shared = store.sharedApiJobs;
  const own = await boot(shared).start(ask(), (onProgress, signal) => {
    onProgress({ messagesRead: 7, claims: 0, judging: false });
    return untilAborted(onProgress, signal);
  });
  const find = () => boot(shared).find(caller, own.id);
  await expect
    .poll(async () => (await find())?.state())
    .toMatchObject({ status: 'running', progress: { messagesRead: 7 } });
  const other = await find();
  other?.cancel();
  await other?.follow();
  expect([own.state().status, other?.state().status]).toEqual(['canceled', 'canceled']);
});

test('a job whose outcome cannot be stored has failed, and is started again with its key', async () => {
  const { apiJobs } = store;
  const failing = { ...apiJobs, putResult: () => Promise.reject(new Error('the store is away')) };
  const work: ApiJobWork = async () => ({ summary: extractiveSummary });
  const job = await boot(undefined, failing).start(ask('k'), work);
  await job.follow();
  expect(job.state()).toMatchObject({ status: 'failed', refusal: null });
  const again = await boot().start(ask('k'), work);
  await again.follow();
  expect([again.id === job.id, again.state().status]).toEqual([false, 'done']);
  expect((await boot().start(ask('k'), work)).id).toBe(again.id);
  const expired = { ...apiJobs, getResult: async () => null };
  expect((await boot(undefined, expired).start(ask('k'), work)).id).not.toBe(again.id);
});
