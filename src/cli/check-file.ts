import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { check } from '../app/check.ts';
import { batchJudgingLimits } from '../app/judge-claims.ts';
import { faults } from '../core/claims/problem.ts';
import type { CheckedText } from '../core/claims/summary.ts';
import { toCountWords } from '../core/count-words.ts';
import type { StatementInput } from '../core/verify/checker.ts';
import { splitStatements } from '../core/verify/statements.ts';
import { UserError } from '../errors.ts';
import { decodeText, readBytes, type SizeLimit } from '../io/import/archive.ts';
import { meansJson, parseJson } from '../io/import/parse-json.ts';
import {
  type OutputOptions,
  openConversation,
  openJudge,
  type Run,
  readGrade,
  readJudgeEnvironment,
  toInput,
  toInputName,
  toLanguage,
  toMessageCount,
  toUnreadWords,
  writeSummary,
} from './run-command.ts';
import { refuseSameFile } from './write-output.ts';

type StatementList = {
  readonly statements: readonly StatementInput[];
  readonly skipped: CheckedText['skipped'];
  /** The parts that could not be read, one sentence each. */
  readonly notices: readonly string[];
};

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

export async function checkFile(
  file: string,
  claims: string,
  options: OutputOptions,
  run: Run,
): Promise<void> {
  const { progress, signal } = run;
  const { zone, out } = options;
  const language = toLanguage(options.language);
  const config = readJudgeEnvironment();
  if (file === '-' && claims === '-')
    throw new UserError(
      'bad_usage',
      'Only one of the two inputs can be stdin (-): the conversation or the statements.',
    );
  await refuseSameFile(file, out);
  await refuseSameFile(claims, out);
  progress.step(`Reading ${toInputName(claims)}`);
  const { statements, skipped, notices } = await readStatements(toInput(claims), signal);
  for (const notice of notices) progress.tell(notice);
  const opened = await openConversation(file, options, run);
  const { conversation, window, count } = opened;
  const { judge, log } = await openJudge(config, run, readGrade);

  const checking = `Checking ${toCountWords(statements.length, 'statement', 'statements')} against ${toMessageCount(count)}`;
  progress.step(checking);
  const onChecked = async (checked: number) => {
    progress.count(`${checking}: ${checked} so far`);
    // Ctrl+C works between two statements.
    await turn();
  };
  const request = { statements, skipped, zone, window, ...language };
  const judging = judge && {
    judge,
    judging: batchJudgingLimits,
    log,
    onJudged: (judged: number) => progress.count(`${checking}: ${judged} checked by a model so far`),
  };
  const summary = await check(conversation, request, { newId: randomUUID, onChecked, ...judging }, signal);
  await writeSummary(summary, opened, options, run);
  if (!judge) progress.tell(toUnreadWords(config.claude));
}
