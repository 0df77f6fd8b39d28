import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { type Prices, usualPrices } from './prices.ts';

const amount = z.number().nonnegative().max(1e6);
const rates = { input: amount, output: amount, cacheWrite: amount, cacheRead: amount };
const pricesSchema = z.record(
  z.string(),
  z.strictObject({
    ...rates,
    long: z.strictObject({ above: z.int().nonnegative(), ...rates }).exactOptional(),
  }),
);

/** Our own prices with those of a file in front of them: JSON of `{MODEL: {input, output, cacheWrite, cacheRead, long?}}`. */
export async function readPrices(path: string | undefined): Promise<Prices> {
  if (path === undefined) return usualPrices;
  const parsed = pricesSchema.safeParse(parse(await read(path), path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      'bad_environment',
      `FOOTNOTE_PRICES: in ${path}, ${issue?.path.join('.') || 'the whole'} ${issue?.message ?? 'is not readable'}. Each model needs input, output, cacheWrite and cacheRead in US dollars for a million tokens.`,
    );
  }
  return { ...usualPrices, ...parsed.data };
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UserError(
      'bad_environment',
      `FOOTNOTE_PRICES: ${path} cannot be read. Leave it unset, or name a JSON file of prices.`,
      { cause },
    );
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UserError('bad_environment', `FOOTNOTE_PRICES: ${path} is not JSON.`, { cause });
  }
}
