import { randomUUID } from 'node:crypto';
import type { ImportCounts } from '../app/chats-ports.ts';
import { type SummarizeRequest, toEngineRequest } from '../app/engine-request.ts';
import { extractiveEngine } from '../app/extractive.ts';
import { toRangeWords } from '../app/select-range.ts';
import { type SummaryProgress, summarize } from '../app/summarize.ts';
import { planWindows } from '../app/windows/engine.ts';
import { readShellConfig, type ShellConfig } from '../config.ts';
import { toCounts } from '../core/claims/footnotes.ts';
import type { Detail, Summary } from '../core/claims/summary.ts';
import { toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation, Source } from '../core/conversation/message.ts';
import { toCountWords } from '../core/count-words.ts';
import { connectEngines, type Engines } from '../engines.ts';
import { UserError } from '../errors.ts';
import { toAdvice } from '../io/claude/failure.ts';
import { countImported } from '../io/import/import-chat.ts';
import { render } from '../render/render.ts';
import { english } from '../render/texts.ts';
import { loadDotEnv } from './dot-env.ts';
import {
  createQuietLogger,
  type OutputOptions,
  openConversation,
  type Run,
  readGrade,
  tellUnjudged,
  toColumns,
  toLanguage,
  toMessageCount,
  toReadWords,
} from './run-command.ts';
import { refuseSameFile, writeOutput } from './write-output.ts';

export type SummarizeOptions = OutputOptions & {
  readonly engine: 'extractive' | 'claude';
  readonly dryRun?: boolean;
  readonly showPrompt?: boolean;
  readonly detail: Detail;
  readonly question?: string;
};

export async function summarizeFile(file: string, options: SummarizeOptions, run: Run): Promise<void> {
  const { progress, signal } = run;
  const { zone, detail, format, out, question } = options;
  const language = toLanguage(options.language, progress);
  const config = readEnvironment(options);
  const log = createQuietLogger(config.logLevel);
  await refuseSameFile(file, out);
  const { conversation, window, notices } = await openConversation(file, options, run);
  if (options.dryRun) {
    const counts = countImported(conversation, window);
    const report =
      format === 'json'
        ? toDryRunJson(conversation.source, counts, notices)
        : toDryRunText(conversation.source, counts, zone);
    await writeOutput(report, out);
    return progress.done('Nothing was summarized.');
  }
  const request = { detail, zone, window, question, ...language };
  if (options.showPrompt) {
    await writeOutput(await toPromptText(conversation, request, format, config, run), out);
    return progress.done('Nothing was sent.');
  }

  const engines: Engines =
    options.engine === 'extractive'
      ? { engine: extractiveEngine, notices: [] }
      : await connectEngines(config.claude, log, signal, { gradeOf: readGrade });
  for (const notice of engines.notices) progress.tell(notice);
  const summarizing = `${question === undefined ? 'Summarizing' : 'Searching'} ${toMessageCount(toEvidence(conversation, window).messages.length, conversation.source)}`;
  progress.step(summarizing);
  const ports = {
    ...engines,
    log,
    newId: randomUUID,
    onVerified: ({ verified, judging }: SummaryProgress) =>
      progress.count(
        judging
          ? `Checking the wording of ${toCountWords(verified, 'claim', 'claims')}`
          : `${summarizing}: ${toCountWords(verified, 'claim', 'claims')} so far`,
      ),
  };
  const summary = await summarize(conversation, request, ports, signal);
  const text = render(summary, format, {
    references: options.references,
    ...(format === 'html' && { conversation: toEvidence(conversation, window).messages }),
    isOwner: true,
    ...toColumns(out),
  });
  const trouble = toTroubleWords(summary, config.claude.model, engines.notices);
  if (trouble !== null) progress.tell(trouble);
  tellUnjudged(ports.judge, summary, progress);
  await writeOutput(text, out);
  progress.done(toClosingWords(summary, out));
  log.info(
    { read: summary.coverage.read, claims: summary.claims.length, ...summary.counts },
    'summary-written',
  );
}

export async function askFile(
  file: string,
  question: string,
  options: OutputOptions & Pick<SummarizeOptions, 'engine'>,
  run: Run,
): Promise<void> {
  await summarizeFile(file, { ...options, question, detail: 'brief' }, run);
}

