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

/** "14 sec"; one decimal place below ten. */
export function toSeconds(locale: string, seconds: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  }).format(seconds);
}
