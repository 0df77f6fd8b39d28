import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { extractiveEngine } from './app/extractive.ts';
import { type SoFar, type SummarizeRequest, summarize, toEngineRequest } from './app/summarize.ts';
import { readShellConfig, type ShellConfig } from './config.ts';
import type { Detail, Summary } from './core/claims/summary.ts';
import { isZone } from './core/time.ts';
import { connectEngines, type Engines } from './engines.ts';
import { UserError } from './errors.ts';
import { toAdvice } from './io/claude/operator.ts';
import { readConversationFile, readConversationStream } from './io/import/read-conversation-file.ts';
import { createProgress, type Progress } from './io/terminal/progress.ts';
import { type RangeWords, toRange, toRangeSentences } from './io/terminal/range.ts';
import { refuseSameFile, writeOutput } from './io/terminal/write-output.ts';
import { createLogger, type Logger } from './log.ts';
import { type Format, render } from './render/render.ts';
import { en as english } from './render/words/en.ts';
import { catalogues } from './render/words/index.ts';

export type SummarizeOptions = RangeWords & {
  readonly engine: 'extractive' | 'claude';
  readonly showPrompt?: boolean;
  readonly format: Format;
  readonly detail: Detail;
  readonly zone: string;
  readonly language?: string;
  readonly references: boolean;
  readonly out?: string;
};

/** Takes a file down the whole river to a written summary; what goes wrong is told on stderr and thrown on. */
export async function summarizeFile(file: string, options: SummarizeOptions): Promise<void> {
  const progress = createProgress(process.stderr);
  // Results are written at the end and as a whole, so nothing half is left; a second Ctrl+C ends the process as it stands.
  const stop = new AbortController();
  const stopNow = () => stop.abort();
  process.once('SIGINT', stopNow);
  try {
    await run(file, options, progress, stop.signal);
  } catch (error) {
    if (!(error instanceof UserError) && !isStop(error)) logInternal(error);
    progress.failed(toWords(error));
    throw error;
  } finally {
    process.off('SIGINT', stopNow);
  }
}

async function run(
  file: string,
  options: SummarizeOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const request = toRequest(options);
  const config = readEnvironment(options);
  const log = createLogger(config.logLevel);
  const piped = file === '-';
  await refuseSameFile(piped ? null : file, options.out);
  progress.step(`Reading ${piped ? 'stdin' : file}`);
  const reading = piped
    ? readConversationStream(process.stdin, 'stdin', signal)
    : readConversationFile(file, signal);
  const { conversation, notices } = await reading;
  const window = toRange(conversation, options, options.zone);
  const sentences = [
    ...notices,
    ...toRangeSentences(conversation, window, options.zone),
    ...toLanguageSentences(request.language),
  ];
  for (const sentence of sentences) progress.tell(sentence);
  if (options.showPrompt) {
    const { toPromptBodies, toShownPrompt } = await import('./io/claude/shown-prompt.ts');
    const asked = toEngineRequest(conversation, { ...request, window });
    const { model, baseUrl } = config.claude;
    const shown =
      options.format === 'json' ? toPromptBodies(asked, model) : toShownPrompt(asked, model, baseUrl);
    await writeOutput(shown, options.out);
    progress.done('Nothing was sent.');
    return;
  }

  const engines = await toEngines(options, config, log, signal);
  for (const notice of engines.notices) progress.tell(notice);
  const summarizing = `Summarizing ${conversation.messages.length.toLocaleString('en')} messages`;
  progress.step(summarizing);
  const ports = {
    ...engines,
    newId: randomUUID,
    onVerified: ({ verified }: SoFar) => progress.count(`${summarizing}: ${verified} claims so far`),
  };
  const summary = await summarize(conversation, { ...request, window }, ports, signal);
  const text = render(summary, options.format, {
    references: options.references,
    ...(options.out === undefined && toColumns(process.stdout)),
  });
  await writeOutput(text, options.out);
  const trouble = toTroubleWords(summary, config.claude.model);
  if (trouble !== null) progress.tell(trouble);
  progress.done(toClosingWords(summary, options.out));
  log.info(
    { read: summary.coverage.read, claims: summary.claims.length, ...summary.counts },
    'summary-written',
  );
}

/** What kept Claude from writing all of it, and what can be done about that; null where nothing did. */
function toTroubleWords({ engine: { name, reason } }: Summary, model: string): string | null {
  if (reason === undefined) return null;
  const why = english.reasons[reason];
  const told = name === 'extractive' ? english.fellBack(why) : english.incomplete(why);
  return [told, toAdvice(reason, model)].filter(words => words !== null).join(' ');
}

/** The environment, with that of the bot behind it where Claude is asked: its key stands in the same file. */
function readEnvironment({ engine, showPrompt }: SummarizeOptions): ShellConfig {
  if (engine === 'claude' && existsSync('.env')) process.loadEnvFile('.env');
  const config = readShellConfig(process.env);
  if (engine === 'claude' && !showPrompt && config.claude.apiKey === undefined) {
    throw new UserError(
      'bad_environment',
      '--engine claude needs a key of the Claude API: set ANTHROPIC_API_KEY in the environment or in .env, or leave --engine out.',
    );
  }
  return config;
}

async function toEngines(
  { engine }: SummarizeOptions,
  { claude }: ShellConfig,
  log: Logger,
  signal: AbortSignal,
): Promise<Engines> {
  if (engine === 'extractive') return { engine: extractiveEngine, notices: [] };
  // What goes wrong is told in a sentence; as log lines too where they were asked for.
  return connectEngines(claude, process.env['LOG_LEVEL'] ? log : createLogger('silent'), signal);
}

/** What nobody but us can mend stands in the log, whatever else of the environment cannot be read. */
function logInternal(error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  createLogger(process.env['LOG_LEVEL'] || 'warn').error({ name, message, stack }, 'command-failed');
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

function isStop(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function toWords(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (isStop(error)) return 'Stopped; nothing was written.';
  return 'Something went wrong inside Footnote; LOG_LEVEL=error shows what. This is a fault of ours: please report it.';
}
