const DISCORD_EPOCH_MS = 1_420_070_400_000;
const SEQUENCE_BITS = 22n;
const SEQUENCE_MASK = (1n << SEQUENCE_BITS) - 1n;

/**
 * Creates unique ids that contain their time, like Discord's; ids of the same millisecond are in call order. If the
 * clock is set back, ids continue from the newest, so later ones are always greater.
 */
export type NextId = (atMs?: number) => string;

export function createNextId(now: () => number): NextId {
  let sequence = 0n;
  let newestMs = 0;
  const toNewest = (): number => {
    newestMs = Math.max(newestMs, now());
    return newestMs;
  };
  return (atMs = toNewest()) => {
    sequence = (sequence + 1n) & SEQUENCE_MASK;
    return ((BigInt(Math.floor(atMs) - DISCORD_EPOCH_MS) << SEQUENCE_BITS) | sequence).toString();
  };
}

/** The time in an id, in milliseconds. */
export function toTimeMs(id: string): number {
  return Number(BigInt(id) >> SEQUENCE_BITS) + DISCORD_EPOCH_MS;
}

/** Orders ids by age; plain string order would put "99" after "100". */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && /^(0|[1-9]\d{0,19})$/.test(value);
}
