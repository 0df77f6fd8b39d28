import { type CheckedClaim, citeJudged, settle, withJudgement } from '../../../src/app/checked-claim.ts';
import { defaultJudgingLimits, judgeClaims } from '../../../src/app/judge-claims.ts';
import type { Judge } from '../../../src/app/ports.ts';
import type { CheckName, RejectionReason, VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import type { LabeledClaim, LabeledDraft, Writer } from './records.ts';

/** What keeps a claim from being shown as written: a check, or another kind. */
export type Cause = CheckName | 'kind';

/** How a claim fares before any repair. */
export type ClaimResult = {
  readonly draft: LabeledDraft;
  readonly claim: LabeledClaim;
  readonly isTrue: boolean;
  readonly shown: VerifiedClaim | null;
  /** Null where it is shown as written. */
  readonly cause: Cause | null;
  /** Codes of the reasons, with the values of their sentences. */
  readonly reasons: readonly string[];
  /** A true claim that is not shown as written, its wrong kind aside. */
  readonly isHurt: boolean;
  /** A wrong claim that is not shown as fact, or gets another kind where its kind was wrong. */
  readonly isCaught: boolean;
  readonly needsRepair: boolean;
  /** The judge named a better message, and supports it there. */
  readonly isMoved: boolean;
};

const limits = { ...defaultJudgingLimits, atOnce: Number.POSITIVE_INFINITY };
const never = new AbortController().signal;

/**
 * What becomes of the claims of a draft before any repair: by proofs alone, or with a judge, who is asked again about
 * claims for which a better message was named.
 */
export async function measureDraft(
  draft: LabeledDraft,
  judge: Judge | null,
): Promise<readonly ClaimResult[]> {
  const { evidence, languages } = draft;
  const verifier = createVerifier(evidence, { languages, zone: 'UTC' });
  const proven = draft.claims.map(({ written }): CheckedClaim => ({ verdict: verifier.verify(written) }));
  const toClaims = (list: readonly CheckedClaim[]) =>
    list.flatMap(({ verdict }) => (verdict.ok ? [verdict.claim] : []));
  const asked = { evidence, spoken: languages, language: languages[0] ?? 'en', zone: 'UTC' };
  const ask = async (list: readonly CheckedClaim[]) => {
    if (judge === null || list.length === 0) return list;
    const { verdicts } = await judgeClaims(toClaims(list), asked, { judge, limits }, never);
    return list.map(each => withJudgement(each, verdicts));
  };
  const judged = await ask(proven);
  const moved = judged.map(each => citeJudged(each, verifier));
  const again = new Map(
    (await ask(moved.flatMap(each => each ?? []))).map(each => [each.verdict, each] as const),
  );
  return draft.claims.map((claim, at) => {
    const better = moved[at] && again.get(moved[at].verdict);
    const isSupported = better?.judgement?.verdict === 'supported';
    return toFate(draft, claim, isSupported ? better : judged[at], isSupported);
  });
}

function toFate(
  draft: LabeledDraft,
  claim: LabeledClaim,
  checked: CheckedClaim | undefined,
  isMoved: boolean,
): ClaimResult {
  const { written, label } = claim;
  if (checked === undefined) throw new Error('a claim was not verified');
  const settled = settle(checked);
  const shown = settled.ok ? settled.claim : null;
  const reasons = settled.ok ? settled.claim.findings : settled.rejected.reasons;
  const marked = shown?.findings.find(({ effect }) => effect === 'mark');
  const isRefiled = shown !== null && shown.kind !== written.kind;
  const isFact = shown !== null && shown.status !== 'needs_clarification';
  const isTrue = label.support === 'full' || label.support === 'context';
  const isCured = isRefiled && !label.kind_ok;
  const failed = shown === null ? reasons[0] : marked;
  return {
    draft,
    claim,
    isTrue,
    shown,
    cause: failed?.check ?? (isRefiled ? 'kind' : null),
    reasons: reasons.flatMap(({ check, problem }) => (problem ? [toLine(check, problem)] : [])),
    isHurt: isTrue && (!isFact || (isRefiled && !isCured)),
    isCaught: !isTrue && (!isFact || isCured),
    needsRepair: !isFact,
    isMoved,
  };
}

function toLine(check: CheckName, { code, ...values }: RejectionReason['problem']): string {
  return `${check} ${code} ${Object.values(values).join(' ')}`.trim();
}

export type Group = { readonly writer: Writer; readonly overviews: boolean };

export function isIn({ writer, overviews }: Group): (result: ClaimResult) => boolean {
  return ({ draft, claim }) => draft.writer === writer && claim.isOverview === overviews;
}

type Tally = {
  readonly trueClaims: number;
  readonly hurt: number;
  readonly wrongClaims: number;
  readonly caught: number;
  readonly shown: number;
  readonly wrongShown: number;
};

export function toTally(results: readonly ClaimResult[]): Tally {
  const count = (isMeant: (result: ClaimResult) => boolean) => results.filter(isMeant).length;
  const isFact = ({ shown }: ClaimResult) => shown !== null && shown.status !== 'needs_clarification';
  return {
    trueClaims: count(({ isTrue }) => isTrue),
    hurt: count(({ isHurt }) => isHurt),
    wrongClaims: count(({ isTrue }) => !isTrue),
    caught: count(({ isCaught }) => isCaught),
    shown: count(isFact),
    wrongShown: count(result => isFact(result) && !result.isTrue && !result.isCaught),
  };
}
