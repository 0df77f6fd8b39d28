import { expect, test } from 'vitest';
import { checkPrices } from '../../../../src/io/claude/models/check-prices.ts';
import { builtInPrices } from '../../../../src/io/claude/models/prices.ts';

test('a model without a price is a warning, and a problem if there are caps in dollars', () => {
  const models = ['claude-sonnet-5-5', 'claude-other', 'claude-other'];
  expect(checkPrices(models, builtInPrices, { hasDollarCaps: false })).toEqual([
    {
      level: 'warning',
      topic: 'Prices',
      text: 'The price of claude-other is unknown, so costs are shown as unknown. Add its price with FOOTNOTE_PRICES.',
    },
  ]);
  expect(checkPrices(models, builtInPrices, { hasDollarCaps: true })).toMatchObject([
    { level: 'problem', text: expect.stringContaining('claude-other is never called') },
  ]);
  expect(checkPrices(['claude-haiku-4-5-20251001'], builtInPrices, { hasDollarCaps: true })).toMatchObject([
    { level: 'ok' },
  ]);
});
