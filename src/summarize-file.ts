import { randomUUID } from 'node:crypto';
import { extractiveEngine } from './app/extractive.ts';
import { type SummarizeRequest, summarize } from './app/summarize.ts';
import { readConfig } from './config.ts';
import type { Detail, Summary } from './core/claims/summary.ts';
import { isZone } from './core/time.ts';
import { UserError } from './errors.ts';
import { readConversationFile, readConversationStream } from './io/import/read-conversation-file.ts';
import { createProgress } from './io/terminal/progress.ts';
import { type RangeWords, toRange, toRangeSentences } from './io/terminal/range.ts';
import { refuseSameFile, writeOutput } from './io/terminal/write-output.ts';
import { createLogger } from './log.ts';
import { type Format, render } from './render/render.ts';
import { catalogues } from './render/words/index.ts';

export type SummarizeOptions = RangeWords & {
  readonly engine: 'extractive';
  readonly format: Format;
  readonly detail: Detail;
  readonly zone: string;
  readonly language?: string;
  readonly references: boolean;
  readonly out?: string;
};

// Ctrl+C ends the process as it stands: results are written at the end and as a whole, so nothing half is left.
const never = new AbortController().signal;

/** Takes a file down the whole river to a written summary; what goes wrong is told on stderr and thrown on. */
export async function summarizeFile(file: string, options: SummarizeOptions): Promise<void> {
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
