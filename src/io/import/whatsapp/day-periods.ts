/** Languages whose phones may show 12 hours. */
const locales = ['en', 'es', 'ja', 'zh-CN', 'zh-TW', 'ko', 'el', 'hi', 'mr', 'bn', 'ar', 'fa', 'ur'];

/** Words for Hindi, Marathi and Nepali that phones write and newer locale data no longer has. */
const usedBefore = [
  ['पूर्वाह्न', 'am'],
  ['अपराह्न', 'pm'],
] as const;

let known: ReadonlyMap<string, 'am' | 'pm'> | undefined;

/** Whether a word beside a time means the first or the second half of a day; null if it means neither. */
export function toHalfOfDay(period: string): 'am' | 'pm' | null {
  known ??= gatherPeriods();
  return known.get(toPlain(period)) ?? null;
}

/** The words as the runtime's own locale data has them, except those that are used in both halves. */
function gatherPeriods(): ReadonlyMap<string, 'am' | 'pm'> {
  const periods = new Map<string, 'am' | 'pm'>(usedBefore);
  const ambiguous = new Set<string>();
  for (const locale of locales) {
    for (const dayPeriod of [undefined, 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        hour: 'numeric',
        hour12: true,
        dayPeriod,
        timeZone: 'UTC',
      });
      for (let hour = 0; hour < 24; hour++) {
        const part = format.formatToParts(hour * 3_600_000).find(({ type }) => type === 'dayPeriod');
        if (!part) continue;
        const word = toPlain(part.value);
        const half = hour < 12 ? 'am' : 'pm';
        if (periods.has(word) && periods.get(word) !== half) ambiguous.add(word);
        periods.set(word, half);
      }
    }
  }
  for (const word of ambiguous) periods.delete(word);
  return periods;
}

function toPlain(period: string): string {
  return period.replace(/[\s.\u200c]/g, '').toLowerCase();
}
