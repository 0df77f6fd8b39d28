import { IANAZone } from 'luxon';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import type { FormatOptions } from './records.ts';

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

/** A local date and time without a zone; `month` is 1 to 12. */
export type WallTime = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};

/** Epoch milliseconds of the time if it were UTC; null if there is no such date or time. */
export function toEpochMs({ year, month, day, hour, minute, second }: WallTime): number | null {
  if (year < 1970 || year > 9999 || hour > 23 || minute > 59 || second > 59) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(ms);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : null;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Converts what a clock shows (`localMs` as from `toEpochMs`) to ISO instants. A skipped hour is read as the next one; one that comes twice
 * is the first, or the second if the first is before `notBefore`.
 */
export function createZoneReader(zone: string): (localMs: number, notBefore?: string) => string {
  const place = IANAZone.create(zone);
  const offsetAt = (ms: number) => place.offset(ms) * 60_000;
  // Asking for an offset takes microseconds, and most days have only one.
  const offsetsOfDays = new Map<number, readonly [number, number]>();
  const offsetsOf = (localMs: number): readonly [number, number] => {
    const day = Math.floor(localMs / dayMs);
    const known = offsetsOfDays.get(day);
    if (known) return known;
    const offsets = [offsetAt((day - 1) * dayMs), offsetAt((day + 2) * dayMs)] as const;
    offsetsOfDays.set(day, offsets);
    return offsets;
  };
  return (localMs, notBefore) => {
    const [before, after] = offsetsOf(localMs);
    if (before === after) return new Date(localMs - before).toISOString();
    const [first, second] = [before, after]
      .map(offset => localMs - offset)
      .filter(ms => localMs - ms === offsetAt(ms))
      .sort((a, b) => a - b)
      .map(ms => new Date(ms).toISOString());
    if (first === undefined) return new Date(localMs - before).toISOString();
    return second !== undefined && notBefore !== undefined && first < notBefore ? second : first;
  };
}

type Start = { readonly ms: number; readonly notices: readonly string[] };

/** The beginning by the options, else the computers' first day. @throws UserError `bad_usage` for no date. */
export function findStart(fileName: string, { start, zone }: FormatOptions): Start {
  if (start !== undefined) {
    const instant = parseInstant(start);
    if (instant) return { ms: toMs(instant.iso, instant.zoned, zone), notices: [] };
    throw new UserError(
      'bad_usage',
      `--start: “${start}” is not a date. Write 2026-03-09 or "2026-03-09 14:00".`,
    );
  }
  const notice = `${fileName} has no date, so none are shown. Add --start "2026-03-09 14:00".`;
  return { ms: toMs('1970-01-02T00:00:00.000Z', false, zone) - 24 * 3_600_000, notices: [notice] };
}

function toMs(iso: string, isZoned: boolean, zone: string): number {
  return isZoned ? Date.parse(iso) : Date.parse(createZoneReader(zone)(Date.parse(iso)));
}
