import type { DraftClaim } from './draft.ts';
import type { ClaimKind } from './kind.ts';
import type { Problem } from './problem.ts';

/** A verbatim span of one message: UTF-16 offsets into its text, end exclusive, and the slice itself. */
export type Quote = { readonly start: number; readonly end: number; readonly text: string };

/** One message a claim rests on, and the words of it that count; without a quote the whole message does. */
export type Citation = { readonly position: number; readonly quote: Quote | null };

/** What looks at a claim: its parser, the three proofs that code decides alone, and the judge. */
export const checkNames = ['shape', 'citation', 'quote', 'attribution', 'values', 'judge'] as const;
export type CheckName = (typeof checkNames)[number];

/** What a finding did: dropped the claim, changed its kind, marked it, removed or added a citation, or fixed its shape. */
export const findingEffects = ['drop', 'relabel', 'mark', 'uncite', 'cite', 'repair'] as const;
export type FindingEffect = (typeof findingEffects)[number];

/** The result of one proof or verdict for one claim. */
export type Finding = {
  readonly check: CheckName;
  readonly outcome: 'pass' | 'fail' | 'abstain';
  readonly problem?: Problem;
  readonly effect?: FindingEffect;
  /** The kind that it was written as, where the effect is another one. */
  readonly was?: ClaimKind;
};

/**
 * `verified`: the proofs hold, and the judge supports it or it consists of quotes alone. `sources_found`: the proofs hold,
 * and nobody has judged its wording.
 */
export const claimStatuses = ['verified', 'sources_found', 'needs_clarification'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** How a decision was settled: `approved` and `declined` are the judge's word. */
export type DecisionStatus = 'approved' | 'decided' | 'declined';

export type ClaimBody = {
  readonly kind: ClaimKind;
  readonly topic: string | null;
  readonly text: string;
  readonly speakers: readonly string[];
  readonly owner: string | null;
  readonly due: string | null;
  /** For an item that an earlier summary left open: since when, as an ISO instant. */
  readonly openSince?: string;
  readonly decision: DecisionStatus | null;
  readonly confidence: number;
  readonly status: ClaimStatus;
  readonly citationReplaced: boolean;
  readonly findings: readonly Finding[];
};

/** Only a type: what is spread or copied by hand loses a protected field, and with it the brand. */
declare class Verified {
  protected readonly verified: true;
}

/** A claim whose proofs hold. Only `verify/` makes one, so a draft cannot be shown. */
export type VerifiedClaim = ClaimBody &
  Verified & {
    /** At least one; in the engine's order, each position once. */
    readonly citations: readonly Citation[];
    readonly before: { readonly text: string; readonly citations: readonly Citation[] } | null;
  };

/** Why a claim is not shown; `before` where it is what held before a change that does not hold. */
export type RejectionReason = {
  readonly check: CheckName;
  readonly problem: Problem;
  readonly before?: true;
};

/**
 * A claim that is not shown, why, and how it was written: null where that cannot be read or is forgotten. Its citations
 * are those that exist, with the words that stand there.
 */
export type RejectedClaim = {
  readonly text: string;
  readonly reasons: readonly RejectionReason[];
  readonly draft: DraftClaim | null;
  readonly citations: readonly Citation[];
};
