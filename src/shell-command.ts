import { readLogLevel } from './config.ts';
import { isZone } from './core/time.ts';
import { UserError } from './errors.ts';
import { createProgress, type Progress } from './io/terminal/progress.ts';
import { createLogger } from './log.ts';
import { catalogues } from './render/words/index.ts';

/** Runs a command of the shell; what goes wrong is told on stderr and thrown on. */
export async function runCommand(
  work: (progress: Progress, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const progress = createProgress(process.stderr);
  // Results are written at the end and as a whole, so nothing half is left; a second Ctrl+C ends the process as it stands.
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

/** What nobody but us can mend stands in the log, whatever else of the environment cannot be read. */
function logInternal(error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  createLogger(readLogLevel(process.env)).error({ name, message, stack }, 'command-failed');
}

/** @throws UserError `bad_usage` for what is no zone. */
export function refuseUnknownZone(zone: string): void {
  if (isZone(zone)) return;
  throw new UserError(
    'bad_usage',
    `--zone “${zone}” is no IANA zone: write for example Europe/Berlin or UTC.`,
  );
}

/** @throws UserError `bad_usage` for what is no language tag. */
export function toLanguageTag(words: string): string {
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

/** Says that there are no headings in a language, where there are none. */
export function toLanguageSentences(language: string | undefined): readonly string[] {
  if (language === undefined) return [];
  const tags = catalogues.map(({ tag }) => tag);
  if (tags.some(tag => tag === new Intl.Locale(language).language)) return [];
  return [
    `There are no headings in “${language}”: they are in English. There are some in ${tags.join(', ')}.`,
  ];
}

const mostColumns = 120;

/** As wide as the terminal, up to where lines get hard to read; nothing where none is written to. */
export function toColumns({ isTTY, columns }: NodeJS.WriteStream): { readonly columns?: number } {
  return isTTY && columns > 0 ? { columns: Math.min(columns, mostColumns) } : {};
}

function isStop(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function toWords(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (isStop(error)) return 'Stopped; nothing was written.';
  return 'Something went wrong inside Footnote; LOG_LEVEL=error shows what. This is a fault of ours: please report it.';
}
