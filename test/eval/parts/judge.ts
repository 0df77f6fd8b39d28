import { type GradedClaim, gradeText } from '../../../src/app/grade-judge.ts';
import { type Share, toKappa, toShare } from '../../../src/core/agreement.ts';
import { type DialogueText, readDialogues, sampleTexts } from '../dialogues.ts';
import { type Bill, createFileJudge } from '../judges.ts';
import { print, printTable, type Row, toInterval } from '../table.ts';
import { type Wording, wordings } from '../wordings.ts';
import type { DraftOptions } from './drafts.ts';

const sample = { seed: 1, dialoguesPerSource: 7, texts: 5 } as const;

type Graded = GradedClaim & { readonly source: string; readonly id: string };

/**
 * Prints how far checking agrees with people about sentences of summaries. One reader answers the prompts of one
 * subfolder, which has one text of each dialogue.
 */
export async function printJudge(data: string, options: DraftOptions = {}): Promise<void> {
  const { prompts, list, wording = 'in-use' } = options;
  if (prompts === undefined) {
    print('judge takes --prompts DIR: people without context answer the files that it writes there.\n');
    return;
  }
  const texts = sampleTexts(readDialogues(data), sample);
  const dialogues = new Set(texts.map(({ id }) => id)).size;
  print(`Seed ${sample.seed}: ${dialogues} dialogues, ${texts.length} texts.`);
  print(`Dialogues: ${[...new Set(texts.map(({ id }) => id))].join(', ')}\n`);
  const measured = await Promise.all(texts.map(text => grade(text, prompts, wordings[wording])));
  const graded = measured.flatMap(each => each.graded);
  if (list !== undefined) printClaims(graded, list);
  else printGraded(graded);
  printBills(measured.map(({ bill }) => bill));
}

async function grade(text: DialogueText, folder: string, wording: Wording | undefined) {
  const { id, source, order, claims } = text;
  const work = `reader-${order + 1}/${id.replaceAll(/[^\w-]/g, '_')}`;
  const { judge, bill } = createFileJudge(
    work,
    claims.map(claim => claim.text),
    folder,
    wording,
  );
  const { graded } = await gradeText(text, judge, new AbortController().signal);
  return { bill, graded: graded.map((each): Graded => ({ ...each, source, id })) };
}

function printGraded(all: readonly Graded[]): void {
  const graded = all.filter(({ isKept }) => isKept !== null);
  print(`${graded.length} of ${all.length} claims are answered.\n`);
  const bySource = [...Map.groupBy(graded, ({ source }) => source)];
  printTable(
    'Checking with the judge against people, %, with 95 % intervals',
    ['', 'true', 'kept', 'wrong', 'rejected', 'balanced accuracy', 'kappa'],
    [...bySource, ['all', graded] as const].map(([name, own]) => toGradeRow(name, own)),
  );
  const rejected = graded.filter(({ isKept }) => isKept === false);
  printTable(
    'Rejected, by cause',
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
  const holding = graded.filter(({ claim }) => claim.isTrue);
  const wrong = graded.filter(({ claim }) => !claim.isTrue);
  const kept = toShare(holding.filter(({ isKept }) => isKept).length, holding.length);
  const rejected = toShare(wrong.filter(({ isKept }) => !isKept).length, wrong.length);
  const kappa = toKappa(graded.map(({ claim, isKept }) => [claim.isTrue, isKept === true]));
  return [
    name,
    holding.length,
    toInterval(kept),
    wrong.length,
    toInterval(rejected),
    toBalanced(kept, rejected),
    kappa === null ? '-' : kappa.toFixed(2),
  ];
}

/** The mean of two shares, with the interval of their sum. */
function toBalanced(one: Share, other: Share): string {
  if (one.of === 0 || other.of === 0) return '-';
  const variance = [one, other].reduce((sum, { share, of }) => sum + (share * (1 - share)) / of, 0);
  return `${(50 * (one.share + other.share)).toFixed(1)} ± ${(50 * 1.96 * Math.sqrt(variance)).toFixed(1)}`;
}

function printBills(bills: readonly Bill[]): void {
  const sum = (of: keyof Bill) => bills.reduce((total, bill) => total + bill[of], 0);
  print(
    `${sum('calls')} calls, about ${Math.round(sum('inputTokens'))} tokens read and ${Math.round(sum('outputTokens'))} written.\n`,
  );
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
