import {
  type GradedClaim,
  gradeText,
  type LabeledText,
  listJudgeRequests,
  type Share,
  toGrades,
  toShare,
} from '../../../src/app/grade/grade.ts';
import { ownTexts } from '../../../src/app/grade/own-texts.ts';
import type { Judge } from '../../../src/app/ports.ts';
import { readJudgeEnvironment } from '../../../src/cli/run-command.ts';
import { connectJudgeAlone, estimateJudging } from '../../../src/engines.ts';
import { createLogger } from '../../../src/log.ts';
import { readDialogues, sampleTexts } from '../dialogues.ts';
import { type Bill, createFileJudge } from '../judges.ts';
import { print, printTable, type Row, toInterval, toKappa } from '../table.ts';
import type { DraftOptions } from './drafts.ts';

const sample = { seed: 1, dialoguesPerSource: 7, texts: 5 } as const;

type Text = LabeledText & { readonly id: string; readonly source: string; readonly work: string };
type Graded = GradedClaim & Pick<Text, 'id' | 'source'>;
const never = new AbortController().signal;

/**
 * Prints how far checking agrees with people about our own claims and about sentences of summaries. The judge is the model
 * that is configured, or readers: one answers the prompts of one subfolder, which has one text of each dialogue.
 */
export async function printJudge(data: string, options: DraftOptions = {}): Promise<void> {
  const { prompts, list } = options;
  printLabelers();
  const own = ownTexts.map(
    (text): Text => ({ ...text, source: `own, ${text.language}`, work: `own/${text.id}` }),
  );
  const texts = [...own, ...sampleDialogues(data)];
  const graded = prompts === undefined ? await gradeByModel(texts) : await gradeByReaders(texts, prompts);
  if (graded === null) return;
  if (list !== undefined) return printClaims(graded, list);
  printGraded(
    'Our own claims',
    graded.filter(({ source }) => source.startsWith('own')),
  );
  printGraded(
    'Sentences of summaries',
    graded.filter(({ source }) => !source.startsWith('own')),
  );
}

/** How far the two labelers of our own claims agree. */
function printLabelers(): void {
  const both = ownTexts
    .flatMap(({ claims }) => claims)
    .flatMap(({ text, isTrue, second }) => (second === null ? [] : [{ text, isTrue, second }]));
  const same = both.filter(({ isTrue, second }) => isTrue === second).length;
  const kappa = toKappa(both.map(({ isTrue, second }) => [isTrue, second]));
  if (both.length === 0) print('No claim of our own has a second label yet.\n');
  else
    print(
      `Two labelers agree on ${same} of ${both.length} claims of our own (kappa ${kappa?.toFixed(2) ?? '-'}).\n`,
    );
  for (const { text, isTrue, second } of both) if (isTrue !== second) print(`disputed: ${text}`);
}

function sampleDialogues(data: string): readonly Text[] {
  const texts = sampleTexts(readDialogues(data), sample);
  if (texts.length === 0) return [];
  const ids = [...new Set(texts.map(({ id }) => id))];
  print(`Seed ${sample.seed}: ${ids.length} dialogues, ${texts.length} texts.`);
  print(`Dialogues: ${ids.join(', ')}\n`);
  return texts.map(text => ({
    ...text,
    work: `reader-${text.order + 1}/${text.id.replaceAll(/[^\w-]/g, '_')}`,
  }));
}

async function gradeByModel(texts: readonly Text[]): Promise<readonly Graded[] | null> {
  const { claude } = readJudgeEnvironment();
  const { judge } = await connectJudgeAlone(claude, createLogger('silent'), never);
  if (!judge) {
    print('judge takes --prompts DIR, or ANTHROPIC_API_KEY for the model that is configured.\n');
    return null;
  }
  const cost = await estimateJudging(claude, await listJudgeRequests(texts, never));
  print(
    `${judge.model} judges them for ${cost === null ? 'an unknown price' : `about $${cost.toFixed(3)}`}.\n`,
  );
  const graded: Graded[] = [];
  for (const text of texts) graded.push(...(await grade(text, judge)));
  return graded;
}

async function gradeByReaders(texts: readonly Text[], folder: string) {
  const bills: Bill[] = [];
  const graded = await Promise.all(
    texts.map(text => {
      const { judge, bill } = createFileJudge(
        text.work,
        text.claims.map(claim => claim.text),
        folder,
      );
      bills.push(bill);
      return grade(text, judge);
    }),
  );
  const sum = (of: keyof Bill) => Math.round(bills.reduce((total, bill) => total + bill[of], 0));
  print(
    `${sum('calls')} calls, about ${sum('inputTokens')} tokens read and ${sum('outputTokens')} written.\n`,
  );
  return graded.flat();
}

async function grade(text: Text, judge: Judge): Promise<readonly Graded[]> {
  const { id, source } = text;
  return (await gradeText(text, judge, never)).graded.map(each => ({ ...each, id, source }));
}

function printGraded(title: string, all: readonly Graded[]): void {
  if (all.length === 0) return;
  const graded = all.filter(({ isKept }) => isKept !== null);
  print(`${title}: ${graded.length} of ${all.length} claims are answered.\n`);
  if (graded.length === 0) return;
  const bySource = [...Map.groupBy(graded, ({ source }) => source)];
  printTable(
    `${title}: checking with the judge against people, %, with 95 % intervals`,
    ['', 'true', 'kept', 'wrong', 'rejected', 'balanced accuracy', 'kappa'],
    [...bySource, ['all', graded] as const].map(([name, own]) => toGradeRow(name, own)),
  );
  const rejected = graded.filter(({ isKept }) => isKept === false);
  printTable(
    `${title}: rejected, by cause`,
    ['', 'true', 'wrong'],
    [...Map.groupBy(rejected, ({ cause }) => cause ?? '')]
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([cause, own]) => {
        const holding = own.filter(({ claim }) => claim.isTrue).length;
        return [cause, holding, own.length - holding];
      }),
  );
}

function toGradeRow(name: string, graded: readonly Graded[]): Row {
  const { caught, hurt } = toGrades(graded);
  const answered = graded.filter(({ isKept }) => isKept !== null);
  const kappa = toKappa(answered.map(({ claim, isKept }) => [claim.isTrue, isKept === true]));
  const kept = toShare(hurt.of - hurt.count, hurt.of);
  return [
    name,
    hurt.of,
    toInterval(kept),
    caught.of,
    toInterval(caught),
    toBalanced(kept, caught),
    kappa === null ? '-' : kappa.toFixed(2),
  ];
}

/** The mean of two shares, with the interval of their sum. */
function toBalanced(one: Share, other: Share): string {
  if (one.of === 0 || other.of === 0) return '-';
  const variance = [one, other].reduce((sum, { share, of }) => sum + (share * (1 - share)) / of, 0);
  return `${(50 * (one.share + other.share)).toFixed(1)} ± ${(50 * 1.96 * Math.sqrt(variance)).toFixed(1)}`;
}

function printClaims(graded: readonly Graded[], list: string): void {
  const isMeant =
    list === 'hurt'
      ? ({ claim, isKept }: Graded) => claim.isTrue && isKept === false
      : ({ claim, isKept }: Graded) => !claim.isTrue && isKept === true;
  for (const { id, claim, cause, missing } of graded.filter(isMeant)) {
    print(`${id}: ${claim.text}`);
    if (cause !== null) print(`  ${cause}: ${missing}`);
  }
  print();
}
