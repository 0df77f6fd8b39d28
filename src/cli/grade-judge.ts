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
import type { Config } from '../config.ts';
import { estimateJudging, toJudgePlace } from '../engines.ts';
import type { Diagnosis } from '../errors.ts';
import { useGrades } from '../io/keyv/check-store.ts';
import { openJudge, type Run, toNoVerdictWords } from './run-command.ts';

/** Of fewer claims than this share, a grade says nothing of the others. */
const leastAnswered = 0.9;

const diagnose = (level: Diagnosis['level'], text: string): Diagnosis => ({ level, topic: 'Judge', text });

/** Has the judge check our labeled claims, says how good it is, and stores that for the bot. */
export async function gradeJudge(config: Config, run: Run): Promise<readonly Diagnosis[]> {
  const { claude } = config;
  const { progress, signal } = run;
  const { judge } = await openJudge(config, run);
  if (!judge)
    return [
      diagnose(
        'problem',
        'There is no judge to grade. Set ANTHROPIC_API_KEY, and do not set FOOTNOTE_JUDGE=off.',
      ),
    ];
  const count = ownTexts.reduce((sum, { claims }) => sum + claims.length, 0);
  const estimate = toCostWords(await estimateJudging(claude, await listJudgeRequests(ownTexts, signal)));
  progress.tell(`${judge.model} is graded with ${count} labeled claims, for ${estimate}. Ctrl+C stops it.`);
  progress.step('Grading the judge');
  const onGraded = (claims: number) => progress.count(`Grading the judge: ${claims} of ${count} claims`);
  const { graded, usage } = await gradeTexts(ownTexts, judge, signal, onGraded);
  const grades = toGrades(graded);
  const cost = usage ? toCostWords(usage.costUsd) : 'nothing';
  progress.done(`${count - grades.unanswered} of ${count} claims got a verdict, for ${cost}`);
  const { caught, hurt, unanswered } = grades;
  if (caught.of === 0 || hurt.of === 0) return [diagnose('problem', `${toNoVerdictWords(judge.model)}.`)];
  const found = toDiagnosis(judge.model, grades, count);
  if (count - unanswered < leastAnswered * count)
    return [
      found,
      diagnose(
        'warning',
        `The grade is not stored, because fewer than ${100 * leastAnswered} % of the claims got a verdict. LOG_LEVEL=info shows why.`,
      ),
    ];
  const grade = { place: toJudgePlace(claude), caught: caught.share, hurt: hurt.share };
  const isStored = await useGrades(config, grades => grades.set(grade).then(() => true));
  if (!isStored)
    return [
      found,
      diagnose(
        'warning',
        'The grade could not be stored, so summaries do not show it. Start the bot once, then grade again.',
      ),
    ];
  const fault = findFault(grade);
  const told =
    fault === undefined
      ? 'Summaries name the judge without a warning.'
      : `The bot, from its next start, and this command line say in summaries that the judge ${fault === 'misses' ? 'misses many errors' : 'rejects many true statements'}.`;
  return [found, diagnose('ok', `The grade is stored. ${told}`)];
}

/** "about $0.02" */
function toCostWords(usd: number | null): string {
  return usd === null ? 'an unknown price' : `about $${usd.toFixed(usd < 1 ? 3 : 2)}`;
}

function toDiagnosis(model: string, { caught, hurt, unanswered }: Grades, count: number): Diagnosis {
  const isGood = findFault({ caught: caught.share, hurt: hurt.share }) === undefined;
  const advice = isGood
    ? ''
    : ` A good one catches at least ${100 * leastCaught} % and hurts at most ${100 * mostHurt} %: try a larger model in FOOTNOTE_MODEL_SMALL.`;
  const silent = unanswered === 0 ? '' : ` ${unanswered} of ${count} claims got no verdict.`;
  return diagnose(
    isGood ? 'ok' : 'warning',
    `Your judge ${model} catches ${toWords(caught)} of wrong claims and hurts ${toWords(hurt)} of true ones.${advice}${silent}`,
  );
}

/** "71 % (64 to 77)" */
function toWords({ share, low, high }: Share): string {
  return `${(100 * share).toFixed(0)} % (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)})`;
}
