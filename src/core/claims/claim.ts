import { z } from 'zod';
import { instant, list, name, type Stored, storedObject, text } from '../stored.ts';
import type { DraftClaim, DraftEvidence } from './draft.ts';
import { allKinds, type ClaimKind } from './kind.ts';
import { problemShape } from './problem.ts';

// The schemas are of claims in stored summaries.

const offset = z.int().nonnegative();

/** A verbatim span of a message: UTF-16 offsets, end exclusive, and the slice. Of an attached file, nothing else is stored. */
export const quoteSchema = storedObject({
  start: offset,
  end: offset,
  text,
  file: storedObject({ name, from: offset, to: offset }).exactOptional(),
});
export type Quote = Stored<typeof quoteSchema>;

/** A message behind a claim, and the quote that supports it; null if the whole message does. */
export type Citation = { readonly position: number; readonly quote: Quote | null };

export function toDraftEvidence(citations: readonly Citation[]): readonly DraftEvidence[] {
  return citations.map(({ position, quote }) => ({ position, quote: quote?.text ?? '' }));
}

/** The checks of a claim: its parser, the proofs, which need no model, and the judge. */
export const checkNames = ['shape', 'citation', 'quote', 'attribution', 'values', 'judge'] as const;
export type CheckName = (typeof checkNames)[number];

/** What a finding did: dropped the claim, changed its kind, marked it, removed or added a citation, or fixed its shape. */
export const findingEffects = ['drop', 'relabel', 'mark', 'uncite', 'cite', 'repair'] as const;

/** Kinds of version 0.2.0. */
const formerKinds: Readonly<Record<string, ClaimKind>> = {
  overview: 'key_point',
  contribution: 'key_point',
  change: 'fact',
  resolved: 'fact',
};
const kind = z.preprocess(value => formerKinds[String(value)] ?? value, z.enum(allKinds));

/** The result of one proof or verdict for one claim. */
export const findingSchema = storedObject({
  check: z.enum(checkNames),
  outcome: z.enum(['pass', 'fail', 'abstain']),
  problem: problemShape.exactOptional(),
  effect: z.enum(findingEffects).exactOptional(),
  /** The kind before a finding changed it. */
  was: kind.exactOptional(),
  /** The judge read the claim beside its disputes. */
  ofDispute: z.literal(true).exactOptional(),
});
export type Finding = Stored<typeof findingSchema>;

const reason = storedObject({ check: z.enum(checkNames), problem: problemShape });
export type RejectionReason = Stored<typeof reason>;

/** `verified`: proofs pass, and the judge supports it or it only quotes. `sources_found`: proofs pass, wording not judged. */
export const claimStatuses = ['verified', 'sources_found', 'needs_clarification'] as const;

export const bodySchema = storedObject({
  /** The 1-based number of its matter; missing if the summary is not written by matter. */
  matter: z.int().positive().optional(),
  kind,
  topic: text.nullable(),
  text,
  speakers: list(text),
  owner: text.nullable(),
  due: text.nullable(),
  /** How a decision was settled: `approved` and `declined` come from the judge. */
  decision: z.enum(['approved', 'decided', 'declined']).nullable(),
  confidence: z.number().min(0).max(1),
  status: z.enum(claimStatuses),
  citationReplaced: z.boolean(),
  /** Something in it may stand in a picture only: code has not checked it. */
  fromPicture: z.literal(true).exactOptional(),
  findings: list(findingSchema),
});
export type ClaimBody = Stored<typeof bodySchema>;

/** Only a type. A spread or a copy drops the protected field, and with it the brand. */
declare class Verified {
  protected readonly verified: true;
}

/** A claim whose proofs pass. Only `verify/` makes one, so a draft cannot be shown. */
export type VerifiedClaim = ClaimBody &
  Verified & {
    /** At least one, each position once, in the engine's order. */
    readonly citations: readonly Citation[];
  };

/** A claim that is not shown, its reasons, and its draft (null if unreadable or erased), with the citations that exist. */
export type RejectedClaim = {
  readonly text: string;
  readonly reasons: readonly RejectionReason[];
  readonly draft: DraftClaim | null;
  readonly citations: readonly Citation[];
};

/** A claim made of text alone: a fact without a speaker that needs clarification. */
export function toPlainClaim(text: string): ClaimBody {
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
  };
}

/** A person who reviews or disputes claims, with the name they had at the time, and an ISO instant. */
export const deciderSchema = storedObject({
  by: storedObject({ id: name, name }),
  at: instant,
});
export type Decider = Stored<typeof deciderSchema>;

export const reviewDecisions = ['confirmed', 'edited', 'noted', 'removed'] as const;

/** A person's decision about a claim. It overrides the status that the proofs gave. */
const review = deciderSchema.extend({
  decision: z.enum(reviewDecisions),
  /** In older summaries: the words are a person's own and failed the proofs. They can be a note, but not a claim. */
  unheld: z.literal(true).optional(),
});
export type Review = Stored<typeof review>;

const dispute = deciderSchema.extend({
  text,
  /** Nobody has reviewed the claim since. */
  isOpen: z.literal(true).exactOptional(),
});
export type Dispute = Stored<typeof dispute>;

/** The fields of a claim that a person may rewrite. */
export type ClaimEdit = Pick<ClaimBody, 'text' | 'owner' | 'due'>;

/** What is stored of a claim in a summary, shown or not, beside its contents. */
export const itemShape = {
  /** "c1" in reading order, "r1" if it was dropped at first. Ids do not change when other claims are removed. */
  id: name,
  /** What a person has made of it; of a claim that is not shown, that they removed it. */
  review: review.optional(),
  /** Older summaries kept a wording that failed. */
  attempt: z.undefined().optional().catch(undefined),
  /** Oldest first, one of each person. */
  disputes: list(dispute).optional(),
};

/** The fields of a claim that is not shown: empty words were erased. */
export const rejectionShape = { ...itemShape, text, reasons: list(reason) };
