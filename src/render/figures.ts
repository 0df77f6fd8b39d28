/** An amount of US dollars; four decimal places below ten cents, because most summaries cost a cent or two. */
export function toMoney(locale: string, usd: number): string {
  const places = usd > 0 && usd < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(usd);
}

/** "14s"; one decimal place below ten. */
export function toSeconds(locale: string, seconds: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  }).format(seconds);
}

const longUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "14ms", "3.2s", "5 min" or "2 hr": the largest unit of which there are at least two. */
export function toDuration(locale: string, ms: number): string {
  const seconds = ms / 1_000;
  const long = longUnits.find(([, size]) => seconds >= 2 * size);
  if (long === undefined && seconds >= 0.1) return toSeconds(locale, seconds);
  const [unit, size] = long ?? ['millisecond', 0.001];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: long ? 'short' : 'narrow',
    maximumFractionDigits: 0,
  }).format(seconds / size);
}
