import type { CheckName, Citation, Finding } from '../../claims/claim.ts';
import type { DraftClaim } from '../../claims/draft.ts';
import type { Problem } from '../../claims/problem.ts';
import type { ProofContext } from './context.ts';

/** A draft during the proofs. Its quotes are the engine's until the citation proof replaces them by slices. */
export type Candidate = Omit<DraftClaim, 'evidence' | 'before'> & {
  readonly citations: readonly Citation[];
  readonly citationReplaced: boolean;
};

/** The candidate with a proof's changes, or why the claim fails. */
export type ProofResult =
  | { readonly ok: true; readonly candidate: Candidate; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly check: CheckName; readonly problems: readonly Problem[] };

/** One check of a claim that needs no model. Pure. */
export type Proof = (candidate: Candidate, context: ProofContext) => ProofResult;
