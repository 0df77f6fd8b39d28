import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { extractiveEngine } from './app/extractive.ts';
import { type SoFar, type SummarizeRequest, summarize, toEngineRequest } from './app/summarize.ts';
import { readShellConfig, type ShellConfig } from './config.ts';
import type { Detail, Summary } from './core/claims/summary.ts';
import { connectEngines, type Engines, toJudgeModel } from './engines.ts';
import { UserError } from './errors.ts';
import { toAdvice } from './io/claude/operator.ts';
import { readConversationFile, readConversationStream } from './io/import/read-conversation-file.ts';
import type { Progress } from './io/terminal/progress.ts';
import { type RangeWords, toRange, toRangeSentences } from './io/terminal/range.ts';
import { refuseSameFile, writeOutput } from './io/terminal/write-output.ts';
import { createLogger, type Logger } from './log.ts';
import { type Format, render } from './render/render.ts';
import type { Grouping } from './render/source-groups.ts';
import { en as english } from './render/words/en.ts';
import {
  refuseUnknownZone,
  runCommand,
  toColumns,
  toLanguageSentences,
  toLanguageTag,
} from './shell-command.ts';

export type SummarizeOptions = RangeWords & {
  readonly engine: 'extractive' | 'claude';
  readonly showPrompt?: boolean;
  readonly format: Format;
  readonly detail: Detail;
  readonly zone: string;
  readonly language?: string;
  readonly references: boolean;
  readonly sources: Grouping;
  readonly out?: string;
};

/** Takes a file down the whole river to a written summary; what goes wrong is told on stderr and thrown on. */
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
    if (config.claude.judges) progress.tell(toJudgeSentence(config.claude));
    progress.done('Nothing was sent.');
    return;
  }

  const engines = await toEngines(options, config, log, signal);
  for (const notice of engines.notices) progress.tell(notice);
  const summarizing = `Summarizing ${conversation.messages.length.toLocaleString('en')} messages`;
  progress.step(summarizing);
  const ports = {
    ...engines,
    log,
    newId: randomUUID,
    onVerified: ({ verified, judging }: SoFar) =>
      progress.count(
        judging
          ? `Checking the wording of ${verified} ${verified === 1 ? 'claim' : 'claims'}`
          : `${summarizing}: ${verified} claims so far`,
      ),
  };
  const summary = await summarize(conversation, { ...request, window }, ports, signal);
  const text = render(summary, options.format, {
    references: options.references,
    sources: options.sources,
    isOwner: true,
    ...(options.out === undefined && toColumns(process.stdout)),
  });
  await writeOutput(text, options.out);
  const trouble = toTroubleWords(summary, config.claude.model, engines.notices);
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

/** What is sent beside the prompt, which depends on what is written. */
function toJudgeSentence(claude: ShellConfig['claude']): string {
  return `FOOTNOTE_JUDGE is on: the claims would also be sent to ${toJudgeModel(claude).model}, with the messages that they cite and those around them.`;
}

/**
 * What kept Claude from writing all of it, and what can be done about that, where it was not told at the start; null
 * where nothing did. Whoever reads it here runs it, so what can be done says what is wrong.
 */
function toTroubleWords(
  { engine: { name, reason } }: Summary,
  model: string,
  told: readonly string[],
): string | null {
  if (reason === undefined) return null;
  const advice = toAdvice({ reason }, model);
  const isTold = advice !== null && told.some(notice => notice.startsWith(advice));
  const why = isTold ? '' : (advice ?? english.reasons[reason]);
  return (name === 'extractive' ? english.fellBack(why) : english.incomplete(why)).trim();
}

/** The environment, with that of the bot behind it where Claude is asked: its key stands in the same file. */
function readEnvironment({ engine, showPrompt }: SummarizeOptions): ShellConfig {
  if ((engine === 'claude' || showPrompt) && existsSync('.env')) process.loadEnvFile('.env');
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

function toRequest({ detail, zone, language }: SummarizeOptions): Omit<SummarizeRequest, 'window'> {
  refuseUnknownZone(zone);
  return { detail, zone, ...(language !== undefined && { language: toLanguageTag(language) }) };
}

function toClosingWords({ coverage, counts }: Summary, out: string | undefined): string {
  const shown = counts.verified + counts.sourcesFound + counts.needsClarification;
  const claims = `${shown} ${shown === 1 ? 'claim' : 'claims'}, ${counts.dropped} removed`;
  return `Read ${coverage.read} of ${coverage.available} messages: ${claims}${out === undefined ? '' : `, written to ${out}`}`;
}
