import { z } from 'zod';
import { toProse } from './draft.ts';
import { type ClaimKind, claimKinds } from './kind.ts';

export const judgeVerdicts = ['supported', 'partly', 'not_supported', 'contradicted'] as const;
export type JudgeVerdict = (typeof judgeVerdicts)[number];

/** How a decision ended; `none` for a claim that is not a decision. */
export const judgeOutcomes = ['approved', 'declined', 'none'] as const;

export type Judgement = {
  readonly verdict: JudgeVerdict;
  /** What the messages do not say, on one line of at most 200 characters; may be empty. */
  readonly missing: string;
  /** The kind that fits; null where the judge named none. */
  readonly kind: ClaimKind | null;
  readonly outcome: (typeof judgeOutcomes)[number];
  /** The positions of messages that say what the cited ones do not; of a claim without citations, of its sources. */
  readonly positions: readonly number[];
};

/** Longer text is no longer one phrase. */
const longestMissing = 200;

/** More than these would show no reader where to look. */
const mostPositions = 6;

const looseJudgement = z.object({
  claim: z.int().positive(),
  missing: z.string().max(10_000).catch(''),
  verdict: z.enum(judgeVerdicts),
  kind: z.enum(claimKinds).nullable().catch(null),
  outcome: z.enum(judgeOutcomes).catch('none'),
  positions: z
    .array(z.unknown())
    .catch([])
    .transform(list =>
      list.flatMap(each => z.int().positive().safeParse(each).data ?? []).slice(0, mostPositions),
    ),
});
const looseAnswer = z.object({ verdicts: z.array(z.unknown()) });

/** Reads the verdicts on claims 1 to `count` by number, without unreadable, unknown and doubled ones. Null for another shape. */
export function parseJudgements(value: unknown, count: number): ReadonlyMap<number, Judgement> | null {
  const answer = looseAnswer.safeParse(value);
  if (!answer.success) return null;
  const read = answer.data.verdicts.flatMap(each => looseJudgement.safeParse(each).data ?? []);
  const judgements = new Map<number, Judgement>();
  const seen = new Set<number>();
  for (const { claim, missing, ...rest } of read) {
    if (claim > count) continue;
    if (seen.has(claim)) judgements.delete(claim);
    else judgements.set(claim, { ...rest, missing: rest.verdict === 'supported' ? '' : toPhrase(missing) });
    seen.add(claim);
  }
  return judgements;
}

function toPhrase(words: string): string {
  const characters = [...toProse(words).replace(/[\s.。;,:]+$/u, '')];
  const cut = characters.slice(0, longestMissing - 1).join('');
  return characters.length <= longestMissing ? characters.join('') : `${cut}…`;
}
