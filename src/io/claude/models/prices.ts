/** US dollars for a million tokens; cache writes live five minutes. */
type Price = {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  /** What every token of a call costs whose prompt is longer than `above` tokens. */
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

export function hasPrice(model: string, prices: Prices): boolean {
  return findPrice(model, prices) !== undefined;
}

/** What a call cost in US dollars; null where the price is not known. */
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
