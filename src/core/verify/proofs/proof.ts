import type { CheckName, Citation, Finding } from '../../claims/claim.ts';
import type { DraftClaim } from '../../claims/draft.ts';
import type { Problem } from '../../claims/problem.ts';
import type { ProofContext } from './context.ts';

/** A draft on its way through the proofs. Its quotes are as the engine wrote them until the citation proof cuts them. */
export type Candidate = Omit<DraftClaim, 'evidence' | 'before'> & {
  readonly citations: readonly Citation[];
  readonly citationReplaced: boolean;
};

/** What a proof says: the candidate with what it removed or added, or why the claim fails. */
export type ProofResult =
  | { readonly ok: true; readonly candidate: Candidate; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly check: CheckName; readonly problems: readonly Problem[] };

/** One question about a claim that code decides alone. Pure. */
export type Proof = (candidate: Candidate, context: ProofContext) => ProofResult;
