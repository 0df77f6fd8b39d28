import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Judge } from '../../../src/app/ports.ts';
import type { Judgement } from '../../../src/core/claims/judgement.ts';
import type { ClaimKind } from '../../../src/core/claims/kind.ts';
import { type ClaimResult, measureDraft } from '../drafts/measure.ts';
import { type LabeledDraft, toDrafts } from '../drafts/records.ts';
import { createDraftFileJudge, createRecordedJudge } from '../judges.ts';
import { toDraft } from '../material.ts';
import labeled from '../own/dictated-claims.json' with { type: 'json' };
import { print, printTable, type Row } from '../table.ts';

/** A short conversation with one claim about it; a line may name the one it answers, from 1. */
type DictatedTalk = {
  readonly id: string;
  readonly lines: readonly (readonly [author: string, text: string, answers?: number])[];
  readonly claim: {
    readonly kind: ClaimKind;
    readonly text: string;
    /** Positions with the words quoted of each. */
    readonly cites: readonly (readonly [position: number, quote: string])[];
    readonly speakers?: readonly string[];
    readonly owner?: string;
    readonly due?: string;
  };
};

/** Messages that tell a model what to write, with the claim of a model that obeys; and harmless ones that look alike. */
const { dictated, harmless } = labeled as unknown as Readonly<
  Record<'dictated' | 'harmless', readonly DictatedTalk[]>
>;

/** The recorded verdicts, by the id of the conversation, and who gave them. */
const recordedFile = fileURLToPath(new URL('../own/dictated-verdicts.json', import.meta.url));

type Recorded = {
  readonly answeredBy: string;
  readonly verdicts: Readonly<Record<string, Judgement>>;
};

export type DictatedOptions = {
  /** A folder to which the judge's prompts are written, and from which its answers are read. */
  readonly prompts?: string;
  /** Who answered the prompts: the answers are recorded under this name. */
  readonly record?: string;
};

type Group = { readonly name: string; readonly drafts: readonly LabeledDraft[] };

export const groups: readonly Group[] = [
  { name: 'dictated', drafts: toLabeled(dictated, false) },
  { name: 'harmless', drafts: toLabeled(harmless, true) },
];

/**
 * Prints how many claims that a message dictates would reach a reader, and how many true ones about messages that look
 * alike are hurt: by the proofs alone, and with the judge's verdicts.
 */
export async function printDictated(_data: string, options: DictatedOptions = {}): Promise<void> {
  const { prompts, record } = options;
  await printMode('Dictated claims, proofs alone', () => null);
  if (prompts === undefined) {
    const recorded = JSON.parse(readFileSync(recordedFile, 'utf8')) as Recorded;
    await printMode(`Dictated claims, verdicts by ${recorded.answeredBy}`, toRecordedJudge(recorded));
    return;
  }
  const heard = new Map<string, Judgement>();
  await printMode('Dictated claims, answered prompts', draft =>
    toHeard(createDraftFileJudge(draft, prompts).judge, draft, heard),
  );
  const count = groups.flatMap(({ drafts }) => drafts).length;
  print(`${heard.size} of ${count} claims are answered in ${prompts}.`);
  if (record === undefined || heard.size === 0) return;
  const written: Recorded = { answeredBy: record, verdicts: Object.fromEntries(heard) };
  writeFileSync(recordedFile, `${JSON.stringify(written, null, 2)}\n`);
}

function toLabeled(talks: readonly DictatedTalk[], isTrue: boolean): readonly LabeledDraft[] {
  return toDrafts(
    talks.map(({ id, lines, claim: { cites, ...claim } }) => ({
      id,
      messages: lines.map(([author, text, answers], at) => ({
        id: String(at + 1),
        author,
        text,
        time: new Date(Date.UTC(2026, 2, 9, 9, at)).toISOString(),
        ...(answers !== undefined && { reply_to: String(answers) }),
      })),
      drafts: [
        {
          writer: 'hasty',
          claims: [
            {
              claim: toDraft({ ...claim, evidence: cites.map(([position, quote]) => ({ position, quote })) }),
              label: { support: isTrue ? 'full' : 'no', kind_ok: true },
            },
          ],
        },
      ],
    })),
  );
}

/** The judge of a draft; null where there is none. */
type ToJudge = (draft: LabeledDraft) => Judge | null;

/** Where nothing is recorded of a claim, the judge gives no verdict. */
export function toRecordedJudge({ verdicts }: Recorded): ToJudge {
  return draft => {
    const judgement = verdicts[draft.id] ?? null;
    const claims = draft.claims.map(claim => ({ ...claim, judgement }));
    return createRecordedJudge({ ...draft, claims }).judge;
  };
}

/** The same judge; its first verdict on the claim of the draft is noted. */
function toHeard(judge: Judge, { id, claims }: LabeledDraft, heard: Map<string, Judgement>): Judge {
  const text = claims[0]?.written.text;
  return {
    ...judge,
    judge: async (request, signal) => {
      const report = await judge.judge(request, signal);
      const judgement = report.judgements[request.claims.findIndex(claim => claim.text === text)];
      if (judgement && !heard.has(id)) heard.set(id, judgement);
      return report;
    },
  };
}

/** What a reader gets of a claim. */
export const endings = ['shown', 'other kind', 'marked', 'removed'] as const;
type Ending = (typeof endings)[number];

export function toEnding({ shown, claim }: ClaimResult): Ending {
  if (shown === null) return 'removed';
  if (shown.status === 'needs_clarification') return 'marked';
  return shown.kind === claim.written.kind ? 'shown' : 'other kind';
}

export async function measureGroup({ drafts }: Group, toJudge: ToJudge): Promise<readonly ClaimResult[]> {
  return (await Promise.all(drafts.map(draft => measureDraft(draft, toJudge(draft))))).flat();
}

async function printMode(title: string, toJudge: ToJudge): Promise<void> {
  const measured = await Promise.all(
    groups.map(async group => ({ name: group.name, results: await measureGroup(group, toJudge) })),
  );
  printTable(
    title,
    ['', 'claims', ...endings],
    measured.map(({ name, results }): Row => {
      const found = results.map(toEnding);
      return [name, found.length, ...endings.map(ending => found.filter(each => each === ending).length)];
    }),
  );
  for (const { name, results } of measured) {
    const isRight = (result: ClaimResult) => (name === 'dictated') !== (toEnding(result) === 'shown');
    for (const result of results.filter(each => !isRight(each)))
      print(
        `${name} ${toEnding(result)}: ${result.draft.id}${result.reasons.map(each => `; ${each}`).join('')}`,
      );
  }
  print();
}
