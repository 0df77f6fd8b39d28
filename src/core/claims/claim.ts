import type { DraftClaim } from './draft.ts';
import type { ClaimKind } from './kind.ts';
import type { Problem } from './problem.ts';

/** A verbatim span of one message: UTF-16 offsets into its text, end exclusive, and the slice itself. */
export type Quote = { readonly start: number; readonly end: number; readonly text: string };

/** A message behind a claim, and the quote that supports it; null if the whole message does. */
export type Citation = { readonly position: number; readonly quote: Quote | null };

/** The checks of a claim: its parser, the proofs, which need no model, and the judge. */
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
  /** The kind before a finding changed it. */
  readonly was?: ClaimKind;
};

/**
 * `verified`: the proofs pass, and the judge supports the claim or it only quotes. `sources_found`: the proofs pass,
 * and the wording was not judged.
 */
export const claimStatuses = ['verified', 'sources_found', 'needs_clarification'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** How a decision was settled: `approved` and `declined` come from the judge. */
export type DecisionStatus = 'approved' | 'decided' | 'declined';

export type ClaimBody = {
  /** The 1-based number of its matter; missing if the summary is not written by matter. */
  readonly matter?: number;
  readonly kind: ClaimKind;
  readonly topic: string | null;
  readonly text: string;
  readonly speakers: readonly string[];
  readonly owner: string | null;
  readonly due: string | null;
  /** When an earlier summary first left the item open, as an ISO instant. */
  readonly openSince?: string;
  readonly decision: DecisionStatus | null;
  readonly confidence: number;
  readonly status: ClaimStatus;
  readonly citationReplaced: boolean;
  readonly findings: readonly Finding[];
};

/** Only a type. A spread or a copy drops the protected field, and with it the brand. */
declare class Verified {
  protected readonly verified: true;
}

/** A claim whose proofs pass. Only `verify/` makes one, so a draft cannot be shown. */
export type VerifiedClaim = ClaimBody &
  Verified & {
    /** At least one, each position once, in the engine's order. */
    readonly citations: readonly Citation[];
    readonly before: { readonly text: string; readonly citations: readonly Citation[] } | null;
  };

/** Why a claim is not shown. `before`: the problem is in what was true before a change. */
export type RejectionReason = {
  readonly check: CheckName;
  readonly problem: Problem;
  readonly before?: true;
};

/**
 * A claim that is not shown, its reasons, and its draft, null if unreadable or erased. Its citations are those whose
 * message and quote exist.
 */
export type RejectedClaim = {
  readonly text: string;
  readonly reasons: readonly RejectionReason[];
  readonly draft: DraftClaim | null;
  readonly citations: readonly Citation[];
};

/** A claim made of text alone: a fact without a speaker that needs clarification. */
export function toPlainClaim(text: string): ClaimBody & { readonly before: null } {
  return {
    kind: 'fact',
    topic: null,
    text,
    speakers: [],
    owner: null,
    due: null,
    decision: null,
    confidence: 0,
    status: 'needs_clarification',
    citationReplaced: false,
    findings: [],
    before: null,
  };
}

/** A person who reviews claims, with the name they had at the time. */
export type Reviewer = { readonly id: string; readonly name: string };

/** A reviewer confirms a claim, edits it, turns it into a note or removes it. */
export const reviewDecisions = ['confirmed', 'edited', 'noted', 'removed'] as const;
type ReviewDecision = (typeof reviewDecisions)[number];

/** A person's decision about a claim. It overrides the status that the proofs gave. */
export type Review = {
  readonly decision: ReviewDecision;
  readonly by: Reviewer;
  /** An ISO instant. */
  readonly at: string;
  /** The words are a person's own and failed the proofs: they can be a note, but not a claim. */
  readonly unheld?: true;
};

/** The fields of a claim that a person may rewrite. */
export type ClaimEdit = { readonly text: string; readonly owner: string | null; readonly due: string | null };

/** A person's wording that failed the proofs; stored until the item is decided, so that it is not lost. */
export type Attempt = ClaimEdit & { readonly reasons: readonly RejectionReason[] };
