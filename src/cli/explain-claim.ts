import { proveAndJudge } from '../app/check.ts';
import { batchJudgingLimits } from '../app/judge-claims.ts';
import type { CheckName, Citation } from '../core/claims/claim.ts';
import type { Judgement } from '../core/claims/judgement.ts';
import { type Evidence, messageAt } from '../core/conversation/evidence.ts';
import { createZonedClock } from '../core/time.ts';
import type { CheckOutcome } from '../core/verify/checker.ts';
import { UserError } from '../errors.ts';
import { english } from '../render/texts.ts';
import { statementOutcomes } from '../render/view/checked.ts';
import { toFailedWords } from '../render/view/item.ts';
import { toProblemLine } from '../render/view/problem-line.ts';
import { toShownLine, toShownName, toSnippet } from '../render/view/shown.ts';
import { toShownTime, toWhen } from '../render/view/times.ts';
import {
  type InputOptions,
  openConversation,
  openJudge,
  type Run,
  readJudgeEnvironment,
  toClosingWords,
  toNoVerdictWords,
  toUnreadWords,
} from './run-command.ts';
import { writeOutput } from './write-output.ts';

export async function explainClaim(
  file: string,
  text: string,
  options: InputOptions,
  run: Run,
): Promise<void> {
  const { progress, signal } = run;
  const { zone } = options;
  if (text.trim() === '')
    throw new UserError('bad_usage', 'The claim is empty. Write it in quotation marks after the file.');
  const config = readJudgeEnvironment();
  const { conversation } = await openConversation(file, options, run);
  const { judge, log } = await openJudge(config, run);
  progress.step('Checking the claim');
  const { evidence, outcomes, verdicts, judged } = await proveAndJudge(
    conversation,
    { statements: [{ text }], zone, window: {} },
    { judge, judging: batchJudgingLimits, log },
    signal,
  );
  const explained = outcomes.map((outcome, index) => {
    const judgement = outcome.asked ? verdicts.get(outcome.asked) : undefined;
    const shown = judged[index] ?? outcome;
    return [
      toPart('Claim', [toShownLine(text)]),
      toPart('Messages', toMessageLines(shown.found ? shown : outcome, evidence, zone)),
      toPart('Proofs', toProofLines(outcome)),
      ...(judge ? [toPart('Judge', [toJudgeLine(outcome, judgement, judge.model)])] : []),
      toPart('Result', [
        english(`summary.check.outcomes.${shown.found ? statementOutcomes[shown.claim.status] : 'unfound'}`),
      ]),
      ...(judge ? [] : [`${toUnreadWords(config.claude)}\n`]),
    ].join('\n');
  });
  await writeOutput(explained.join('\n'), undefined);
  const { messages, available } = evidence;
  progress.done(toClosingWords({ read: messages.length, available }));
}

function toPart(title: string, lines: readonly string[]): string {
  return `${title}\n${lines.map(line => `  ${line}\n`).join('')}`;
}

function toMessageLines(outcome: CheckOutcome, evidence: Evidence, zone: string): readonly string[] {
  if (!outcome.found) return [`none: ${english(`summary.check.reasons.${outcome.reason}`)}`];
  const { citations } = outcome.claim;
  return [
    'found by the words that they share with the claim:',
    ...citations.flatMap(citation => toCitedLines(citation, evidence, zone)),
  ];
}

function toCitedLines({ position, quote }: Citation, evidence: Evidence, zone: string): readonly string[] {
  const message = messageAt(evidence, position);
  if (!message) return [];
  const who = toShownName(message.author.name, english('summary.someone'));
  const shown = toShownTime(message.time, { source: evidence.source, zone });
  const when = toWhen(shown, createZonedClock(zone).full);
  return [
    `${position}: ${[who, ...(when === '' ? [] : [when])].join(', ')}`,
    `   “${quote ? toShownLine(quote.text) : toSnippet(message)}”`,
  ];
}

const proofs = ['citation', 'quote', 'attribution', 'values'] as const satisfies readonly CheckName[];

/** The proofs run in this order, up to the first that fails. */
function toProofLines(outcome: CheckOutcome): readonly string[] {
  const { findings } = outcome.found ? outcome.claim : outcome;
  const failuresOf = (proof: CheckName) =>
    findings.filter(
      ({ check, effect, outcome: result }) =>
        check === proof && result === 'fail' && (effect === 'mark' || effect === 'drop'),
    );
  const failedAt = proofs.findIndex(proof => failuresOf(proof).length > 0);
  return proofs.map((proof, index) => {
    const name = proof.padEnd(13);
    if (index === failedAt) return `${name}failed: ${toFailedWords(failuresOf(proof), english)}`;
    if (!outcome.found || (failedAt >= 0 && index > failedAt)) return `${name}not run`;
    const added = findings.flatMap(({ check, effect, problem }) =>
      check === proof && effect === 'cite' && problem
        ? [`citation added: ${toProblemLine(problem, english)}`]
        : [],
    );
    return name + ['no problem', ...added].join('; ');
  });
}

function toJudgeLine(outcome: CheckOutcome, judgement: Judgement | null | undefined, model: string): string {
  if (judgement === undefined)
    return outcome.found && outcome.claim.status === 'verified'
      ? 'not asked: the claim consists of quotes'
      : outcome.asked
        ? 'not asked: no message was found'
        : 'not asked: a proof failed';
  if (judgement === null) return toNoVerdictWords(model);
  const verdict = judgement.verdict.replaceAll('_', ' ');
  return `${model}: ${verdict}${judgement.missing === '' ? '' : `; missing: ${toShownLine(judgement.missing)}`}`;
}
