import {
  findFault,
  type Grades,
  gradeTexts,
  leastCaught,
  listJudgeRequests,
  mostHurt,
  type Share,
  toGrades,
} from '../app/grade/grade.ts';
import { ownTexts } from '../app/grade/own-texts.ts';
import type { StoredGrade } from '../app/ports.ts';
import type { ClaudeConfig } from '../config.ts';
import { connectJudgeAlone, estimateJudging, toJudgePlace } from '../engines.ts';
import type { Diagnosis } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type Run, toNoVerdictWords } from './run-command.ts';

const topic = 'Judge';

/** Of fewer claims than this share, a grade says nothing of the others. */
const leastAnswered = 0.9;

/** Has the judge check our labeled claims, says how good it is, and stores that for the bot. */
export async function gradeJudge(
  config: ClaudeConfig,
  log: Logger,
  { progress, signal }: Run,
  storeGrade: (grade: StoredGrade) => Promise<boolean>,
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
  const grades = toGrades(graded);
  const { caught, hurt, unanswered } = grades;
  const found = toDiagnosis(judge.model, grades, count);
  if (caught.of === 0 || hurt.of === 0) return [found];
  if (count - unanswered < leastAnswered * count) {
    const text = `The grade is not stored, because fewer than ${100 * leastAnswered} % of the claims got a verdict. LOG_LEVEL=info shows why.`;
    return [found, { level: 'warning', topic, text }];
  }
  const grade = { place: toJudgePlace(config), caught: caught.share, hurt: hurt.share };
  const isStored = await storeGrade(grade);
  const fault = findFault(grade);
  const text = !isStored
    ? 'The grade could not be stored, so summaries do not show it. Start the bot once, then grade again.'
    : fault === undefined
      ? 'The grade is stored. Summaries name the judge without a warning.'
      : `The grade is stored. The bot, from its next start, and this command line say in summaries that the judge ${fault === 'misses' ? 'misses many errors' : 'rejects many true statements'}.`;
  return [found, { level: isStored ? 'ok' : 'warning', topic, text }];
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
    const text = `${toNoVerdictWords(model)}.`;
    return { level: 'problem', topic, text };
  }
  const isGood = findFault({ caught: caught.share, hurt: hurt.share }) === undefined;
  const text = [
    `Your judge ${model} catches ${toWords(caught)} of wrong claims and hurts ${toWords(hurt)} of true ones.`,
    ...(isGood
      ? []
      : [
          `A good one catches at least ${100 * leastCaught} % and hurts at most ${100 * mostHurt} %: try a larger model in FOOTNOTE_MODEL_SMALL.`,
        ]),
    ...(unanswered === 0 ? [] : [`${unanswered} of ${count} claims got no verdict.`]),
  ].join(' ');
  return { level: isGood ? 'ok' : 'warning', topic, text };
}

/** "71 % (64 to 77)" */
function toWords({ share, low, high }: Share): string {
  return `${(100 * share).toFixed(0)} % (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)})`;
}
