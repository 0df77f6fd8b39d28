import { IANAZone } from 'luxon';

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
 * Converts what a clock in a zone shows to ISO instants. `localMs` is as from `toEpochMs`. An hour that is skipped in
 * spring is read as the one after it. An hour that comes twice in autumn is the first, or the second if the first is
 * before `notBefore`.
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
