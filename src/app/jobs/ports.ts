/** Work that is due at an instant. A job has an id of its own, and there is at most one job of an id. */
export type Job = {
  readonly id: string;
  /** An ISO instant. */
  readonly dueAt: string;
  /** How many times it was claimed since it was scheduled, 1 the first time. */
  readonly attempt: number;
};

/** A job that one worker runs. The token tells this claim from later ones of the same job. */
export type Claim = Job & { readonly token: string };

/**
 * A schedule of jobs that survives restarts, each run at least once: a claim that is neither completed nor extended
 * within its lease can be claimed again. The code that runs a job must make its effects idempotent.
 *
 * The functions on a claim return false if the claim is no longer valid; they change nothing then.
 */
export type Jobs = {
  /** Creates a job or moves it. A claim of it stays valid; the new time then wins over the one it is completed with. */
  readonly schedule: (id: string, dueAt: string) => Promise<void>;
  /** Removes a job, and makes a claim of it invalid. */
  readonly cancel: (id: string) => Promise<void>;
  /** When the next job can be claimed; null if there is none. */
  readonly nextDueAt: () => Promise<string | null>;
  /** Claims the job that has been due longest; null if none is due. */
  readonly claim: () => Promise<Claim | null>;
  /** Extends a claim by another lease. */
  readonly heartbeat: (claim: Claim) => Promise<boolean>;
  /** Ends a claim: the job is due again at `next`, or removed. */
  readonly complete: (claim: Claim, next: string | null) => Promise<boolean>;
  /** Ends a claim that failed: the job is due again at `retryAt`, with its attempts counted on. */
  readonly fail: (claim: Claim, retryAt: string) => Promise<boolean>;
};

/** A job as a store keeps it. */
export type JobRecord = {
  readonly dueAt: string;
  readonly attempt: number;
  /** Set while a worker runs it; `since` and `until` are ISO instants. */
  readonly claim: { readonly token: string; readonly since: string; readonly until: string } | null;
  /** It was scheduled anew while it was claimed. */
  readonly isMoved: boolean;
};

export type JobStore = {
  readonly put: (id: string, record: JobRecord) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly list: () => Promise<ReadonlyMap<string, JobRecord>>;
};