async function toPromptText(
  conversation: Conversation,
  request: SummarizeRequest,
  format: SummarizeOptions['format'],
  { claude }: ShellConfig,
  { progress }: Run,
): Promise<string> {
  const { toPromptBodies, toShownPrompt } = await import('../io/claude/shown-prompt.ts');
  const asked = await toEngineRequest(conversation, request);
  const { model, smallModel, baseUrl, judges } = claude;
  const models = { model, smallModel, windows: await planWindows(asked) };
  if (models.windows.length > 0)
    progress.tell(
      'The conversation is too long for one call: each of these calls reads a part. Further calls would merge the claims of all parts.',
    );
  // The judge's prompt depends on the claims, so it cannot be shown.
  if (judges)
    progress.tell(
      `FOOTNOTE_JUDGE is on: each claim would also be sent to ${claude.smallModel}, with the messages that it cites and those around them.`,
    );
  return format === 'json' ? toPromptBodies(asked, models) : toShownPrompt(asked, models, baseUrl);
}

/** Why Claude did not write all of the summary, and what to do; null if it did, or if a notice already says so. */
function toTroubleWords(
  { engine: { name, reason } }: Summary,
  model: string,
  told: readonly string[],
): string | null {
  if (reason === undefined) return null;
  const advice = toAdvice({ reason }, model);
  const isPrinted = advice !== null && told.some(notice => notice.startsWith(advice));
  const why = isPrinted ? '' : (advice ?? english(`summary.reasons.${reason}`));
  return (
    name === 'extractive' ? english('summary.fellBack', { why }) : english('summary.incomplete', { why })
  ).trim();
}

/** The environment; `.env`, with the bot's key, is read only if Claude is asked for. */
function readEnvironment({ engine, showPrompt, dryRun }: SummarizeOptions): ShellConfig {
  if (engine === 'claude' || showPrompt) loadDotEnv();
  const config = readShellConfig(process.env);
  if (engine === 'claude' && !showPrompt && !dryRun && config.claude.apiKey === undefined) {
    throw new UserError(
      'bad_environment',
      '--engine claude needs an Anthropic API key. Set ANTHROPIC_API_KEY in .env or in the environment, or leave out --engine.',
    );
  }
  return config;
}

function toClosingWords(summary: Summary, out: string | undefined): string {
  const { coverage, source } = summary;
  const counts = toCounts(summary);
  const shown = counts.verified + counts.sourcesFound + counts.needsClarification;
  const claims = `${toCountWords(shown, 'claim', 'claims')}, ${counts.dropped} removed`;
  return `Read ${toReadWords(coverage, source)}: ${claims}${out === undefined ? '' : `, written to ${out}`}`;
}

const sourceNames = {
  discord: 'Discord channel',
  json_lines: 'JSON Lines',
  whatsapp: 'WhatsApp chat',
  telegram: 'Telegram chat',
  slack: 'Slack export',
  transcript: 'Transcript',
  document: 'Document',
} as const satisfies Readonly<Record<Source['type'], string>>;

function toDryRunText(source: Source, counts: ImportCounts, zone: string): string {
  const { messages, people, from, to, omitted, attachments, edited, forwarded } = counts;
  const kinds = [
    [attachments, 'attachment', 'attachments'],
    [edited, 'edited message', 'edited messages'],
    [forwarded, 'forwarded message', 'forwarded messages'],
  ] as const;
  const found = kinds.flatMap(([count, one, many]) => (count > 0 ? [toCountWords(count, one, many)] : []));
  const lines = [
    `${sourceNames[source.type]}: ${source.title}`,
    toMessageCount(messages, source) +
      (source.type === 'document' ? '' : ` by ${toCountWords(people, 'person', 'people')}`),
    from === null || to === null ? '' : `${toRangeWords({ from, to }, zone)} (times in ${zone})`,
    found.join(', '),
    omitted.length === 0
      ? ''
      : `Left out: ${omitted.map(({ reason, count }) => english(`summary.omitted.${reason}`, { count })).join(', ')}`,
  ];
  return lines
    .filter(line => line !== '')
    .map(line => `${line}\n`)
    .join('');
}

/** The same as JSON, with the sentences about what could not be read. */
function toDryRunJson(
  { type, title }: Source,
  { messages, people, from, to, ...counts }: ImportCounts,
  problems: readonly string[],
): string {
  const document = {
    ...{ source_type: type, title, messages, people, time_range_start: from, time_range_end: to },
    ...{ ...counts, problems },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
