/** How long the engine waits for what; milliseconds. */
export type Limits = {
  /** For the first byte of an answer. */
  readonly firstByteMs: number;
  /** Between two bytes of an answer; the API sends pings while the model thinks. */
  readonly idleMs: number;
  /** For a whole draft, with all its calls and repetitions. */
  readonly totalMs: number;
  /** For a repair, which is made once: the draft stands without it. */
  readonly repairMs: number;
  /** Bytes of one answer; more is no answer to what was asked. */
  readonly mostBytes: number;
  /** The longest wait that the API may ask for before a repetition; what asks for more is not waited for. */
  readonly longestWaitMs: number;
  /** The wait before the first repetition where the API names none; doubled for each further one. */
  readonly firstWaitMs: number;
  /** How often one call is made, the first time included. */
  readonly attempts: number;
};

/** A reader waits no longer than four minutes, draft and repair together, which leaves Discord's fifteen room for the rest. */
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
