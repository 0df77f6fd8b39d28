import type { Diagnosis } from '../../../app/doctor-ports.ts';
import type { UnpricedCaps } from '../../../core/usage/usage.ts';
import { hasPrice, type Prices, pricesAsOf } from './prices.ts';

const topic = 'Prices';

export function findUnpriced(models: readonly string[], prices: Prices): readonly string[] {
  return [...new Set(models)].filter(model => !hasPrice(model, prices));
}

/** Says which models have no known price, and what that means. */
export function checkPrices(
  models: readonly string[],
  prices: Prices,
  caps: UnpricedCaps,
): readonly Diagnosis[] {
  const unpriced = findUnpriced(models, prices);
  if (unpriced.length === 0) {
    const text = `The price of ${[...new Set(models)].join(' and of ')} is known. The built-in prices are of ${pricesAsOf}; FOOTNOTE_PRICES overrides them.`;
    return [{ level: 'ok', topic, text }];
  }
  return unpriced.map((model): Diagnosis => {
    const text = `The price of ${model} is unknown, so costs are shown as unknown${toConsequence(model, caps)}`;
    return { level: caps.isRefused ? 'problem' : 'warning', topic, text };
  });
}

function toConsequence(model: string, { isRefused, monthlyTokens }: UnpricedCaps): string {
  const add = 'Add its price with FOOTNOTE_PRICES (0 if it is free)';
  if (isRefused) return `, and with a cap in dollars ${model} is never called. ${add}.`;
  if (monthlyTokens === 0) return `. ${add}.`;
  return `, and the whole bot may use ${monthlyTokens.toLocaleString('en')} tokens a month (FOOTNOTE_MONTHLY_TOKENS). ${add}.`;
}
