import { SnowflakeUtil } from 'discord.js';

/** The time in an id, as an ISO instant. */
export function toInstant(id: string): string {
  return new Date(SnowflakeUtil.timestampFrom(id)).toISOString();
}

/** The smallest id of a time: `before` it are older messages, `after` it minus one all others. */
export function toFirstId(atMs: number): bigint {
  const sinceEpoch = BigInt(Math.floor(atMs)) - SnowflakeUtil.epoch;
  return sinceEpoch > 0n ? sinceEpoch << 22n : 0n;
}
