import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { faults } from '../../core/claims/problem.ts';
import type { CheckedText } from '../../core/claims/summary.ts';
import type { StatementInput } from '../../core/verify/checker.ts';
import { splitStatements } from '../../core/verify/statements.ts';
import { UserError } from '../../errors.ts';
import { decodeText, readBytes, type SizeLimit } from './archive.ts';
import { meansJson, parseJson } from './parse-json.ts';

export type StatementList = {
  readonly statements: readonly StatementInput[];
  readonly skipped: CheckedText['skipped'];
  /** The parts that could not be read, one sentence each. */
  readonly notices: readonly string[];
};

/** Enough for thousands of statements. */
const sizeLimit: SizeLimit = { maxBytes: 1e6, remedy: 'Split the statements into several files.' };

/**
 * Reads statements from a file or stdin: text, or JSON `[{text, positions?}]` with one statement per item.
 * @throws UserError with the file's name and what to do.
 */
export async function readStatements(
  source: string | Readable,
  signal?: AbortSignal,
): Promise<StatementList> {
  const path = typeof source === 'string' ? source : 'stdin';
  return toList(await readBytes(source, path, sizeLimit, signal), basename(path));
}

function toList(bytes: Buffer, fileName: string): StatementList {
  const { text, notices } = decodeText(bytes, fileName);
  const source = text.replace(/^\ufeff/, '');
  const list = meansJson.test(source) ? parseList(source, fileName) : null;
  if (list !== null) return { statements: list.map(toGiven), skipped: [], notices };
  const { statements, skipped } = splitStatements(source);
  if (statements.length > 0)
    return { statements: statements.map(each => ({ text: each })), skipped, notices };
  throw new UserError(
    'no_messages',
    `${fileName} contains no statement; headings, tables and code are none. Write one per line.`,
  );
}

function parseList(source: string, fileName: string): readonly unknown[] {
  let value: unknown;
  try {
    value = parseJson(source);
  } catch {
    // Refused below.
  }
  if (Array.isArray(value)) return value;
  throw new UserError(
    'format_unknown',
    `${fileName} is not a list of statements. Write [{"text": "…", "positions": [3]}], or plain text with one statement per line, and name it after the conversation.`,
  );
}

const longestText = 4_000;
const mostPositions = 40;
const whole = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*\d{1,9}\s*$/)
    .transform(Number),
]);
/** The error messages are the codes of faults. */
const statement = z.object({
  text: z
    .string('no_text')
    .refine(text => text.trim() !== '', 'empty_text')
    .max(longestText, 'long_text'),
  positions: z.array(whole, 'bad_positions').max(mostPositions, 'many_positions').nullish(),
});

/** Every item stays a statement; an unreadable one has the reason instead. */
function toGiven(value: unknown): StatementInput {
  const read = statement.safeParse(typeof value === 'string' ? { text: value } : value);
  if (read.success) {
    const { text, positions } = read.data;
    return { text, ...(positions && { positions }) };
  }
  const [issue] = read.error.issues;
  const isPlace = (issue?.path.length ?? 0) > 1;
  const fault = isPlace ? 'bad_positions' : (faults.find(each => each === issue?.message) ?? 'unreadable');
  return { text: toText(value).slice(0, 200), problem: { code: 'malformed', fault } };
}

function toText(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : '';
  return typeof text === 'string' ? text : '';
}
