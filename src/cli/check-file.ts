import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { check } from '../app/check.ts';
import { batchJudgingLimits } from '../app/judge-claims.ts';
import { toCounts } from '../core/claims/footnotes.ts';
import type { Summary } from '../core/claims/summary.ts';
import { toEvidence } from '../core/conversation/evidence.ts';
import { toCountWords } from '../core/count-words.ts';
import { connectJudgeAlone } from '../engines.ts';
import { UserError } from '../errors.ts';
import { readStatements } from '../io/import/statements.ts';
import { createLogger } from '../log.ts';
import { render } from '../render/render.ts';
import { english, toSourceTexts } from '../render/texts.ts';
import {
  createQuietLogger,
  type OutputOptions,
  openConversation,
  type Run,
  readGrade,
  readJudgeEnvironment,
  tellUnjudged,
  toColumns,
  toInput,
  toInputName,
  toLanguage,
  toMessageCount,
  toReadWords,
  toUnreadWords,
} from './run-command.ts';
import { refuseSameFile, writeOutput } from './write-output.ts';

export async function checkFile(
  file: string,
  claims: string,
  options: OutputOptions,
  run: Run,
): Promise<void> {
  const { progress, signal } = run;
  const { zone, out, format, references } = options;
  const language = toLanguage(options.language, progress);
  const { claude, logLevel } = readJudgeEnvironment();
  if (file === '-' && claims === '-')
    throw new UserError(
      'bad_usage',
      'Only one of the two inputs can be stdin (-): the conversation or the statements.',
    );
  await refuseSameFile(file, out);
  await refuseSameFile(claims, out);
  progress.step(`Reading ${toInputName(claims)}`);
  const { statements, skipped, notices } = await readStatements(toInput(claims), signal);
  for (const notice of notices) progress.tell(notice);
  const { conversation, window, count } = await openConversation(file, options, run);
  const log = createQuietLogger(logLevel);
  const { judge, notices: judgeNotices } = await connectJudgeAlone(claude, log, signal, readGrade);
  for (const notice of judgeNotices) progress.tell(notice);

  const checking = `Checking ${toCountWords(statements.length, 'statement', 'statements')} against ${toMessageCount(count, conversation.source)}`;
  progress.step(checking);
  const onChecked = async (checked: number) => {
    progress.count(`${checking}: ${checked} so far`);
    // Ctrl+C works between two statements.
    await turn();
  };
  const request = { statements, skipped, zone, window, ...language };
  const judging = judge && {
    judge,
    judging: batchJudgingLimits,
    log,
    onJudged: (judged: number) => progress.count(`${checking}: ${judged} checked by a model so far`),
  };
  const summary = await check(conversation, request, { newId: randomUUID, onChecked, ...judging }, signal);
  const text = render(summary, format, {
    references,
    ...(format === 'html' && { conversation: toEvidence(conversation, window).messages }),
    ...toColumns(out),
  });
  await writeOutput(text, out);
  tellUnjudged(judge, summary, progress);
  progress.done(`${toClosingWords(summary)}${out === undefined ? '' : `, written to ${out}`}`);
  if (!judge) progress.tell(toUnreadWords(claude));
  createLogger(logLevel).info(
    { read: summary.coverage.read, statements: statements.length, ...toCounts(summary) },
    'statements-checked',
  );
}

function toClosingWords(summary: Summary): string {
  const { coverage, checked, source } = summary;
  const counts = toCounts(summary);
  const unfound = checked?.statements.filter(({ claimId }) => claimId === null).length ?? 0;
  const t = toSourceTexts(english, source.type);
  const told = [
    t('summary.verified', { count: counts.verified }),
    t('summary.sourcesFound', { count: counts.sourcesFound }),
    t('summary.unclear', { count: counts.needsClarification }),
    t('summary.check.countNotFound', { count: unfound }),
  ].join(', ');
  return `Read ${toReadWords(coverage, source)}: ${told}`;
}
