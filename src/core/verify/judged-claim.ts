import type { Finding, RejectionReason, VerifiedClaim } from '../claims/claim.ts';
import type { Judgement, JudgeVerdict } from '../claims/judgement.ts';
import { hasSpoiler, hideText } from '../conversation/spoilers.ts';

type JudgedResult =
  | { readonly ok: true; readonly claim: VerifiedClaim }
  | { readonly ok: false; readonly reason: RejectionReason };

/** Applies a verdict to a claim whose proofs pass: `verified`, `needs_clarification`, or rejected. Only it changes kinds and outcomes. */
export function settleClaim(claim: VerifiedClaim, judgement: Judgement): JudgedResult {
  const { verdict } = judgement;
  const problem = toJudgedProblem(judgement, claim);
  if (problem !== null && verdict !== 'partly') return { ok: false, reason: { check: 'judge', problem } };
  const kind = judgement.kind ?? claim.kind;
  const isDecided = kind === 'decision';
  const relabeled: Finding = {
    check: 'judge',
    outcome: 'fail',
    problem: { code: 'judged_kind' },
    effect: 'relabel',
    was: claim.kind,
  };
  const finding: Finding =
    problem === null
      ? { check: 'judge', outcome: 'pass' }
      : { check: 'judge', outcome: 'fail', problem, effect: 'mark' };
  return {
    ok: true,
    claim: withChanges(claim, {
      kind,
      decision: isDecided ? (judgement.outcome === 'none' ? 'decided' : judgement.outcome) : null,
      status: problem === null ? 'verified' : 'needs_clarification',
      findings: [...claim.findings, ...(kind === claim.kind ? [] : [relabeled]), finding],
    }),
  };
}

/** Whether a claim rests on what only the judge can check: a picture, or a value that its question names. */
export function needsJudge({ fromPicture, findings }: VerifiedClaim): boolean {
  return (
    fromPicture === true || findings.some(({ check, outcome }) => check === 'values' && outcome === 'abstain')
  );
}

/** The claim without a verdict: its status stays, unless only the judge could check it. */
export function toUnjudged(claim: VerifiedClaim): VerifiedClaim {
  const status = needsJudge(claim) ? 'needs_clarification' : claim.status;
  return withChanges(claim, {
    status,
    findings: [...claim.findings, { check: 'judge', outcome: 'abstain' }],
  });
}

const codes = {
  partly: 'judged_partly',
  not_supported: 'judged_unsupported',
  contradicted: 'judged_contradicted',
} as const satisfies Partial<Record<JudgeVerdict, string>>;

/** What a verdict says against a claim, with the spoilers of the claim hidden; null if it is supported. */
export function toJudgedProblem(
  { verdict, missing }: Judgement,
  { text }: Pick<VerifiedClaim, 'text'>,
): RejectionReason['problem'] | null {
  if (verdict === 'supported') return null;
  const isHidden = hasSpoiler(text) && missing !== '';
  return { code: codes[verdict], words: isHidden ? hideText(missing) : missing };
}

export function isJudged({ findings }: Pick<VerifiedClaim, 'findings'>): boolean {
  return findings.some(({ check, outcome }) => check === 'judge' && outcome !== 'abstain');
}

type Changes = Partial<Omit<VerifiedClaim, symbol | 'text'>>;

/** A verified claim with other fields changed; its text cannot change. */
export function withChanges(claim: VerifiedClaim, changes: Changes): VerifiedClaim {
  const changed: Omit<VerifiedClaim, symbol> = { ...claim, ...changes };
  return changed as VerifiedClaim;
}
