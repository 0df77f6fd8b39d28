import type { Counts, Rejection, SummaryClaim } from './summary.ts';

/** Counts claims by status and by what happened to them. */
export function toCounts(
  claims: readonly SummaryClaim[],
  rejected: readonly Rejection[],
  hidden: number,
): Counts {
  const count = (isMeant: (claim: SummaryClaim) => boolean) => claims.filter(isMeant).length;
  const effects = claims.flatMap(({ findings, citationReplaced }) =>
    findings.flatMap(({ effect }) => (citationReplaced && effect === 'uncite' ? [] : [effect])),
  );
  const isConfirmed = ({ review }: SummaryClaim) => review?.decision === 'confirmed';
  const isNote = ({ review }: SummaryClaim) => review?.decision === 'noted';
  return {
    verified: count(claim => claim.status === 'verified' && !isConfirmed(claim)),
    sourcesFound: count(claim => claim.status === 'sources_found'),
    needsClarification: count(claim => claim.status === 'needs_clarification' && !isNote(claim)),
    dropped: rejected.filter(each => each.review === undefined && !isRepeatOfAnother(each)).length,
    merged: rejected.filter(each => each.review === undefined && isRepeatOfAnother(each)).length,
    citationsReplaced: count(({ citationReplaced }) => citationReplaced),
    uncited: effects.filter(effect => effect === 'uncite').length,
    repaired: effects.filter(effect => effect === 'repair').length,
    hidden,
    confirmed: count(isConfirmed),
    noted: count(isNote),
    removed: rejected.filter(({ review }) => review !== undefined).length,
  };
}

/** Whether the claim only repeats another one; such claims need no review. */
export function isRepeatOfAnother({ reasons }: Pick<Rejection, 'reasons'>): boolean {
  return reasons.length > 0 && reasons.every(({ problem }) => problem.code === 'said_already');
}
