import { type Grades, gradeTexts, listJudgeRequests, toGrades } from '../app/grade/grade.ts';
import { ownTexts } from '../app/grade/own-texts.ts';
import type { ClaudeConfig } from '../config.ts';
import type { Share } from '../core/agreement.ts';
import { connectJudgeAlone, estimateJudging } from '../engines.ts';
import type { Diagnosis } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Run } from './run-command.ts';

const topic = 'Judge';

/** Below this share of wrong claims caught, and above that of true ones hurt, a judge is not good enough. */
const leastCaught = 0.85;
const mostHurt = 0.1;

/** Has the judge check our labeled claims, and says how good it is. */
export async function gradeJudge(
  config: ClaudeConfig,
  log: Logger,
  { progress, signal }: Run,
): Promise<readonly Diagnosis[]> {
  const { judge, notices } = await connectJudgeAlone(config, log, signal);
  if (!judge) {
    const text = 'There is no judge to grade. Set ANTHROPIC_API_KEY, and do not set FOOTNOTE_JUDGE=off.';
    return [{ level: 'problem', topic, text }];
  }
  for (const notice of notices) progress.tell(notice);
  const count = ownTexts.reduce((sum, { claims }) => sum + claims.length, 0);
  const cost = toCostWords(await estimateJudging(config, await listJudgeRequests(ownTexts, signal)));
  progress.tell(`${judge.model} is graded with ${count} labeled claims, for ${cost}. Ctrl+C stops it.`);
  progress.step('Grading the judge');
  const onGraded = (claims: number) => progress.count(`Grading the judge: ${claims} of ${count} claims`);
  const { graded, usage } = await gradeTexts(ownTexts, judge, signal, onGraded);
  const spent = usage?.costUsd === null || usage === null ? '' : `, for ${toDollars(usage.costUsd)}`;
  progress.done(`Graded the judge${spent}`);
  return [toDiagnosis(judge.model, toGrades(graded), count)];
}

/** "about $0.02", before it is spent. */
export function toCostWords(usd: number | null): string {
  return usd === null ? 'an unknown price' : `about ${toDollars(usd)}`;
}

function toDollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 3 : 2)}`;
}

export function toDiagnosis(model: string, grades: Grades, count: number): Diagnosis {
  const { caught, hurt, unanswered } = grades;
  if (caught.of === 0 || hurt.of === 0) {
    const text = `${model} gave no usable verdict; LOG_LEVEL=info shows why.`;
    return { level: 'problem', topic, text };
  }
  const isGood = caught.share >= leastCaught && hurt.share <= mostHurt;
  const text = [
    `Your judge ${model} catches ${toWords(caught)} of wrong claims and hurts ${toWords(hurt)} of true ones.`,
    ...(isGood
      ? []
      : [
          `A good one catches at least 85 % and hurts at most 10 %: try a larger model in FOOTNOTE_MODEL_SMALL.`,
        ]),
    ...(unanswered === 0 ? [] : [`${unanswered} of ${count} claims got no verdict.`]),
  ].join(' ');
  return { level: isGood ? 'ok' : 'warning', topic, text };
}

/** "71 % (64 to 77)" */
function toWords({ share, low, high }: Share): string {
  return `${(100 * share).toFixed(0)} % (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)})`;
}
