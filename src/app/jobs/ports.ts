import type { jobRecordSchema } from '../../core/job-record.ts';
import type { Stored } from '../../core/stored-object.ts';

/** Work that is due at a certain time. There is at most one job with an id. */
export type Job = {
  readonly id: string;
  /** An ISO instant. */
  readonly dueAt: string;
  /** How many times it was claimed since it was scheduled, from 1. */
  readonly attempt: number;
};

/** When a finished job is due again; null if never. */
export type JobOutcome = { readonly next: string | null };

/** How the jobs of a queue are run. */
export type JobWork = {
  /** The server that a job belongs to: servers with due jobs take turns. */
  readonly toServer: (jobId: string) => string;
  /** Runs one job. Rejects to have it retried; the signal aborts when the work is stopped or the job was given to another. */
  readonly run: (job: Job, signal: AbortSignal) => Promise<JobOutcome>;
  /** When to retry a failed job; null gives up, and `giveUp` returns when it is due again. */
  readonly toRetryAt: (job: Job, now: string) => string | null;
  readonly giveUp: (job: Job, error: unknown) => Promise<JobOutcome>;
  /** The most jobs at once. Default 2. */
  readonly concurrency?: number;
  /** Resolves when no person is waiting for other work, the job is too late to wait, or the signal aborts. */
  readonly waitForIdle?: (dueAt: string, signal: AbortSignal) => Promise<void>;
};

/**
 * Jobs that survive restarts. Each runs at least once: when a process dies, its jobs run again elsewhere after some
 * seconds. So the effects of a job must be idempotent.
 */
export type JobQueue = {
  /** Creates a job or moves it. If it runs, the new time overrides the one of its outcome. */
  readonly schedule: (id: string, dueAt: string) => Promise<void>;
  /** Creates a job unless there is one. */
  readonly ensure: (id: string, dueAt: string) => Promise<void>;
  /** Removes a job; if it runs, it is not due again. */
  readonly cancel: (id: string) => Promise<void>;
  /** Calls back when a shared queue is reachable again: a crash of its store may have lost its last changes. */
  readonly onReconnect?: (listener: () => void) => void;
  /** Runs jobs when they are due. Stopping aborts running jobs, waits for them and leaves them to the next process. */
  readonly work: (work: JobWork) => { readonly stop: () => Promise<void> };
};

/** A job that a worker runs. The token distinguishes this claim from later ones of the same job. */
export type Claim = Job & { readonly token: string };

/**
 * The jobs of a store. A claim that is neither completed nor extended within its lease can be claimed again.
 *
 * The functions on a claim return false, without changes, if the claim is no longer valid.
 */
export type JobClaims = {
  /** Creates a job or moves it. Its claim stays valid; the new time then overrides the one at completion. */
  readonly schedule: (id: string, dueAt: string) => Promise<void>;
  /** Creates a job unless there is one. */
  readonly ensure: (id: string, dueAt: string) => Promise<void>;
  /** Removes a job and invalidates its claim. */
  readonly cancel: (id: string) => Promise<void>;
  /** When the next job can be claimed; null if there is none. */
  readonly nextDueAt: () => Promise<string | null>;
  /** Claims the first due job in this order of ids, by default the one due the longest; null if none is due. */
  readonly claim: (compare?: (id: string, other: string) => number) => Promise<Claim | null>;
  /** Extends a claim by another lease. */
  readonly heartbeat: (claim: Claim) => Promise<boolean>;
  /** Ends a claim: the job is due again at `next`, or removed. */
  readonly complete: (claim: Claim, next: string | null) => Promise<boolean>;
  /** Ends a failed claim: the job is due again at `retryAt`, and its attempts continue to count. */
  readonly fail: (claim: Claim, retryAt: string) => Promise<boolean>;
};

/** A job in its stored form. */
export type JobRecord = Stored<typeof jobRecordSchema>;

export type JobStore = {
  readonly put: (id: string, record: JobRecord) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly list: () => Promise<ReadonlyMap<string, JobRecord>>;
};
