import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { check } from './app/check.ts';
import { patientJudging } from './app/judging.ts';
import { readShellConfig, type ShellConfig } from './config.ts';
import type { Summary } from './core/claims/summary.ts';
import { connectJudgeAlone } from './engines.ts';
import { UserError } from './errors.ts';
import { readConversationFile, readConversationStream } from './io/import/read-conversation-file.ts';
import { readStatementsFile, readStatementsStream, type StatementList } from './io/import/statements.ts';
import type { Progress } from './io/terminal/progress.ts';
import { type RangeWords, toRange, toRangeSentences } from './io/terminal/range.ts';
import { refuseSameFile, writeOutput } from './io/terminal/write-output.ts';
import { createLogger } from './log.ts';
import { type Format, render } from './render/render.ts';
import { en as english } from './render/words/en.ts';
import {
  refuseUnknownZone,
  runCommand,
  toColumns,
  toLanguageSentences,
  toLanguageTag,
} from './shell-command.ts';

export type CheckOptions = RangeWords & {
  readonly format: Format;
  readonly zone: string;
  readonly language?: string;
  readonly references: boolean;
  readonly out?: string;
};

/** Checks the statements of one file against the conversation in another; what goes wrong is told on stderr and thrown on. */
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
  const config = readEnvironment();
  const log = createLogger(config.logLevel);
  refuseBadClaims(file, claims);
  await refuseSameFile(file === '-' ? null : file, out);
  await refuseSameFile(claims === '-' ? null : claims, out);
  progress.step(`Reading ${toName(claims)}`);
  const { statements, skipped, notices: left } = await readStatements(claims, signal);
  progress.step(`Reading ${toName(file)}`);
  const { conversation, notices } = await (file === '-'
    ? readConversationStream(process.stdin, 'stdin', signal)
    : readConversationFile(file, signal));
  const window = toRange(conversation, options, zone);
  const sentences = [
    ...left,
    ...notices,
    ...toRangeSentences(conversation, window, zone),
    ...toLanguageSentences(language),
  ];
  // What goes wrong with judging is told in the result; as log lines too where they were asked for.
  const judgeLog = process.env['LOG_LEVEL'] ? log : createLogger('silent');
  const { judge, notices: judgeNotices } = await connectJudgeAlone(config.claude, judgeLog, signal);
  for (const sentence of [...sentences, ...judgeNotices]) progress.tell(sentence);

  const count = (n: number) => (n === 1 ? '1 statement' : `${n.toLocaleString('en')} statements`);
  const checking = `Checking ${count(statements.length)} against ${conversation.messages.length.toLocaleString('en')} messages`;
  progress.step(checking);
  const onChecked = async (checked: number) => {
    progress.count(`${checking}: ${checked} so far`);
    // Ctrl+C is heard between two statements.
    await turn();
  };
  const request = { statements, skipped, zone, window, ...(language !== undefined && { language }) };
  const judging = judge && {
    judge,
    judging: patientJudging,
    log: judgeLog,
    onJudged: (judged: number) => progress.count(`${checking}: ${judged} judged so far`),
  };
  const summary = await check(conversation, request, { newId: randomUUID, onChecked, ...judging }, signal);
  const text = render(summary, options.format, {
    references: options.references,
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

/** The environment, with that of the bot behind it only where FOOTNOTE_JUDGE is set to on: a key in a file sends nothing by itself. */
function readEnvironment(): ShellConfig {
  const isAsked = (process.env['FOOTNOTE_JUDGE'] ?? '').trim() !== '';
  if (isAsked && readShellConfig(process.env).claude.judges && existsSync('.env'))
    process.loadEnvFile('.env');
  return readShellConfig(process.env);
}

/** One stdin cannot be both, and a sentence in place of a file is told so. */
function refuseBadClaims(file: string, claims: string): void {
  if (file === '-' && claims === '-')
    throw new UserError(
      'bad_usage',
      'Only one of the conversation and the statements can come from stdin (-).',
    );
  if (claims === '-' || !/\s/.test(claims.trim()) || existsSync(claims)) return;
  throw new UserError(
    'bad_usage',
    `There is no file “${claims}”. A statement itself is piped in: echo "…" | footnote check ${file} -`,
  );
}

function readStatements(claims: string, signal: AbortSignal): Promise<StatementList> {
  return claims === '-'
    ? readStatementsStream(process.stdin, 'stdin', signal)
    : readStatementsFile(claims, signal);
}

function toName(file: string): string {
  return file === '-' ? 'stdin' : file;
}

function toClosingWords({ coverage, counts, checked }: Summary): string {
  const unfound = checked?.statements.filter(({ claimId }) => claimId === null).length ?? 0;
  const told = [
    english.verified(counts.verified),
    english.sourcesFound(counts.sourcesFound),
    english.unclear(counts.needsClarification),
    english.check.countNotFound(unfound),
  ].join(', ');
  return `Read ${coverage.read} of ${coverage.available} messages: ${told}`;
}
