import type { TimeOfDay } from './sample.ts';
import type { SampleLanguage } from './texts.ts';

const dayMs = 86_400_000;
const thursday = 4;
const formats: Readonly<Record<SampleLanguage, Intl.DateTimeFormat>> = {
  en: createFormat('en-GB', 'long'),
  fr: createFormat('fr', 'long'),
  ja: createFormat('ja', 'short'),
};

/**
 * Replaces `{thursday}` in a sample by a date, such as "Thursday 26 November": the first Thursday at least two days
 * ahead, so that samples are always about the coming days.
 */
export function fillDates(text: string, nowMs: number, language: SampleLanguage = 'en'): string {
  let day = new Date(nowMs + 2 * dayMs);
  while (day.getUTCDay() !== thursday) day = new Date(day.getTime() + dayMs);
  return text.replaceAll('{thursday}', formats[language].format(day).replace(',', ''));
}

/** The start of the latest conversation at this time of day that has ended, in the zone of this machine. */
export function toStartMs(startsAt: TimeOfDay, spanMs: number, nowMs: number): number {
  const [hour = 0, minute = 0] = startsAt.split(':').map(Number);
  const start = new Date(nowMs);
  start.setHours(hour, minute, 0, 0);
  while (start.getTime() + spanMs > nowMs) start.setDate(start.getDate() - 1);
  return start.getTime();
}

function createFormat(locale: string, weekday: 'long' | 'short'): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { weekday, day: 'numeric', month: 'long', timeZone: 'UTC' });
}
