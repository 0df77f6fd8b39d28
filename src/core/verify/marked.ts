import type { Citation, Finding, RejectionReason, VerifiedClaim } from '../claims/claim.ts';
import { type Evidence, messageAt } from '../conversation/evidence.ts';
import { findQuote } from './quote.ts';

/** What stands nearest to a statement that a check refused: messages that exist, and words that stand in them. */
export type Nearest = { readonly position: number; readonly quote: string };

/**
 * A statement of somebody else's that a check refused, as a claim that needs clarification: for whoever asked about this
 * very statement, with the messages nearest to it. Null where none of them is a person's; never for what an engine wrote.
 */
export function toMarkedClaim(
  text: string,
  nearest: readonly Nearest[],
  reasons: readonly RejectionReason[],
  evidence: Evidence,
): VerifiedClaim | null {
  const citations = nearest.flatMap(({ position, quote }): Citation[] => {
    const message = messageAt(evidence, position);
    return message ? [{ position, quote: findQuote(message.text, quote) }] : [];
  });
  if (citations.every(({ position }) => messageAt(evidence, position)?.context ?? true)) return null;
  const claim: Omit<VerifiedClaim, symbol> = {
    kind: 'fact',
    topic: null,
    text,
    speakers: [],
    owner: null,
    due: null,
    decision: null,
    confidence: 1,
    status: 'needs_clarification',
    recited: false,
    findings: toMarkedFindings(reasons),
    citations,
    before: null,
  };
  return claim as VerifiedClaim;
}

/** The reasons of a rejection as findings that mark. */
export function toMarkedFindings(reasons: readonly RejectionReason[]): readonly Finding[] {
  return reasons.map(({ check, problem }): Finding => ({ check, outcome: 'fail', problem, effect: 'mark' }));
}
