import { toOptOutIds } from '../conversation/message.ts';
import { assemble, toUnnumbered } from './assemble.ts';
import type { ClaimBody, Dispute, Finding } from './claim.ts';
import { eraseWords, type Problem } from './problem.ts';
import type { Rejection, Summary, SummaryClaim } from './summary.ts';

/** In UTF-16 units: it is shown below the claim. */
export const longestDispute = 300;

/** The claims that cite messages of a person, in reading order. */
export function findCiting(summary: Summary, personId: string): readonly SummaryClaim[] {
  return summary.claims.filter(claim =>
    toUnnumbered(claim, summary.footnotes).cited.some(
      ({ authorId }) => authorId !== undefined && toOptOutIds(authorId).includes(personId),
    ),
  );
}

export function findDispute(
  { disputes = [] }: Pick<SummaryClaim, 'disputes'>,
  personId: string,
): Dispute | undefined {
  return disputes.find(({ by }) => by.id === personId);
}

/** Adds what a person says against a claim, in place of what they said before; null if it does not cite them. */
export function putDispute(summary: Summary, claimId: string, dispute: Dispute): Summary | null {
  if (!findCiting(summary, dispute.by.id).some(({ id }) => id === claimId)) return null;
  return mapClaims(summary, claim => {
    if (claim.id !== claimId) return claim;
    const others = claim.disputes?.filter(({ by }) => by.id !== dispute.by.id) ?? [];
    return { ...claim, disputes: [...others, { ...dispute, isOpen: true }] };
  });
}

/** Takes back what a person says against one claim, or against all; null if that is nothing. */
export function withdrawDisputes(summary: Summary, personId: string, claimId?: string): Summary | null {
  const isMeant = (item: Pick<SummaryClaim, 'id' | 'disputes'>) =>
    (claimId === undefined || item.id === claimId) && findDispute(item, personId) !== undefined;
  const withdraw = <Item extends SummaryClaim | Rejection>(item: Item): Item => {
    const left = item.disputes?.filter(({ by }) => by.id !== personId) ?? [];
    return { ...item, disputes: left.length === 0 ? undefined : left };
  };
  if (![...summary.claims, ...summary.rejected].some(isMeant)) return null;
  const rejected = summary.rejected.map(each => (isMeant(each) ? withdraw(each) : each));
  return mapClaims({ ...summary, rejected }, claim => {
    if (!isMeant(claim)) return claim;
    const left = withdraw(claim);
    if (left.disputes === undefined) return { ...left, ...toUndisputed(left) };
    // What the judge said may repeat the words that are taken back. The mark stays until the claim is judged again.
    const findings = left.findings.map(each =>
      each.ofDispute && each.problem ? { ...each, problem: eraseWords(each.problem) } : each,
    );
    return { ...left, findings };
  });
}

/** Applies what the judge says beside disputes: a reason against a claim makes it unclear. Null if they changed, or a person decided. */
export function settleDispute(
  summary: Summary,
  claimId: string,
  seen: readonly Dispute[],
  against: Problem | null,
): Summary | null {
  const claim = summary.claims.find(({ id }) => id === claimId);
  if (!claim || !isJudgedAgain(claim) || toVersions(claim.disputes) !== toVersions(seen)) return null;
  const { status, findings } = toUndisputed(claim);
  const finding: Finding | null = against && {
    check: 'judge',
    outcome: 'fail',
    problem: against,
    effect: 'mark',
    ofDispute: true,
  };
  const settled = finding
    ? { status: 'needs_clarification' as const, findings: [...findings, finding] }
    : { status, findings };
  return mapClaims(summary, each => (each.id === claimId ? { ...each, ...settled } : each));
}

function toVersions(disputes: readonly Dispute[] = []): string {
  return disputes.map(({ by, at, text }) => JSON.stringify([by.id, at, text])).join();
}

/** Whether a disputed claim is judged again: a person's decision, a mark and plain quotes stay as they are. */
export function isJudgedAgain(claim: SummaryClaim): boolean {
  const { status } = toUndisputed(claim);
  if (claim.review !== undefined || status === 'needs_clarification') return false;
  return status === 'sources_found' || claim.findings.some(isSupport);
}

/** The status and findings without what the judge said beside disputes; a person's decision stands. */
export function toUndisputed({
  status,
  findings,
  review,
}: Pick<SummaryClaim, 'status' | 'findings' | 'review'>): Pick<ClaimBody, 'status' | 'findings'> {
  const others = findings.filter(({ ofDispute }) => !ofDispute);
  if (review !== undefined || others.length === findings.length) return { status, findings: others };
  return { status: others.some(isSupport) ? 'verified' : 'sources_found', findings: others };
}

function isSupport({ check, outcome }: Finding): boolean {
  return check === 'judge' && outcome === 'pass';
}

function mapClaims(summary: Omit<Summary, symbol>, change: (claim: SummaryClaim) => SummaryClaim): Summary {
  return assemble({ ...summary, claims: summary.claims.map(change) });
}
