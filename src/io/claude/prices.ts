import { readFile } from 'node:fs/promises';
import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import type { UnpricedCaps } from '../../core/claims/usage.ts';
import { type Diagnosis, UserError } from '../../errors.ts';

const mostUsd = 1_000_000;
const amount = z.number().nonnegative().max(mostUsd);
/** US dollars for a million tokens; cache writes live five minutes. */
const rates = { input: amount, output: amount, cacheWrite: amount, cacheRead: amount };
const priceSchema = z.strictObject({
  ...rates,
  /** The prices of all tokens of a call with a prompt longer than `above` tokens. */
  long: z.strictObject({ above: z.int().nonnegative(), ...rates }).exactOptional(),
});
const pricesSchema = z.record(z.string(), priceSchema);
type Price = Readonly<z.output<typeof priceSchema>>;
export type Prices = Readonly<Record<string, Price>>;

/** The day on which the table was last compared. */
export const pricesAsOf = '2026-10-24';

const opus4 = { input: 5, output: 25, cacheWrite: 6.25, cacheRead: 0.5 } as const;
const sonnet4 = { input: 3, output: 15, cacheWrite: 3.75, cacheRead: 0.3 } as const;

/** From platform.claude.com/docs/en/about-claude/pricing; a model that is not here costs an unknown amount. */
export const builtInPrices: Prices = {
  'claude-fable-5-1': { input: 10, output: 50, cacheWrite: 12.5, cacheRead: 0.25 },
  'claude-fable-5': { input: 10, output: 50, cacheWrite: 12.5, cacheRead: 1 },
  'claude-opus-5-5': { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2 },
  'claude-opus-5': opus4,
  'claude-opus-4-8': opus4,
  'claude-opus-4-7': opus4,
  'claude-opus-4-6': opus4,
  'claude-opus-4-5': opus4,
  'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 },
  'claude-sonnet-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.2 },
  'claude-sonnet-4-6': sonnet4,
  'claude-sonnet-4-5': sonnet4,
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheWrite: 0.125,
    cacheRead: 0.01,
    long: { above: 100_000, input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.05 },
  },
  'claude-haiku-4-5': { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1 },
};

export type CallTokens = {
  /** Neither read from the cache nor written to it. */
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
};

const nothing: CallTokens = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 };

type ReportedTokens = Pick<
  Anthropic.MessageDeltaUsage,
  'input_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens' | 'output_tokens'
>;

/** Numbers are cumulative; missing ones stay unchanged. */
export function addTokens(before: CallTokens | null, reported: ReportedTokens): CallTokens {
  const { input, cacheWrite, cacheRead, output } = before ?? nothing;
  return {
    input: reported.input_tokens ?? input,
    cacheWrite: reported.cache_creation_input_tokens ?? cacheWrite,
    cacheRead: reported.cache_read_input_tokens ?? cacheRead,
    output: reported.output_tokens ?? output,
  };
}

/** Some servers report zeros where they count nothing. No prompt is empty, and no answer that has ended. */
export function isReported({ input, cacheWrite, cacheRead, output }: CallTokens, hasEnded: boolean): boolean {
  return input + cacheWrite + cacheRead > 0 && (output > 0 || !hasEnded);
}

function findPrice(model: string, prices: Prices): Price | undefined {
  return [model, model.replace(/-20\d{6}$/, '')].flatMap(each =>
    Object.hasOwn(prices, each) ? [prices[each]] : [],
  )[0];
}

/** The cost of a call in US dollars; null if the price is unknown. */
export function toCostUsd(model: string, tokens: CallTokens, prices: Prices): number | null {
  const listed = findPrice(model, prices);
  if (listed === undefined) return null;
  const { long } = listed;
  const prompt = tokens.input + tokens.cacheWrite + tokens.cacheRead;
  const price = long !== undefined && prompt > long.above ? long : listed;
  return (
    (tokens.input * price.input +
      tokens.cacheWrite * price.cacheWrite +
      tokens.cacheRead * price.cacheRead +
      tokens.output * price.output) /
    1e6
  );
}

/** Our own prices, overridden by those of a file: JSON of `{MODEL: {input, output, cacheWrite, cacheRead, long?}}`. */
export async function readPrices(path: string | undefined): Promise<Prices> {
  if (path === undefined) return builtInPrices;
  const refuse = (why: string, cause: unknown) =>
    new UserError('bad_environment', `FOOTNOTE_PRICES: ${path} ${why}`, { cause });
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw refuse('cannot be read. Name a JSON file of prices, or leave the variable empty.', cause);
  });
  const { data, error } = pricesSchema.safeParse(parse(text));
  if (data) return { ...builtInPrices, ...data };
  const [{ path: place = [], message = '' } = {}] = error.issues;
  const where = place.length > 0 ? `${place.join('.')}: ` : '';
  throw refuse(
    `is not valid: ${where}${message}. It must be JSON in which each model has input, output, cacheWrite and cacheRead, in US dollars per million tokens.`,
    error,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

const topic = 'Prices';

export function findUnpriced(models: readonly string[], prices: Prices): readonly string[] {
  return [...new Set(models)].filter(model => findPrice(model, prices) === undefined);
}

/** Says which models have no known price, and the consequences. */
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
