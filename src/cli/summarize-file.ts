import { randomUUID } from 'node:crypto';
import type { ImportCounts } from '../app/chats/ports.ts';
import { extractiveEngine } from '../app/extractive.ts';
import { type SummarizeRequest, type SummaryProgress, summarize, toEngineRequest } from '../app/summarize.ts';
import { planWindows } from '../app/windows/engine.ts';
import { readShellConfig, type ShellConfig } from '../config.ts';
import type { Detail, Summary } from '../core/claims/summary.ts';
import { toEvidence } from '../core/conversation/evidence.ts';
import type { Source } from '../core/conversation/message.ts';
import { toCountWords } from '../core/count-words.ts';
import { createZonedClock } from '../core/time.ts';
import { connectEngines, type Engines, toJudgeModel } from '../engines.ts';
import { UserError } from '../errors.ts';
import { toAdvice } from '../io/claude/failure.ts';
import { countImported } from '../io/import/import-chat.ts';
import type { Progress } from '../io/terminal/progress.ts';
import { type RangeWords, selectRange } from '../io/terminal/range.ts';
import { refuseSameFile, writeOutput } from '../io/terminal/write-output.ts';
import { createLogger, type Logger } from '../log.ts';
import type { Format } from '../render/formats.ts';
import { render } from '../render/render.ts';
import { english } from '../render/texts.ts';
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

export type SummarizeOptions = RangeWords &
  InputOptions & {
    readonly engine: 'extractive' | 'claude';
    readonly dryRun?: boolean;
    readonly showPrompt?: boolean;
    readonly format: Format;
    readonly detail: Detail;
    readonly language?: string;
    readonly references: boolean;
    readonly out?: string;
  };

/** Summarizes a file and writes the summary; errors are printed to stderr and thrown again. */
export async function summarizeFile(file: string, options: SummarizeOptions): Promise<void> {
  await runCommand((progress, signal) => run(file, options, progress, signal));
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
  await refuseSameFile(file === '-' ? null : file, options.out);
  progress.step(`Reading ${toInputName(file)}`);
  const { conversation, notices } = await readConversation(file, toReadOptions(options, signal));
  const selected = await selectRange(conversation, options, options.zone);
  const { range: window } = selected;
  const sentences = [...notices, ...selected.notices, ...toLanguageSentences(request.language)];
  for (const sentence of sentences) progress.tell(sentence);
  if (options.dryRun) {
    const counts = countImported(conversation, window);
    const report =
      options.format === 'json'
        ? toDryRunJson(conversation.source, counts, notices)
        : toDryRunText(conversation.source, counts, options.zone);
    await writeOutput(report, options.out);
    progress.done('Nothing was summarized.');
    return;
  }
  if (options.showPrompt) {
    const { toPromptBodies, toShownPrompt } = await import('../io/claude/shown-prompt.ts');
    const asked = await toEngineRequest(conversation, { ...request, window });
    const { model, smallModel, baseUrl } = config.claude;
    const models = { model, smallModel, windows: await planWindows(asked) };
    const shown =
      options.format === 'json' ? toPromptBodies(asked, models) : toShownPrompt(asked, models, baseUrl);
    await writeOutput(shown, options.out);
    if (models.windows.length > 0) progress.tell(mergeSentence);
    if (config.claude.judges) progress.tell(toJudgeSentence(config.claude));
    progress.done('Nothing was sent.');
    return;
  }

  const engines = await toEngines(options, config, log, signal);
  for (const notice of engines.notices) progress.tell(notice);
  const summarizing = `Summarizing ${toMessageCount(selected.count, conversation.source)}`;
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
  const summary = await summarize(conversation, { ...request, window }, ports, signal);
  const text = render(summary, options.format, {
    references: options.references,
    ...(options.format === 'html' && { conversation: toEvidence(conversation, window).messages }),
    isOwner: true,
    ...(options.out === undefined && toColumns(process.stdout)),
  });
  const trouble = toTroubleWords(summary, config.claude.model, engines.notices);
  await writeOutput(text, options.out);
  if (trouble !== null) progress.tell(trouble);
  progress.done(toClosingWords(summary, options.out));
  log.info(
    {
      read: summary.coverage.read,
      claims: summary.claims.length,
      ...summary.counts,
    },
    'summary-written',
  );
}

const mergeSentence =
  'The conversation is too long for one call: each of these calls reads a part. Further calls would merge the claims of all parts.';

/** The judge's prompt depends on the claims, so it cannot be shown. */
function toJudgeSentence(claude: ShellConfig['claude']): string {
  return `FOOTNOTE_JUDGE is on: each claim would also be sent to ${toJudgeModel(claude).model}, with the messages that it cites and those around them.`;
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

async function toEngines(
  { engine }: SummarizeOptions,
  { claude }: ShellConfig,
  log: Logger,
  signal: AbortSignal,
): Promise<Engines> {
  if (engine === 'extractive') return { engine: extractiveEngine, notices: [] };
  // Errors are printed as sentences; they are logged too only if LOG_LEVEL asks for it.
  return connectEngines(claude, process.env['LOG_LEVEL'] ? log : createLogger('silent'), signal);
}

function toRequest({ detail, zone, language }: SummarizeOptions): Omit<SummarizeRequest, 'window'> {
  refuseUnknownZone(zone);
  return { detail, zone, ...(language !== undefined && { language: toLanguageTag(language) }) };
}

function toClosingWords({ coverage, counts, source }: Summary, out: string | undefined): string {
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

/** The contents of a conversation and what is left out, in words. */
function toDryRunText(source: Source, counts: ImportCounts, zone: string): string {
  const clock = createZonedClock(zone);
  const toTime = (iso: string | null) => (iso === null ? '' : `${clock.day(iso)} ${clock.minute(iso)}`);
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
    from === null ? '' : `${toTime(from)} to ${toTime(to)} (times in ${zone})`,
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
  source: Source,
  { messages, people, from, to, omitted, attachments, edited, forwarded }: ImportCounts,
  problems: readonly string[],
): string {
  const document = {
    source_type: source.type,
    title: source.title,
    messages,
    people,
    time_range_start: from,
    time_range_end: to,
    omitted: omitted.map(({ reason, count }) => ({ reason, count })),
    attachments,
    edited,
    forwarded,
    problems,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
