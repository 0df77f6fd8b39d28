/** The reader's language; the zone is the browser's. */
export type Reader = { readonly locale: string; readonly nowMs: number };

const dayMs = 86_400_000;

function format(date: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, options).format(date);
}

/** A message's time as in Discord's client: "Today at 10:12". */
export function toWhen(iso: string, { locale, nowMs }: Reader): string {
  const date = new Date(iso);
  const time = toTime(iso, { locale, nowMs });
  const days = Math.round((toMidnight(new Date(nowMs)) - toMidnight(date)) / dayMs);
  if (days === 0) return `Today at ${time}`;
  if (days === 1) return `Yesterday at ${time}`;
  return format(date, locale, { dateStyle: 'short', timeStyle: 'short' });
}

export function toTime(iso: string, { locale }: Reader): string {
  return format(new Date(iso), locale, { timeStyle: 'short' });
}

/** The full date, for the line between two days. */
export function toDay(iso: string, { locale }: Reader): string {
  return format(new Date(iso), locale, { dateStyle: 'long' });
}

/** The full date and time, shown on hover. */
export function toFull(ms: number, { locale }: Reader): string {
  return format(new Date(ms), locale, { dateStyle: 'full', timeStyle: 'short' });
}

function toMidnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

/** `<t:SECONDS:STYLE>` in the reader's zone and language. */
export function toTimestamp(seconds: number, style: string, reader: Reader): string {
  const ms = seconds * 1000;
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return 'Invalid Date';
  if (style === 'R') return toRelative(ms, reader);
  return format(new Date(ms), reader.locale, styles[style] ?? styles['f'] ?? {});
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

function toRelative(ms: number, { locale, nowMs }: Reader): string {
  const difference = ms - nowMs;
  const [unit, size] = steps.find(([, each]) => Math.abs(difference) >= each) ?? (['second', 1000] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(difference / size), unit);
}
