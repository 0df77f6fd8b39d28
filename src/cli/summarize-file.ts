import { randomUUID } from 'node:crypto';
import type { ImportCounts } from '../app/chats-ports.ts';
import { type SummarizeRequest, toEngineRequest } from '../app/engine-request.ts';
import { extractiveEngine } from '../app/extractive.ts';
import { toRangeWords } from '../app/select-range.ts';
import { type SummaryProgress, summarize } from '../app/summarize.ts';
import { planWindows } from '../app/windows/engine.ts';
import type { ShellConfig } from '../config.ts';
import type { Detail } from '../core/claims/summary.ts';
import { toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation, Source } from '../core/conversation/message.ts';
import { toCountWords } from '../core/count-words.ts';
import { connectEngines, type Engines } from '../engines.ts';
import { toAdvice } from '../io/claude/failure.ts';
import { countImported } from '../io/import/import-chat.ts';
import { english } from '../render/texts.ts';
import {
  createQuietLogger,
  type OutputOptions,
  openConversation,
  type Run,
  readEngineEnvironment,
  readGrade,
  toLanguage,
  toMessageCount,
  writeSummary,
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
  const language = toLanguage(options.language);
  const isClaude = options.engine === 'claude';
  const { dryRun = false, showPrompt = false } = options;
  const config = readEngineEnvironment(isClaude || showPrompt, isClaude && !showPrompt && !dryRun);
  const log = createQuietLogger(config.logLevel);
  await refuseSameFile(file, out);
  const opened = await openConversation(file, options, run);
  const { conversation, window } = opened;
  const { source } = conversation;
  if (dryRun) {
    await writeOutput(toDryRunText(source, countImported(conversation, window), zone), out);
    return progress.done('Nothing was summarized.');
  }
  const request = { detail, zone, window, question, ...language };
  if (showPrompt) {
    await writeOutput(await toPromptText(conversation, request, format, config, run), out);
    return progress.done('Nothing was sent.');
  }

  const engines: Engines = isClaude
    ? await connectEngines(config.claude, log, signal, { gradeOf: readGrade })
    : { engine: extractiveEngine, notices: [] };
  for (const notice of engines.notices) progress.tell(notice);
  const summarizing = `${question === undefined ? 'Summarizing' : 'Searching'} ${toMessageCount(toEvidence(conversation, window).messages.length)}`;
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
  const { name, reason } = summary.engine;
  const why = reason && (toAdvice({ reason }, config.claude.model) ?? english(`summary.reasons.${reason}`));
  if (why && !engines.notices.some(notice => notice.startsWith(why)))
    progress.tell(name === 'extractive' ? english('summary.fellBack', { why }) : why);
  await writeSummary(summary, opened, options, run);
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

function toDryRunText(source: Source, counts: ImportCounts, zone: string): string {
  const { messages, people, from, to, omitted, attachments, edited, forwarded } = counts;
  const kinds = [
    [attachments, 'attachment', 'attachments'],
    [edited, 'edited message', 'edited messages'],
    [forwarded, 'forwarded message', 'forwarded messages'],
  ] as const;
  const found = kinds.flatMap(([count, one, many]) => (count > 0 ? [toCountWords(count, one, many)] : []));
  const lines = [
    `${source.title} (${source.type.replace('_', ' ')})`,
    toMessageCount(messages) +
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
