import type { Finding, VerifiedClaim } from '../claims/claim.ts';
import type { Judgement, JudgeVerdict } from '../claims/judgement.ts';
import { retell } from './retell.ts';

/**
 * A verified claim after a second model has looked at it: as it was, or marked, and never more than it was. Without a
 * judgement it stands as code verified it, and its findings say that nobody judged it.
 */
export function toJudged(claim: VerifiedClaim, judgement: Judgement | null): VerifiedClaim {
  if (claim.status !== 'verified') return claim;
  const finding = toFinding(judgement);
  return retell(claim, {
    findings: [...claim.findings, finding],
    ...(finding.effect === 'mark' && { status: 'needs_clarification' }),
  });
}

function toFinding(judgement: Judgement | null): Finding {
  if (judgement === null) return { check: 'judge', outcome: 'abstain' };
  const { verdict, missing } = judgement;
  if (verdict === 'supported') return { check: 'judge', outcome: 'pass' };
  return {
    check: 'judge',
    outcome: 'fail',
    problem: { code: codes[verdict], words: missing },
    effect: 'mark',
  };
}

const codes = {
  partly: 'judged_partly',
  not_supported: 'judged_unsupported',
  contradicted: 'judged_contradicted',
} as const satisfies Partial<Record<JudgeVerdict, string>>;

/** Whether a judge said anything of a claim. */
export function isJudged({ findings }: Findings): boolean {
  return findings.some(({ check, outcome }) => check === 'judge' && outcome !== 'abstain');
}

/** How many of these claims were to be judged and were not. */
export function countUnjudged(claims: readonly Findings[]): number {
  return claims.filter(({ findings }) =>
    findings.some(({ check, outcome }) => check === 'judge' && outcome === 'abstain'),
  ).length;
}

type Findings = { readonly findings: readonly Finding[] };
