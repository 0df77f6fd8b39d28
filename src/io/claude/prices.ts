import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Diagnosis } from '../../app/ports.ts';
import type { UnpricedCaps } from '../../core/usage/usage.ts';
import { UserError } from '../../errors.ts';

/** US dollars for a million tokens; cache writes live five minutes. */
type Price = {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  /** The prices of all tokens of a call with a prompt longer than `above` tokens. */
  readonly long?: {
    readonly above: number;
    readonly input: number;
    readonly output: number;
    readonly cacheWrite: number;
    readonly cacheRead: number;
  };
};

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

/** The tokens of one call as the API bills them. */
export type CallTokens = {
  /** Neither read from the cache nor written to it. */
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
};

function findPrice(model: string, prices: Prices): Price | undefined {
  return [model, toUndated(model)].flatMap(each => (Object.hasOwn(prices, each) ? [prices[each]] : []))[0];
}

function hasPrice(model: string, prices: Prices): boolean {
  return findPrice(model, prices) !== undefined;
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

/** `claude-haiku-4-5-20251001` is `claude-haiku-4-5` of a certain day. */
function toUndated(model: string): string {
  return model.replace(/-20\d{6}$/, '');
}

const mostUsd = 1_000_000;
const amount = z.number().nonnegative().max(mostUsd);
const rates = { input: amount, output: amount, cacheWrite: amount, cacheRead: amount };
const pricesSchema = z.record(
  z.string(),
  z.strictObject({
    ...rates,
    long: z.strictObject({ above: z.int().nonnegative(), ...rates }).exactOptional(),
  }),
);

/** Our own prices, overridden by those of a file: JSON of `{MODEL: {input, output, cacheWrite, cacheRead, long?}}`. */
export async function readPrices(path: string | undefined): Promise<Prices> {
  if (path === undefined) return builtInPrices;
  const parsed = pricesSchema.safeParse(parse(await read(path), path), { reportInput: true });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      'bad_environment',
      `FOOTNOTE_PRICES: ${path} is not valid: ${issue ? toFault(issue) : 'unknown error'}. Each model needs input, output, cacheWrite and cacheRead, in US dollars per million tokens.`,
    );
  }
  return { ...builtInPrices, ...parsed.data };
}

/** "claude-x: output is missing" */
function toFault(issue: z.core.$ZodIssue): string {
  const [model, ...within] = issue.path.map(String);
  if (model === undefined) return 'it is not an object of models, such as {"claude-x": {"input": 1, …}}';
  const place = `${model}: ${within.join('.')}`;
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map(key => `“${key}”`).join(', ');
    return `${[model, ...within].join(': ')}: ${names} is not a known price`;
  }
  if (within.length === 0) return `${model} is not an object of prices`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${place} is missing`;
  if (within.at(-1) === 'long') return `${place} is not an object of prices`;
  if (within.at(-1) === 'above') return `${place} must be a whole number of tokens`;
  return `${place} must be a number from 0 to ${mostUsd}`;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UserError(
      'bad_environment',
      `FOOTNOTE_PRICES: ${path} cannot be read. Name a JSON file of prices, or leave the variable empty.`,
      { cause },
    );
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UserError(
      'bad_environment',
      `FOOTNOTE_PRICES: ${path} is not valid JSON. Correct the file, or leave the variable empty.`,
      { cause },
    );
  }
}

const topic = 'Prices';

export function findUnpriced(models: readonly string[], prices: Prices): readonly string[] {
  return [...new Set(models)].filter(model => !hasPrice(model, prices));
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
