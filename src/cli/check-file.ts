import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { check } from '../app/check.ts';
import { batchJudgingLimits } from '../app/judge-claims.ts';
import type { ReadResult } from '../app/ports.ts';
import { readShellConfig, type ShellConfig } from '../config.ts';
import type { Summary } from '../core/claims/summary.ts';
import { toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { toCountWords } from '../core/count-words.ts';
import { connectJudgeAlone } from '../engines.ts';
import { UserError } from '../errors.ts';
import { type ReadOptions, readConversationFile } from '../io/import/read-conversation-file.ts';
import { readStatementsFile, readStatementsStream, type StatementList } from '../io/import/statements.ts';
import type { Progress } from '../io/terminal/progress.ts';
import { type RangeWords, selectRange } from '../io/terminal/range.ts';
import { refuseSameFile, writeOutput } from '../io/terminal/write-output.ts';
import { createLogger } from '../log.ts';
import type { Format } from '../render/formats.ts';
import { render } from '../render/render.ts';
import { english, toSourceTexts } from '../render/texts.ts';
import {
  type InputOptions,
  loadDotEnv,
  readConversation,
  refuseUnknownZone,
  runCommand,
  toColumns,
  toInputName,
  toLanguageSentences,
  toLanguageTag,
  toMessageCount,
  toReadOptions,
  toReadWords,
} from './run-command.ts';

export type CheckOptions = RangeWords &
  InputOptions & {
    readonly format: Format;
    readonly language?: string;
    readonly references: boolean;
    readonly out?: string;
  };

/** Checks the statements of one file against the conversation in another; errors are printed to stderr and thrown again. */
export async function checkFile(file: string, claims: string, options: CheckOptions): Promise<void> {
  await runCommand((progress, signal) => run(file, claims, options, progress, signal));
}

async function run(
  file: string,
  claims: string,
  options: CheckOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { zone, out } = options;
  refuseUnknownZone(zone);
  const language = options.language === undefined ? undefined : toLanguageTag(options.language);
  const config = readJudgeEnvironment();
  const log = createLogger(config.logLevel);
  refuseBadClaims(file, claims);
  await refuseSameFile(file === '-' ? null : file, out);
  await refuseSameFile(claims === '-' ? null : claims, out);
  const read = toReadOptions(options, signal);
  const [{ statements, skipped, notices: left }, { conversation, notices }] = await readBoth(
    file,
    claims,
    read,
    progress,
  ).catch(async (error: unknown) => {
    throw (await findSwap(file, claims, read)) ?? error;
  });
  const swap = isProse(conversation) ? await findSwap(file, claims, read) : null;
  if (swap) throw swap;
  const selected = await selectRange(conversation, options, zone);
  const { range: window } = selected;
  const sentences = [...left, ...notices, ...selected.notices, ...toLanguageSentences(language)];
  // The result says if judging failed; it is logged too only if LOG_LEVEL asks for it.
  const judgeLog = process.env['LOG_LEVEL'] ? log : createLogger('silent');
  const { judge, notices: judgeNotices } = await connectJudgeAlone(config.claude, judgeLog, signal);
  for (const sentence of [...sentences, ...judgeNotices]) progress.tell(sentence);

  const checking = `Checking ${toCountWords(statements.length, 'statement', 'statements')} against ${toMessageCount(selected.count, conversation.source)}`;
  progress.step(checking);
  const onChecked = async (checked: number) => {
    progress.count(`${checking}: ${checked} so far`);
    // Ctrl+C works between two statements.
    await turn();
  };
  const request = { statements, skipped, zone, window, ...(language !== undefined && { language }) };
  const judging = judge && {
    judge,
    judging: batchJudgingLimits,
    log: judgeLog,
    onJudged: (judged: number) => progress.count(`${checking}: ${judged} judged so far`),
  };
  const summary = await check(conversation, request, { newId: randomUUID, onChecked, ...judging }, signal);
  const text = render(summary, options.format, {
    references: options.references,
    ...(options.format === 'html' && { conversation: toEvidence(conversation, window).messages }),
    ...(out === undefined && toColumns(process.stdout)),
  });
  await writeOutput(text, out);
  progress.done(`${toClosingWords(summary)}${out === undefined ? '' : `, written to ${out}`}`);
  log.info(
    {
      read: summary.coverage.read,
      statements: statements.length,
      ...summary.counts,
    },
    'statements-checked',
  );
}

/** The environment; `.env` is read only if FOOTNOTE_JUDGE is set to on, because a key in a file must not send anything by itself. */
export function readJudgeEnvironment(): ShellConfig {
  const isAsked = (process.env['FOOTNOTE_JUDGE'] ?? '').trim() !== '';
  if (isAsked && readShellConfig(process.env).claude.judges) loadDotEnv();
  return readShellConfig(process.env);
}

/** Refuses stdin for both inputs, and a statement where a file belongs. */
function refuseBadClaims(file: string, claims: string): void {
  if (file === '-' && claims === '-')
    throw new UserError(
      'bad_usage',
      'Only one of the two inputs can be stdin (-): the conversation or the statements.',
    );
  if (claims === '-' || !/\s/.test(claims.trim()) || existsSync(claims)) return;
  throw new UserError(
    'bad_usage',
    `There is no file “${claims}”. To check a statement, pipe it in: echo "…" | npm run --silent footnote -- check ${file} -`,
  );
}

async function readBoth(
  file: string,
  claims: string,
  options: ReadOptions,
  progress: Progress,
): Promise<readonly [StatementList, ReadResult]> {
  progress.step(`Reading ${toInputName(claims)}`);
  const statements = await readStatements(claims, options.signal);
  progress.step(`Reading ${toInputName(file)}`);
  return [statements, await readConversation(file, options)];
}

/** An error that says that the two files are swapped, if only the second can be read as a conversation; null otherwise. */
async function findSwap(file: string, claims: string, options: ReadOptions): Promise<UserError | null> {
  if (file === '-' || claims === '-' || options.signal?.aborted) return null;
  const isConversation = (path: string) =>
    readConversationFile(path, options).then(
      ({ conversation }) => !isProse(conversation),
      () => false,
    );
  if (!existsSync(file) || !(await isConversation(claims)) || (await isConversation(file))) return null;
  return new UserError(
    'bad_usage',
    `The two files are swapped: ${claims} is the conversation, and ${file} holds the statements. Run: npm run footnote -- check ${claims} ${file}`,
  );
}

/** Statements may be read as such a conversation too. */
function isProse({ source }: Conversation): boolean {
  return source.type === 'document' || source.type === 'transcript';
}

function readStatements(claims: string, signal?: AbortSignal): Promise<StatementList> {
  return claims === '-'
    ? readStatementsStream(process.stdin, 'stdin', signal)
    : readStatementsFile(claims, signal);
}

function toClosingWords({ coverage, counts, checked, source }: Summary): string {
  const unfound = checked?.statements.filter(({ claimId }) => claimId === null).length ?? 0;
  const t = toSourceTexts(english, source.type);
  const told = [
    t('summary.verified', { count: counts.verified }),
    t('summary.check.countRelated', { count: counts.sourcesFound }),
    t('summary.unclear', { count: counts.needsClarification }),
    t('summary.check.countNotFound', { count: unfound }),
  ].join(', ');
  return `Read ${toReadWords(coverage, source)}: ${told}`;
}
