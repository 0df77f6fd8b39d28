const dayMs = 86_400_000;
const thursday = 4;

/**
 * Writes `{thursday}` in a sample as a date, such as "Thursday 26 November": the first Thursday that is at least two days
 * away, so that the samples always speak of the coming days.
 */
export function fillDates(text: string, nowMs: number): string {
  let day = new Date(nowMs + 2 * dayMs);
  while (day.getUTCDay() !== thursday) day = new Date(day.getTime() + dayMs);
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return text.replaceAll('{thursday}', format.format(day).replace(',', ''));
}
