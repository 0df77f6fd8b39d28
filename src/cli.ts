#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { extractiveEngine } from './app/extractive.ts';
import { type SummarizeRequest, summarize } from './app/summarize.ts';
import { readConfig } from './config.ts';
import { type Detail, details, type Summary } from './core/claims/summary.ts';
import { isZone } from './core/time.ts';
import { UserError } from './errors.ts';
import { readConversationFile, readConversationStream } from './io/import/read-conversation-file.ts';
import { createProgress } from './io/terminal/progress.ts';
import { type RangeWords, toRange, toRangeSentences } from './io/terminal/range.ts';
import { refuseSameFile, writeOutput } from './io/terminal/write-output.ts';
import { createLogger } from './log.ts';
import { type Format, formats, render } from './render/render.ts';
import { catalogues } from './render/words/index.ts';

type SummarizeOptions = RangeWords & {
  readonly engine: 'extractive';
  readonly format: Format;
  readonly detail: Detail;
  readonly zone: string;
  readonly language?: string;
  readonly references: boolean;
  readonly out?: string;
};

const machineZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const program = new Command('footnote')
  .description('Summaries in which every claim opens the messages it rests on.')
  .version(packageJson.version)
  .exitOverride()
  .showHelpAfterError('(footnote summarize --help lists what can be given)')
  .showSuggestionAfterError();

program
  .command('summarize')
  .description('summarize an exported conversation')
  .argument(
    '<file>',
    'a DiscordChatExporter JSON export, or JSON Lines of {id?, author, time, text, reply_to?, ...}; - reads stdin',
  )
  .addOption(
    new Option('--engine <name>', 'who writes')
      .choices(['extractive'])
      .argParser(toEngine)
      .default('extractive'),
  )
  .addOption(
    new Option('--format <name>', 'how it looks').choices(formats).argParser(toFormat).default('plain'),
  )
  .addOption(new Option('--detail <level>', 'how much of it').choices(details).default('standard'))
  .option('--zone <iana>', 'the zone of times, such as Europe/Berlin', machineZone)
  .option('--since <time>', 'from when on: 2h, yesterday 9am, 2026-03-09 (counted from the newest message)')
  .option('--until <time>', 'until when')
  .option('--language <tag>', "the language of headings, such as de (default: the conversation's own)")
  .option('--no-references', 'leave out footnotes and sources')
  .option('--out <file>', 'write there instead of to stdout')
  .action(runSummarize);

async function runSummarize(file: string, options: SummarizeOptions): Promise<void> {
  const progress = createProgress(process.stderr);
  try {
    const request = toRequest(options);
    const log = createLogger(readConfig(process.env).logLevel);
    const piped = file === '-';
    await refuseSameFile(piped ? null : file, options.out);
    progress.step(`Reading ${piped ? 'stdin' : file}`);
    const reading = piped
      ? readConversationStream(process.stdin, 'stdin', never)
      : readConversationFile(file, never);
    const { conversation, notices } = await reading;
    const window = toRange(conversation, options, options.zone);
    const sentences = [
      ...notices,
      ...toRangeSentences(conversation, window, options.zone),
      ...toLanguageSentences(request.language),
    ];
    for (const sentence of sentences) progress.tell(sentence);
    progress.step(`Summarizing ${conversation.messages.length.toLocaleString('en')} messages`);
    const ports = { engine: extractiveEngine, newId: randomUUID };
    const summary = await summarize(conversation, { ...request, window }, ports, never);
    const text = render(summary, options.format, {
      references: options.references,
      ...(options.out === undefined && toColumns(process.stdout)),
    });
    await writeOutput(text, options.out);
    progress.done(toClosingWords(summary, options.out));
    log.info(
      { read: summary.coverage.read, claims: summary.claims.length, ...summary.counts },
      'summary-written',
    );
  } catch (error) {
    if (!(error instanceof UserError)) logInternal(error);
    progress.failed(toWords(error));
    throw error;
  }
}

