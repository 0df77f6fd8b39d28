import type { Snapshot } from '../../shapes.ts';

const minuteMs = 60_000;

/** The playground's time, in milliseconds. */
export function toPlaygroundMs({ toolbar }: Snapshot): number {
  return Date.now() + toolbar.clockOffsetMs;
}

/** The next Monday at 9:00 in the browser's zone. */
export function toMondayMs(nowMs: number): number {
  const date = new Date(nowMs);
  date.setDate(date.getDate() + ((8 - date.getDay()) % 7));
  date.setHours(9, 0, 0, 0);
  if (date.getTime() <= nowMs) date.setDate(date.getDate() + 7);
  return date.getTime();
}

/** The same time of the next day. */
export function toTomorrowMs(nowMs: number): number {
  const date = new Date(nowMs);
  date.setDate(date.getDate() + 1);
  return date.getTime();
}

/** "2026-11-30T09:00", the format of a date and time field. */
export function toFieldText(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}
