import type { ClaimBody } from './claim.ts';

/** A statement that is known by its words alone: a fact of nobody's that needs clarification. */
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