/** What nobody but us can mend stands in the log, whatever else of the environment cannot be read. */
function logInternal(error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  createLogger(process.env['LOG_LEVEL'] || 'warn').error({ name, message, stack }, 'command-failed');
}

function toEngine(name: string): 'extractive' {
  if (name === 'extractive') return name;
  throw new InvalidArgumentError(
    name === 'claude'
      ? 'The engine “claude” is not available yet: leave --engine out.'
      : 'Allowed choices are extractive.',
  );
}

const otherNames: Readonly<Record<string, Format>> = {
  md: 'markdown',
  txt: 'plain',
  text: 'plain',
  htm: 'html',
  page: 'html',
  discord: 'embed',
};

function toFormat(name: string): Format {
  const known = formats.find(format => format === name);
  if (known) return known;
  const lower = name.toLowerCase();
  const meant = otherNames[lower] ?? formats.find(format => format.slice(0, 3) === lower.slice(0, 3));
  throw new InvalidArgumentError(
    `Allowed choices are ${formats.join(', ')}.${meant ? ` Did you mean ${meant}?` : ''}`,
  );
}

function toRequest({ detail, zone, language }: SummarizeOptions): Omit<SummarizeRequest, 'window'> {
  if (!isZone(zone)) {
    throw new UserError(
      'bad_usage',
      `--zone “${zone}” is no IANA zone: write for example Europe/Berlin or UTC.`,
    );
  }
  return { detail, zone, ...(language !== undefined && { language: toLanguageTag(language) }) };
}

function toLanguageTag(words: string): string {
  try {
    return new Intl.Locale(words).toString();
  } catch (cause) {
    throw new UserError(
      'bad_usage',
      `--language “${words}” is no language tag: write for example en, de or pt-BR.`,
      {
        cause,
      },
    );
  }
}

function toLanguageSentences(language: string | undefined): readonly string[] {
  if (language === undefined) return [];
  const tags = catalogues.map(({ tag }) => tag);
  if (tags.some(tag => tag === new Intl.Locale(language).language)) return [];
  return [
    `There are no headings in “${language}”: they are in English. There are some in ${tags.join(', ')}.`,
  ];
}

const mostColumns = 120;

/** As wide as the terminal, up to where lines get hard to read; nothing where none is written to. */
function toColumns({ isTTY, columns }: NodeJS.WriteStream): { readonly columns?: number } {
  return isTTY && columns > 0 ? { columns: Math.min(columns, mostColumns) } : {};
}

function toClosingWords({ coverage, counts }: Summary, out: string | undefined): string {
  const claims = `${counts.verified + counts.needsClarification} claims, ${counts.dropped} dropped`;
  return `Read ${coverage.read} of ${coverage.available} messages: ${claims}${out === undefined ? '' : `, written to ${out}`}`;
}

function toWords(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof Error && error.name === 'AbortError') return 'Stopped; nothing was written.';
  return 'Something went wrong inside Footnote; LOG_LEVEL=error shows what. This is a fault of ours: please report it.';
}

// Ctrl+C ends the process as it stands: results are written at the end and as a whole, so nothing half is left.
const never = new AbortController().signal;
// Whoever writes is told of a failure where it writes; without a listener the process would end with a stack.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** 0 done; 1 the file or the work failed; 2 bad usage. */
function toExitCode(error: unknown): 0 | 1 | 2 {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isUsage = error instanceof UserError && ['bad_usage', 'bad_environment'].includes(error.code);
  return isUsage ? 2 : 1;
}

/** `footnote chat.json` has no command in it: the way to say it, or nothing where no file was meant. */
function toForgottenCommand(error: unknown): string {
  const [word] = program.args;
  if (!(error instanceof CommanderError) || error.code !== 'commander.unknownCommand' || !word) return '';
  const isFile = word === '-' || /[./\\]/.test(word) || existsSync(word);
  return isFile ? `To summarize it: footnote summarize ${program.args.join(' ')}\n` : '';
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(toForgottenCommand(error));
  process.exitCode = toExitCode(error);
}
