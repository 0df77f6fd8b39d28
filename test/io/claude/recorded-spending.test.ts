import { expect, test } from 'vitest';
import { recordedModel } from '../../../src/core/claims/summary.ts';
import { toSpending } from '../../../src/io/claude/call/metered-call.ts';
import { builtInPrices } from '../../../src/io/claude/models/prices.ts';

test('recorded answers do not count as usage', () => {
  const tokens = { input: 1_000, cacheWrite: 0, cacheRead: 0, output: 100 };
  const ending = { failure: null, tokens, isBilled: true, model: null, hasEmitted: true };
  expect(toSpending(ending, recordedModel, builtInPrices, null)).toBeNull();
  expect(toSpending(ending, 'claude-haiku-5-5', builtInPrices, null)).toMatchObject({
    calls: 1,
    input: 1_000,
  });
});
