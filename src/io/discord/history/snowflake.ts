import { SnowflakeUtil } from 'discord.js';

/** The instant inside an id, as an ISO string. */
export function toInstant(id: string): string {
  return new Date(SnowflakeUtil.timestampFrom(id)).toISOString();
}

/** The smallest id of an instant: with `before` it bounds what is older, with `after` (and one less) what is not. */
export function toFirstId(atMs: number): bigint {
  const sinceEpoch = BigInt(Math.floor(atMs)) - SnowflakeUtil.epoch;
  return sinceEpoch > 0n ? sinceEpoch << 22n : 0n;
}
