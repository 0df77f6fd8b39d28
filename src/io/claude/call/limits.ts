/** The engine's timeouts, in milliseconds, and other limits of a call. */
export type Limits = {
  /** Until the first byte of an answer. */
  readonly firstByteMs: number;
  /** Between two bytes of an answer; the API sends pings while the model thinks. */
  readonly idleMs: number;
  /** For a whole draft with all calls and retries. */
  readonly totalMs: number;
  /** For the repair, which is never retried: the draft is used without it. */
  readonly repairMs: number;
  /** The most bytes of one answer. */
  readonly mostBytes: number;
  /** The longest `Retry-After` that is honored; with a longer one, the call fails. */
  readonly longestWaitMs: number;
  /** The wait before the first retry if the API names none; doubled for each further one. */
  readonly firstWaitMs: number;
  /** How often a call is made, including the first time. */
  readonly attempts: number;
};

/** A reader waits at most four minutes for draft and repair, which leaves enough of Discord's fifteen for the rest. */
export const defaultLimits: Limits = {
  firstByteMs: 60_000,
  idleMs: 45_000,
  totalMs: 180_000,
  repairMs: 45_000,
  mostBytes: 16 * 1024 * 1024,
  longestWaitMs: 15_000,
  firstWaitMs: 500,
  attempts: 3,
};
