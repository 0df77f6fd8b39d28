import ora from 'ora';
import type { DateOrder } from '../app/chats-ports.ts';
import { findLanguage } from '../app/languages.ts';
import type { StoredGrade } from '../app/ports.ts';
import { type RangeWords, selectRange, toRangeWords } from '../app/select-range.ts';
import { readConfig, readShellConfig, type ShellConfig } from '../config.ts';
import type { Summary } from '../core/claims/summary.ts';
import { toEvidence } from '../core/conversation/evidence.ts';
import { toCountWords } from '../core/count-words.ts';
import { isZone } from '../core/time.ts';
import { connectJudgeAlone } from '../engines.ts';
import { readLogLevel } from '../environment.ts';
import { UserError } from '../errors.ts';
import { readConversation } from '../io/import/import-chat.ts';
import { createLogger, type Logger } from '../log.ts';
import type { Format } from '../render/formats.ts';
import { loadDotEnv } from './dot-env.ts';
import { writeOutput } from './write-output.ts';

export type Run = {
  readonly progress: Progress;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
};

/** Runs a command; errors are printed to stderr and thrown again. */
export async function runCommand(work: (run: Run) => Promise<void>): Promise<void> {
  const progress = createProgress(process.stderr);
  // Results are written at the end, all at once, so Ctrl+C leaves nothing half done; a second Ctrl+C ends the process.
  const stop = new AbortController();
  const stopNow = () => stop.abort();
  process.once('SIGINT', stopNow);
  try {
    await work({ progress, signal: stop.signal });
  } catch (error) {
    const isStop = error instanceof Error && error.name === 'AbortError';
    if (error instanceof UserError) progress.failed(error.message);
    else if (isStop) progress.failed('Cancelled. Nothing was written.');
    else {
      // A bug; the log level is known even if the environment has errors.
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      createLogger(readLogLevel(process.env)).error({ name, message, stack }, 'command-failed');
      progress.failed(
        'Something went wrong in Footnote. Please report the logged error; run again with LOG_LEVEL=error to see it.',
      );
    }
    throw error;
  } finally {
    process.off('SIGINT', stopNow);
  }
}

export type InputOptions = {
  /** IANA. */
  readonly zone: string;
  /** In megabytes. */
  readonly maxSize?: number;
  readonly dateOrder?: DateOrder;
  readonly start?: string;
  readonly showNumbers?: boolean;
};

export type OutputOptions = InputOptions &
  RangeWords & {
    readonly format: Format;
    readonly language?: string;
    readonly references: boolean;
    readonly out?: string;
  };

/** Reads a file or stdin (`-`), selects the range, and tells how it went. @throws UserError as `readConversation` does. */
export async function openConversation(
  file: string,
  options: InputOptions & RangeWords,
  { progress, signal }: Run,
): ReturnType<typeof selectRange> {
  const { zone, maxSize: megabytes, dateOrder, start, showNumbers } = options;
  if (!isZone(zone))
    throw new UserError(
      'bad_usage',
      `--zone: “${zone}” is not an IANA time zone. Write Europe/Berlin or UTC, for example.`,
    );
  progress.step(`Reading ${toInputName(file)}`);
  const { conversation, notices } = await readConversation(toInput(file), {
    ...{ signal, megabytes, zone, dateOrder, start, showNumbers },
  });
  const selected = await selectRange(conversation, options, zone);
  for (const notice of notices) progress.tell(notice);
  if (Object.keys(selected.window).length > 0)
    progress.tell(`Range: ${toRangeWords(selected.window, zone)} (times in ${zone})`);
  return selected;
}

export function toInput(file: string): string | NodeJS.ReadStream {
  return file === '-' ? process.stdin : file;
}

export function toInputName(file: string): string {
  if (file !== '-') return file;
  return process.stdin.isTTY ? 'stdin (end it with Ctrl+D)' : 'stdin';
}

/** The language of a result by tag or name. @throws UserError `bad_usage` */
export function toLanguage(words: string | undefined): { readonly language?: string } {
  if (words === undefined) return {};
  const language = findLanguage(words);
  if (language === null)
    throw new UserError(
      'bad_usage',
      `--language: “${words}” is not a language. Write en, German or pt-BR, for example.`,
    );
  return { language };
}

const mostColumns = 120;

