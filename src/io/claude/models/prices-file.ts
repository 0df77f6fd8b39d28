import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from '../../../errors.ts';
import { builtInPrices, type Prices } from './prices.ts';

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
