import type { Diagnosis } from '../../../app/doctor/ports.ts';
import { hasPrice, type Prices, pricesAsOf } from './prices.ts';

const topic = 'Prices';

/** Says which models have no known price, and what that means. */
export function checkPrices(
  models: readonly string[],
  prices: Prices,
  { hasDollarCaps }: { readonly hasDollarCaps: boolean },
): readonly Diagnosis[] {
  const unpriced = [...new Set(models)].filter(model => !hasPrice(model, prices));
  if (unpriced.length === 0) {
    const text = `The price of ${[...new Set(models)].join(' and of ')} is known. The built-in prices are of ${pricesAsOf}; FOOTNOTE_PRICES overrides them.`;
    return [{ level: 'ok', topic, text }];
  }
  return unpriced.map((model): Diagnosis => {
    const unknown = `The price of ${model} is unknown, so costs are shown as unknown`;
    return hasDollarCaps
      ? {
          level: 'problem',
          topic,
          text: `${unknown}, and with a cap in dollars ${model} is never called. Add its price with FOOTNOTE_PRICES, or set a cap in tokens.`,
        }
      : { level: 'warning', topic, text: `${unknown}. Add its price with FOOTNOTE_PRICES.` };
  });
}