/** Writes a result in the format asked for, as wide as the terminal, and says what was read. */
export async function writeSummary(
  summary: Summary,
  { conversation, window }: Awaited<ReturnType<typeof openConversation>>,
  { format, references, out }: OutputOptions,
  { progress }: Run,
): Promise<void> {
  const { render } = await import('../render/render.ts');
  const { isTTY, columns } = process.stdout;
  const text = render(summary, format, {
    references,
    isOwner: true,
    ...(format === 'html' && { conversation: toEvidence(conversation, window).messages }),
    ...(out === undefined && isTTY && columns > 0 && { columns: Math.min(columns, mostColumns) }),
  });
  await writeOutput(text, out);
  const written = out === undefined ? '' : `, written to ${out}`;
  progress.done(`${toClosingWords(summary.coverage)}${written}`);
}

/** "Read 1 of 1 message" */
export function toClosingWords({
  read,
  available,
}: {
  readonly read: number;
  readonly available: number;
}): string {
  return `Read ${read.toLocaleString('en-US')} of ${toMessageCount(available)}`;
}

/** "12 messages" */
export function toMessageCount(count: number): string {
  return toCountWords(count, 'message', 'messages');
}

/** The environment; `.env`, with the bot's key, is read only if Claude is asked for. @throws UserError `bad_environment` without a key */
export function readEngineEnvironment(isAsked: boolean, needsKey = isAsked): ShellConfig {
  if (isAsked) loadDotEnv();
  const config = readShellConfig(process.env);
  if (!needsKey || config.claude.apiKey !== undefined) return config;
  throw new UserError(
    'bad_environment',
    '--engine claude needs an Anthropic API key. Set ANTHROPIC_API_KEY in .env or in the environment, or leave out --engine.',
  );
}

/** The environment; `.env` is read only if FOOTNOTE_JUDGE is set to on, because a key in a file must not send anything by itself. */
export function readJudgeEnvironment(): ShellConfig {
  const isAsked = (process.env['FOOTNOTE_JUDGE'] ?? '').trim() !== '';
  if (isAsked && readShellConfig(process.env).claude.judges) loadDotEnv();
  return readShellConfig(process.env);
}

/** The judge, if there is one, after its notices were told, and a log that is quiet unless LOG_LEVEL asks for it. */
export async function openJudge(
  { claude, logLevel }: Pick<ShellConfig, 'claude' | 'logLevel'>,
  { progress, signal }: Run,
  gradeOf?: typeof readGrade,
) {
  const log = createQuietLogger(logLevel);
  const { judge, notices } = await connectJudgeAlone(claude, log, signal, gradeOf);
  for (const notice of notices) progress.tell(notice);
  return { judge, log };
}

/** The grade of a judge in the store of the bot, if this folder or the environment has one that can be read. */
export async function readGrade(place: string): Promise<StoredGrade | null> {
  try {
    const config = readConfig(process.env);
    const { useGrades } = await import('../io/keyv/check-store.ts');
    return await useGrades(config, grades => grades.get(place));
  } catch {
    // Errors in variables of the bot do not affect other commands.
    return null;
  }
}

/** The log for what results and sentences already say: nothing is logged unless LOG_LEVEL asks for it. */
export function createQuietLogger(level: ShellConfig['logLevel']): Logger {
  return createLogger(process.env['LOG_LEVEL'] ? level : 'silent');
}

/** Progress on stderr: one changing line on a terminal, otherwise one line per step. */
export type Progress = {
  readonly step: (words: string) => void;
  /** Replaces the text of the step; only on a terminal. */
  readonly count: (words: string) => void;
  readonly tell: (words: string) => void;
  readonly done: (words: string) => void;
  readonly failed: (words: string) => void;
};

function createProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) {
    const write = (words: string) => void stream.write(`${words}\n`);
    return { step: write, count: () => undefined, tell: write, done: write, failed: write };
  }
  const spinner = ora({ stream, discardStdin: false });
  return {
    step: words => void spinner.start(words),
    count: words => {
      spinner.text = words;
    },
    tell: words => void spinner.stopAndPersist({ symbol: 'i', text: words }),
    done: words => void spinner.succeed(words),
    failed: words => void spinner.fail(words),
  };
}

export function toNoVerdictWords(model: string): string {
  return `${model} gave no usable verdict; LOG_LEVEL=info shows why`;
}

export function toUnreadWords({ judges }: ShellConfig['claude']): string {
  const need = judges ? 'With a key' : 'With FOOTNOTE_JUDGE=on and a key';
  return `Nothing here says whether it is true. ${need}, a model reads each statement.`;
}
