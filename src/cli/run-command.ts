import { existsSync } from 'node:fs';
import type { DateOrder } from '../app/chats/ports.ts';
import type { ReadResult } from '../app/ports.ts';
import type { Source } from '../core/conversation/message.ts';
import { toCountWords } from '../core/count-words.ts';
import { isZone } from '../core/time.ts';
import { deleteEmptyVariables, readLogLevel } from '../environment.ts';
import { UserError } from '../errors.ts';
import {
  type ReadOptions,
  readConversationFile,
  readConversationStream,
} from '../io/import/read-conversation-file.ts';
import { createProgress, type Progress } from '../io/terminal/progress.ts';
import { createLogger } from '../log.ts';
import { allTexts } from '../render/texts.ts';

/** Runs a command; errors are printed to stderr and thrown again. */
export async function runCommand(
  work: (progress: Progress, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const progress = createProgress(process.stderr);
  // Results are written at the end, all at once, so Ctrl+C leaves nothing half done; a second Ctrl+C ends the process.
  const stop = new AbortController();
  const stopNow = () => stop.abort();
  process.once('SIGINT', stopNow);
  try {
    await work(progress, stop.signal);
  } catch (error) {
    if (!(error instanceof UserError) && !isStop(error)) logInternal(error);
    progress.failed(toWords(error));
    throw error;
  } finally {
    process.off('SIGINT', stopNow);
  }
}

/** Logs a bug, even if the environment has errors. */
function logInternal(error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  createLogger(readLogLevel(process.env)).error({ name, message, stack }, 'command-failed');
}

/** The options of every command that reads a conversation. */
export type InputOptions = {
  /** IANA. */
  readonly zone: string;
  /** In megabytes. */
  readonly maxSize?: number;
  readonly dateOrder?: DateOrder;
  readonly start?: string;
  readonly showNumbers?: boolean;
};

/** The options of reading. */
export function toReadOptions(options: InputOptions, signal: AbortSignal): ReadOptions {
  const { zone, maxSize, dateOrder, start, showNumbers } = options;
  return { signal, megabytes: maxSize, zone, dateOrder, start, showNumbers };
}

/** @throws UserError `bad_usage` for an unknown time zone. */
export function refuseUnknownZone(zone: string): void {
  if (isZone(zone)) return;
  throw new UserError(
    'bad_usage',
    `--zone: “${zone}” is not an IANA time zone. Write Europe/Berlin or UTC, for example.`,
  );
}

/** @throws UserError `bad_usage` for an invalid language tag. */
export function toLanguageTag(words: string): string {
  try {
    return new Intl.Locale(words).toString();
  } catch (cause) {
    throw new UserError(
      'bad_usage',
      `--language: “${words}” is not a language tag. Write en, de or pt-BR, for example.`,
      { cause },
    );
  }
}

/** A notice if the headings are not translated into this language. */
export function toLanguageSentences(language: string | undefined): readonly string[] {
  if (language === undefined) return [];
  const tags = allTexts.map(t => t.tag);
  if (tags.some(tag => tag === new Intl.Locale(language).language)) return [];
  return [
    `Headings are not translated into “${language}”, so they are in English. Available: ${tags.join(', ')}.`,
  ];
}

const mostColumns = 120;

/** The width of the terminal, limited for readability; empty if the output is not a terminal. */
export function toColumns({ isTTY, columns }: NodeJS.WriteStream): { readonly columns?: number } {
  return isTTY && columns > 0 ? { columns: Math.min(columns, mostColumns) } : {};
}

function isStop(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function toWords(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (isStop(error)) return 'Cancelled. Nothing was written.';
  return 'Something went wrong in Footnote. Please report the logged error; run again with LOG_LEVEL=error to see it.';
}

/** "1 of 1 message" */
export function toReadWords(
  { read, available }: { readonly read: number; readonly available: number },
  source: Pick<Source, 'type'>,
): string {
  return `${read.toLocaleString('en-US')} of ${toMessageCount(available, source)}`;
}

/** "12 messages", or "12 passages" of a document. */
export function toMessageCount(count: number, { type }: Pick<Source, 'type'>): string {
  return type === 'document'
    ? toCountWords(count, 'passage', 'passages')
    : toCountWords(count, 'message', 'messages');
}

/** Reads the conversation from a file, or from stdin for `-`. */
export function readConversation(file: string, options: ReadOptions): Promise<ReadResult> {
  return file === '-'
    ? readConversationStream(process.stdin, 'stdin', options)
    : readConversationFile(file, options);
}

/** The name of an input in the progress line. */
export function toInputName(file: string): string {
  if (file !== '-') return file;
  return process.stdin.isTTY ? 'stdin (end it with Ctrl+D)' : 'stdin';
}

const dotEnv = '.env';

/**
 * Adds the variables of `.env`, if there is one, to the environment; those that are set already win, also if they are
 * empty. Then deletes the empty ones.
 *
 * @throws UserError `bad_environment` if it cannot be read.
 */
export function loadDotEnv(): boolean {
  try {
    const isThere = existsSync(dotEnv);
    if (isThere) process.loadEnvFile(dotEnv);
    deleteEmptyVariables(process.env);
    return isThere;
  } catch (cause) {
    throw new UserError(
      'bad_environment',
      `${dotEnv} cannot be read. Check that it is a file and its permissions.`,
      {
        cause,
      },
    );
  }
}
