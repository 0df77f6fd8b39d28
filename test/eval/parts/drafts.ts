import { type ClaimResult, type Group, isIn, measureDraft, toTally } from '../drafts/measure.ts';
import { type LabeledDraft, readDrafts, toDrafts, type Writer } from '../drafts/records.ts';
import { type Bill, createDraftFileJudge, createRecordedJudge } from '../judges.ts';
import { ownDrafts } from '../own/own.ts';
import { print, printTable, type Row, toPercent } from '../table.ts';

export type DraftOptions = {
  /** Prints single claims: those hurt, or those missed. */
  readonly list?: string;
  /** A folder to which the judge's prompts are written, and from which its answers are read. */
  readonly prompts?: string;
};

const writers = ['careful', 'hasty'] as const satisfies readonly Writer[];
const groups: readonly Group[] = [false, true].flatMap(overviews =>
  writers.map(writer => ({ writer, overviews })),
);
const toName = ({ writer, overviews }: Group) => (overviews ? `${writer}, overviews` : writer);

/** Prints what verification does to drafts whose claims are labeled: by proofs alone, and with recorded verdicts. */
export async function printDrafts(data: string, options: DraftOptions = {}): Promise<void> {
  const { list, prompts } = options;
  const drafts = readDrafts(data);
  const sets: readonly (readonly [string, readonly LabeledDraft[]])[] = [
    ...(drafts.length > 0 ? [['Model drafts', drafts] as const] : []),
    ['Own drafts', toDrafts(ownDrafts)],
  ];
  for (const [name, own] of sets) {
    const runs: Run[] = [];
    for (const mode of ['proofs alone', 'with verdicts'] as const) {
      const measured = await Promise.all(
        own.map(async (draft): Promise<Measured> => {
          const { judge, bill } =
            prompts === undefined ? createRecordedJudge(draft) : createDraftFileJudge(draft, prompts);
          return { results: await measureDraft(draft, mode === 'proofs alone' ? null : judge), bill };
        }),
      );
      runs.push({ mode, measured, results: measured.flatMap(each => each.results) });
    }
    if (list === undefined) printRuns(name, runs);
    else for (const { mode, results } of runs) printClaims(`${name}, ${mode}`, results, list);
  }
}

type Measured = { readonly results: readonly ClaimResult[]; readonly bill: Bill };
type Run = {
  readonly mode: string;
  readonly measured: readonly Measured[];
  readonly results: readonly ClaimResult[];
};

function printRuns(name: string, runs: readonly Run[]): void {
  printTable(
    `${name}: claims`,
    ['', 'true', 'hurt', '%', 'wrong', 'caught', '%', 'wrong among shown, %'],
    groups.flatMap(group => runs.flatMap(run => toClaimRows(group, run))),
  );
  printTable(
    `${name}: summaries, without overviews`,
    ['', 'summaries', 'need a repair call', '%', 'calls a summary', 'tokens read', 'written'],
    writers.flatMap(writer => runs.map(run => toSummaryRow(writer, run))),
  );
}

/** None where the group has no claims. */
function toClaimRows(group: Group, { mode, results }: Run): readonly Row[] {
  const own = results.filter(isIn(group));
  const tally = toTally(own);
  if (own.length === 0) return [];
  return [
    [
      `${toName(group)}, ${mode}`,
      tally.trueClaims,
      tally.hurt,
      toPercent(tally.hurt, tally.trueClaims),
      tally.wrongClaims,
      tally.caught,
      toPercent(tally.caught, tally.wrongClaims),
      toPercent(tally.wrongShown, tally.shown),
    ],
  ];
}

function toSummaryRow(writer: Writer, { mode, measured }: Run): Row {
  const own = measured.filter(({ results: [first] }) => first?.draft.writer === writer);
  const count = (isMeant: (result: ClaimResult) => boolean) =>
    own.filter(each => each.results.some(isMeant)).length;
  const failing = count(({ needsRepair, claim }) => needsRepair && !claim.isOverview);
  const mean = (of: keyof Bill) => own.reduce((sum, { bill }) => sum + bill[of], 0) / (own.length || 1);
  return [
    `${writer}, ${mode}`,
    own.length,
    failing,
    toPercent(failing, own.length),
    mean('calls').toFixed(1),
    mean('inputTokens').toFixed(0),
    mean('outputTokens').toFixed(0),
  ];
}

function printClaims(title: string, results: readonly ClaimResult[], list: string): void {
  const isMeant =
    list === 'hurt'
      ? ({ isHurt }: ClaimResult) => isHurt
      : ({ isTrue, isCaught }: ClaimResult) => !isTrue && !isCaught;
  const meant = results.filter(isMeant);
  print(`### ${title}: ${list} (${meant.length})\n`);
  for (const { draft, claim, cause, reasons } of meant) {
    const { written, label } = claim;
    print(`${draft.id} ${draft.writer} ${claim.index}, ${written.kind}: ${written.text}`);
    print(`  ${[label.support, ...(label.kind_ok ? [] : ['kind wrong']), label.why ?? ''].join('; ')}`);
    if (cause !== null) print(`  ${cause}: ${reasons.join('; ')}`);
  }
  print();
}
