import { z } from 'zod';

/** A time from a file; `zoned` is false if it had no zone and was read as UTC. */
type Instant = { readonly iso: string; readonly zoned: boolean };

const isoDate =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** A smaller number is in seconds (up to the year 5138), others are in milliseconds (from 1973). */
const firstMilliseconds = 1e11;

/** Reads an ISO date, or a Unix time in seconds or milliseconds; null for anything else. */
export function parseInstant(value: string | number): Instant | null {
  if (typeof value === 'number') {
    return toInstant(Math.round(value < firstMilliseconds ? value * 1000 : value), true);
  }
  const match = isoDate.exec(value.trim());
  if (!match) return null;
  const [, year, month, day = '', hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}Z`);
  const rolledOver = local.getUTCDate() !== Number(day);
  if (rolledOver || hour === '24') return null;
  return toInstant(local.getTime() - toOffsetMinutes(zone) * 60_000, zone !== undefined);
}

function toInstant(epochMs: number, zoned: boolean): Instant | null {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime()) || epochMs < 0) return null;
  const iso = date.toISOString();
  return iso.length === '2026-03-09T14:32:00.000Z'.length ? { iso, zoned } : null;
}

function toOffsetMinutes(zone = 'Z'): number {
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.replace(/\D/g, '').padEnd(4, '0');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

/** A field with an instant; `expected` completes "should be …". */
export function instantField(type: z.ZodType<string | number>, expected: string) {
  return type.transform((value, context): Instant => {
    const instant = parseInstant(value);
    if (instant) return instant;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
}
