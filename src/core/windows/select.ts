import type { ClaimKind } from '../claims/kind.ts';
import type { Detail } from '../claims/summary.ts';

/** How many claims a summary of several windows has at most. */
export const claimBudget: Readonly<Record<Detail, number>> = { brief: 6, standard: 15, comprehensive: 40 };

/** What is lost most if it is left out comes first. */
const kindWorth: Readonly<Partial<Record<ClaimKind, number>>> = {
  decision: 8,
  change: 7,
  action: 6,
  resolved: 5,
  constraint: 5,
  request: 5,
  question: 4,
  proposal: 3,
};
const usualWorth = 2;
/** A further claim of the same strand, speaker, kind or part of the conversation counts this much less. */
const again = 0.7;
const parts = 12;

/** What is looked at of a claim. */
export type Selectable = {
  readonly kind: ClaimKind;
  readonly speakers: readonly string[];
  readonly confidence: number;
  /** The positions that it cites. */
  readonly positions: readonly number[];
};

/**
 * Chooses claims by code where no model does: the weightiest, spread over kinds, strands, speakers and time, in the order
 * of the conversation. Of overviews only the latest is chosen, since each is about a part.
 */
export function selectClaims<Claim extends Selectable>(
  claims: readonly Claim[],
  count: number,
  { strandOf, end }: { readonly strandOf: (position: number) => number; readonly end: number },
): readonly Claim[] {
  const overviews = claims.filter(({ kind }) => kind === 'overview');
  const left = new Set(claims.filter(each => each.kind !== 'overview' || each === overviews.at(-1)));
  const seen = new Map<string, number>();
  const toMarks = ({ kind, speakers, positions }: Claim) => {
    const latest = Math.max(0, ...positions);
    return [
      `kind ${kind}`,
      `strand ${strandOf(latest)}`,
      `part ${Math.floor((latest / (end + 1)) * parts)}`,
      ...speakers.map(name => `by ${name}`),
    ];
  };
  const marks = new Map(claims.map(claim => [claim, toMarks(claim)]));
  const toWorth = (claim: Claim) =>
    (kindWorth[claim.kind] ?? usualWorth) *
    claim.confidence *
    again ** (marks.get(claim) ?? []).reduce((sum, mark) => sum + (seen.get(mark) ?? 0), 0);
  const chosen = new Set<Claim>();
  while (chosen.size < count && left.size > 0) {
    let best: { readonly claim: Claim; readonly worth: number } | null = null;
    for (const claim of left) {
      const worth = toWorth(claim);
      if (best === null || worth > best.worth) best = { claim, worth };
    }
    if (best === null) break;
    left.delete(best.claim);
    chosen.add(best.claim);
    for (const mark of marks.get(best.claim) ?? []) seen.set(mark, (seen.get(mark) ?? 0) + 1);
  }
  return claims.filter(claim => chosen.has(claim));
}
