import type { SampleLanguage } from './texts.ts';

const dayMs = 86_400_000;
const thursday = 4;
const locales: Readonly<Record<SampleLanguage, string>> = { en: 'en-GB', fr: 'fr', ja: 'ja' };

/**
 * Replaces `{thursday}` in a sample by a date, such as "Thursday 26 November": the first Thursday at least two days
 * ahead, so that samples are always about the coming days.
 */
export function fillDates(text: string, nowMs: number, language: SampleLanguage = 'en'): string {
  let day = new Date(nowMs + 2 * dayMs);
  while (day.getUTCDay() !== thursday) day = new Date(day.getTime() + dayMs);
  const format = new Intl.DateTimeFormat(locales[language], {
    weekday: language === 'ja' ? 'short' : 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return text.replaceAll('{thursday}', format.format(day).replace(',', ''));
}
