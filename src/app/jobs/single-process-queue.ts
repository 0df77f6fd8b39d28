import { compare } from '../../core/order.ts';
import { addMs } from '../../core/time.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import type { Logger } from '../../log.ts';
import type { Clock } from '../ports.ts';
import type { Claim, JobClaims, JobQueue, JobRecord, JobStore } from './ports.ts';
import { startWorker, type Worker } from './worker.ts';

type SingleProcessJobsOptions = {
  readonly store: JobStore;
  /** The time as an ISO instant. */
  readonly now: () => string;
  readonly newToken: () => string;
  /** How long a claim is valid without a heartbeat, in milliseconds. */
  readonly leaseMs?: number;
};

/** The longest wait of a job for its next run after a crash. */
const usualLeaseMs = 10_000;

/**
 * Jobs for a store that only this process uses: it reads the store once, caches what it writes, and makes one change at
 * a time.
 */
export function createSingleProcessJobs(options: SingleProcessJobsOptions): JobClaims {
  const { store, now, newToken, leaseMs = usualLeaseMs } = options;
  const exclusively = createKeyedMutex();
  const inTurn = <Done>(work: () => Promise<Done>) => exclusively('jobs', work);

  let loaded: Promise<Map<string, JobRecord>> | undefined;
  const load = () => {
    loaded ??= store.list().then(records => new Map(records));
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  const put = async (id: string, record: JobRecord) => {
    const records = await load();
    await store.put(id, record);
    records.set(id, record);
  };
  const remove = async (id: string) => {
    const records = await load();
    await store.remove(id);
    records.delete(id);
  };

  const toClaimUntil = (at: string) => addMs(at, leaseMs);
  /** Replaces the record of a claim; `change` returns null to remove it. */
  const changeClaimed = (claim: Claim, change: (record: JobRecord) => JobRecord | null) =>
    inTurn(async () => {
      const record = (await load()).get(claim.id);
      if (record?.claim?.token !== claim.token) return false;
      const changed = change(record);
      await (changed === null ? remove(claim.id) : put(claim.id, changed));
      return true;
    });

  return {
    schedule: (id, dueAt) =>
      inTurn(async () => {
        const claim = (await load()).get(id)?.claim ?? null;
        await put(id, { dueAt, attempt: 0, claim, isMoved: claim !== null });
      }),
    ensure: (id, dueAt) =>
      inTurn(async () => {
        if (!(await load()).has(id)) await put(id, { dueAt, attempt: 0, claim: null, isMoved: false });
      }),
    cancel: id => inTurn(() => remove(id)),
    nextDueAt: () =>
      inTurn(async () => {
        const at = now();
        const times = [...(await load()).values()].map(record => toClaimableAt(record, at));
        return times.sort()[0] ?? null;
      }),
    claim: (compareIds = () => 0) =>
      inTurn(async () => {
        const at = now();
        const due = [...(await load())].filter(([, record]) => toClaimableAt(record, at) <= at);
        const [first] = due.sort(
          ([a, one], [b, other]) => compareIds(a, b) || compare(one.dueAt, other.dueAt) || compare(a, b),
        );
        if (!first) return null;
        const [id, { dueAt, attempt }] = first;
        const claim = { token: newToken(), since: at, until: toClaimUntil(at) };
        await put(id, { dueAt, attempt: attempt + 1, claim, isMoved: false });
        return { id, dueAt, attempt: attempt + 1, token: claim.token };
      }),
    heartbeat: claim =>
      changeClaimed(claim, record => {
        const at = now();
        return { ...record, claim: { token: claim.token, since: at, until: toClaimUntil(at) } };
      }),
    complete: (claim, next) =>
      changeClaimed(claim, record => {
        const dueAt = record.isMoved ? record.dueAt : next;
        return dueAt === null ? null : { dueAt, attempt: 0, claim: null, isMoved: false };
      }),
    fail: (claim, retryAt) =>
      changeClaimed(claim, record => ({
        dueAt: record.isMoved ? record.dueAt : retryAt,
        attempt: record.attempt,
        claim: null,
        isMoved: false,
      })),
  };
}

/** A lease from the future ends at once: the clock was set back. */
function toClaimableAt({ dueAt, claim }: JobRecord, now: string): string {
  if (claim === null || claim.since > now) return dueAt;
  return claim.until > dueAt ? claim.until : dueAt;
}

type SingleProcessQueueOptions = Omit<SingleProcessJobsOptions, 'now'> & {
  readonly clock: Clock;
  readonly log: Logger;
};

/** A queue for a store that only this process uses. */
export function createSingleProcessQueue({ clock, log, ...options }: SingleProcessQueueOptions): JobQueue {
  const jobs = createSingleProcessJobs({ ...options, now: clock.now });
  const workers = new Set<Worker>();
  const wakeAfter = async (change: Promise<void>) => {
    await change;
    for (const worker of workers) worker.wake();
  };
  return {
    schedule: (id, dueAt) => wakeAfter(jobs.schedule(id, dueAt)),
    ensure: (id, dueAt) => wakeAfter(jobs.ensure(id, dueAt)),
    cancel: jobs.cancel,
    work: work => {
      const worker = startWorker({ ...work, jobs, clock, log });
      workers.add(worker);
      return { stop: worker.stop };
    },
  };
}
