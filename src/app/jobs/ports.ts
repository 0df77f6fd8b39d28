/** Work that is due at a certain time. There is at most one job with an id. */
export type Job = {
  readonly id: string;
  /** An ISO instant. */
  readonly dueAt: string;
  /** How many times it was claimed since it was scheduled, from 1. */
  readonly attempt: number;
};

/** A job that a worker runs. The token distinguishes this claim from later ones of the same job. */
export type Claim = Job & { readonly token: string };

/**
 * A schedule of jobs that survives restarts. Each job runs at least once: a claim that is neither completed nor
 * extended within its lease can be claimed again. So the effects of a job must be idempotent.
 *
 * The functions on a claim return false, without changes, if the claim is no longer valid.
 */
export type Jobs = {
  /** Creates a job or moves it. Its claim stays valid; the new time then overrides the one at completion. */
  readonly schedule: (id: string, dueAt: string) => Promise<void>;
  /** Removes a job and invalidates its claim. */
  readonly cancel: (id: string) => Promise<void>;
  /** When the next job can be claimed; null if there is none. */
  readonly nextDueAt: () => Promise<string | null>;
  /** Claims the job that has been due the longest; null if none is due. */
  readonly claim: () => Promise<Claim | null>;
  /** Extends a claim by another lease. */
  readonly heartbeat: (claim: Claim) => Promise<boolean>;
  /** Ends a claim: the job is due again at `next`, or removed. */
  readonly complete: (claim: Claim, next: string | null) => Promise<boolean>;
  /** Ends a failed claim: the job is due again at `retryAt`, and its attempts continue to count. */
  readonly fail: (claim: Claim, retryAt: string) => Promise<boolean>;
};

/** A job in its stored form. */
export type JobRecord = {
  readonly dueAt: string;
  readonly attempt: number;
  /** Set while a worker runs it; `since` and `until` are ISO instants. */
  readonly claim: { readonly token: string; readonly since: string; readonly until: string } | null;
  /** It was scheduled again while it was claimed. */
  readonly isMoved: boolean;
};

export type JobStore = {
  readonly put: (id: string, record: JobRecord) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly list: () => Promise<ReadonlyMap<string, JobRecord>>;
};
