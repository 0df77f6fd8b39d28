import type { ClaimBody } from './claim.ts';

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
