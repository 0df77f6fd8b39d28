import { expect, test } from 'vitest';
import { builtInPrices, checkPrices } from '../../../../src/io/claude/prices.ts';

const models = ['claude-sonnet-5-5', 'claude-other', 'claude-other'];
const check = (monthlyTokens: number, isRefused: boolean) =>
  checkPrices(models, builtInPrices, { monthlyTokens, isRefused });

test('a model without a price is a warning that says how its tokens are capped', () => {
  expect(check(0, false)).toEqual([
    {
      level: 'warning',
      topic: 'Prices',
      text: 'The price of claude-other is unknown, so costs are shown as unknown. Add its price with FOOTNOTE_PRICES (0 if it is free).',
    },
  ]);
  expect(check(1_000_000, false)).toMatchObject([
    {
      level: 'warning',
      text: expect.stringContaining('may use 1,000,000 tokens a month (FOOTNOTE_MONTHLY_TOKENS)'),
    },
  ]);
});

test('a model without a price is a problem if there are caps in dollars alone', () => {
  expect(check(0, true)).toMatchObject([
    { level: 'problem', text: expect.stringContaining('claude-other is never called') },
  ]);
});

test('a model whose price is declared, as 0 too, is fine', () => {
  const free = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };
  const caps = { monthlyTokens: 0, isRefused: true };
  expect(checkPrices(models, { ...builtInPrices, 'claude-other': free }, caps)).toMatchObject([
    { level: 'ok' },
  ]);
  expect(checkPrices(['claude-haiku-4-5-20251001'], builtInPrices, caps)).toMatchObject([{ level: 'ok' }]);
});
