import { DateTime, IANAZone } from 'luxon';

/** Formats instants in one zone. Creating a formatter takes a thousand times as long as using it, so it is reused. */
export type ZonedClock = {
  /** "2026-03-09" */
  readonly day: (iso: string) => string;
  /** "14:32" */
  readonly minute: (iso: string) => string;
  /** "2026-03-09 14:32" */
  readonly full: (iso: string) => string;
};

export function createZonedClock(zone: string): ZonedClock {
  const create = (options: Intl.DateTimeFormatOptions, from: number, to: number) => {
    if (zone === 'UTC') return (iso: string) => iso.slice(from, to);
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...options });
    return (iso: string) => format.format(Date.parse(iso));
  };
  const [day, minute] = [create({ dateStyle: 'short' }, 0, 10), create({ timeStyle: 'short' }, 11, 16)];
  return { day, minute, full: iso => `${day(iso)} ${minute(iso)}` };
}

/** To ask about a zone takes as long as creating a formatter, so usual ones are looked up. */
const usualZones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

export function isZone(zone: string): boolean {
  return usualZones.has(zone) || IANAZone.isValidZone(zone);
}

export function addMs(iso: string, ms: number): string {
  return new Date(Date.parse(iso) + ms).toISOString();
}

/** "2026-03-09 14:32 UTC", for times in a message. */
export function toUtcWords(epochSeconds: number): string | null {
  const at = DateTime.fromSeconds(epochSeconds, { zone: 'utc' });
  return at.isValid ? at.toFormat("yyyy-MM-dd HH:mm 'UTC'") : null;
}

/** Whether an instant is a date. Sources without dates count their times from 1970-01-01 00:00. */
export function isDated(iso: string): boolean {
  return iso >= '1971';
}

/** "0:12:34": how far an instant without a date is from the beginning of its source, which was read in this zone. */
export function toOffset(iso: string, zone: string): string {
  const begin = DateTime.fromObject({ year: 1970 }, { zone }).toMillis();
  const seconds = Math.max(0, Math.floor((Date.parse(iso) - begin) / 1_000));
  const twoDigits = (count: number) => String(count % 60).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds)}`;
}
