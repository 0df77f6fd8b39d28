import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { UserError } from '../../../src/errors.ts';
import { toSpending, toUsage } from '../../../src/io/claude/call-in-turn.ts';
import {
  builtInPrices,
  type CallTokens,
  checkPrices,
  readPrices,
  toCostUsd,
} from '../../../src/io/claude/prices.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-prices-'));
afterAll(() => rmSync(folder, { recursive: true }));

const million: CallTokens = { input: 1e6, cacheWrite: 1e6, cacheRead: 1e6, output: 1e6 };

describe('the price of a call', () => {
  test('is what its model asks for each kind of token', () => {
    expect(toCostUsd('claude-sonnet-5-5', million, builtInPrices)).toBeCloseTo(2 + 2.5 + 0.1 + 10);
    expect(toCostUsd('claude-sonnet-5-5', { ...million, output: 0, input: 0 }, builtInPrices)).toBeCloseTo(
      2.6,
    );
  });

  test('is that of the model, with any date in its name', () => {
    const tokens = { ...million, cacheWrite: 0, cacheRead: 0 };
    expect(toCostUsd('claude-haiku-4-5-20251001', tokens, builtInPrices)).toBeCloseTo(6);
  });

  test('of a long prompt is higher for every token, those read from the cache counted', () => {
    const tokens = { input: 10_000, cacheWrite: 0, cacheRead: 90_000, output: 1_000 };
    expect(toCostUsd('claude-haiku-5-5', tokens, builtInPrices)).toBeCloseTo(0.001 + 0.0009 + 0.0005, 8);
    const longer = { ...tokens, input: 10_001 };
    expect(toCostUsd('claude-haiku-5-5', longer, builtInPrices)).toBeCloseTo(0.0050005 + 0.0045 + 0.0025, 8);
  });

  test('of a model that is not listed is unknown, not nothing', () => {
    expect(toCostUsd('claude-unheard-of', million, builtInPrices)).toBeNull();
  });
});

describe('a file of prices', () => {
  const write = (text: string) => {
    const path = join(folder, `${Math.random()}.json`);
    writeFileSync(path, text);
    return path;
  };

  test('stands before our own, which stay', async () => {
    const price = { input: 1, output: 2, cacheWrite: 3, cacheRead: 4 };
    const prices = await readPrices(write(JSON.stringify({ 'claude-sonnet-5-5': price, mine: price })));
    expect(prices).toEqual({ ...builtInPrices, 'claude-sonnet-5-5': price, mine: price });
    expect(await readPrices(undefined)).toBe(builtInPrices);
  });

  test.each([
    ['{', /\.json is not valid: .* It must be JSON/],
    ['[]', /is not valid: .* input, output, cacheWrite and cacheRead/],
    ['{"m":{"input":1,"cacheWrite":1,"cacheRead":1}}', /m\.output: /],
    ['{"m":{"input":-1,"output":1,"cacheWrite":1,"cacheRead":1}}', /m\.input: /],
    ['{"m":{"input":1,"output":1,"cacheWrite":1,"cacheRead":1,"cached":1}}', /"cached"/],
    ['{"m":{"input":1,"output":1,"cacheWrite":1,"cacheRead":1,"long":{"above":0.5}}}', /m\.long\.above: /],
  ])('that reads %s is refused in words', async (text, words) => {
    const refused = await readPrices(write(text)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect(String(refused)).toMatch(words);
  });
});

test('the usage of a draft is that of all its calls; where one broke off, the cost is unknown and is assumed', () => {
  const sonnet = 'claude-sonnet-5-5';
  const tokens = { input: 100, cacheWrite: 1000, cacheRead: 0, output: 50 };
  const ending = { failure: null, isBilled: true, model: sonnet, hasEmitted: true, tokens };
  const spend = (more: object, asked: string = sonnet) =>
    toSpending({ ...ending, ...more }, asked, builtInPrices, 0.5);
  const usageOf = (...spent: readonly ReturnType<typeof spend>[]) =>
    toUsage(
      spent.map(each => ({ spent: each })),
      1234,
    );
  const cached = { ...tokens, cacheWrite: 0, cacheRead: 1000 };
  expect(usageOf(spend({}), spend({ tokens: cached }))).toEqual({
    inputTokens: 2200,
    cachedTokens: 1000,
    outputTokens: 100,
    costUsd: expect.closeTo((100 * 2 + 1000 * 2.5 + 50 * 10 + 100 * 2 + 1000 * 0.1 + 50 * 10) / 1e6, 9),
    durationMs: 1234,
  });
  const broken = spend({ isBilled: false });
  expect(broken).toMatchObject({ usd: 0, assumedUsd: 0.5, unpriced: 0 });
  expect(usageOf(spend({}), broken)).toMatchObject({ outputTokens: 100, costUsd: null });
  expect(spend({ model: 'my-sonnet.gguf' })).toEqual(spend({}));
  expect(spend({ model: null }, 'claude-other')).toMatchObject({ usd: 0, unpriced: 1 });
  expect(usageOf(spend({ tokens: null }))).toBeNull();
});

const models = ['claude-sonnet-5-5', 'claude-other', 'claude-other'];
const check = (monthlyTokens: number, isRefused: boolean) =>
  checkPrices(models, builtInPrices, { monthlyTokens, isRefused });

test('a model without a price is a warning that says how its tokens are capped, or that it is never called', () => {
  expect(check(0, false)).toEqual([
    {
      level: 'warning',
      topic: 'Prices',
      text: 'The price of claude-other is unknown, so costs are shown as unknown. Add its price with FOOTNOTE_PRICES (0 if it is free).',
    },
  ]);
  const [capped] = check(1_000_000, false);
  expect(capped?.text).toContain('may use 1,000,000 tokens a month (FOOTNOTE_MONTHLY_TOKENS)');
  const [refused] = check(0, true);
  expect(refused).toMatchObject({ level: 'problem', text: expect.stringContaining('is never called') });
});
