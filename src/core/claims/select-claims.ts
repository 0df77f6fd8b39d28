import type { ClaimKind } from './kind.ts';
import type { Detail } from './summary.ts';

/** How many claims a summary of several windows has at most. */
export const claimBudget: Readonly<Record<Detail, number>> = { brief: 6, standard: 15, comprehensive: 40 };

/** What is lost most if it is left out comes first. */
const kindWorth: Readonly<Partial<Record<ClaimKind, number>>> = {
  decision: 8,
  action: 6,
  constraint: 5,
  request: 5,
  question: 4,
  proposal: 3,
};
const usualWorth = 2;

type Selectable = { readonly kind: ClaimKind; readonly confidence: number };

/** Chooses claims where no model does: the weightiest, of these the latest, in the order of the conversation. */
export function selectClaims<Claim extends Selectable>(
  claims: readonly Claim[],
  count: number,
): readonly Claim[] {
  const toWorth = ({ kind, confidence }: Claim) => (kindWorth[kind] ?? usualWorth) * confidence;
  const ranked = claims.toReversed().sort((a, b) => toWorth(b) - toWorth(a));
  const chosen = new Set(ranked.slice(0, count));
  return claims.filter(claim => chosen.has(claim));
}
