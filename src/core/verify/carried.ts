import type { RejectedClaim, VerifiedClaim } from '../claims/claim.ts';
import type { OpenItem } from '../claims/open-items.ts';
import { type Evidence, messageAt } from '../conversation/evidence.ts';
import type { Verdict, Verifier } from './verifier.ts';
import { withChanges } from './with-changes.ts';

/** What holds of a draft, and what does not. */
export type Sorted = {
  readonly verified: readonly VerifiedClaim[];
  readonly rejected: readonly RejectedClaim[];
};

/**
 * Open items of an earlier summary as claims about this evidence: their proofs are done again, for messages are edited. An
 * item of which a message is gone is left out.
 */
export function toCarried(
  items: readonly OpenItem[],
  evidence: Evidence,
  verifier: Verifier,
): readonly Verdict[] {
  const positions = new Map(evidence.messages.map(({ id, position }) => [id, position]));
  return items.flatMap(({ cited, status, findings, openSince, ...fields }): readonly Verdict[] => {
    const list = cited.flatMap(({ messageId, quote }) => {
      const position = positions.get(messageId);
      return position === undefined ? [] : [{ position, quote }];
    });
    if (list.length < cited.length) return [];
    const verdict = verifier.verify({ ...fields, evidence: list });
    if (!verdict.ok) return [verdict];
    const all = [...verdict.claim.findings, ...findings];
    return [{ ok: true, claim: withChanges(verdict.claim, { status, openSince, findings: all }) }];
  });
}

/**
 * Adds what was carried to the claims about new messages, as far as it is still open: a claim that resolves an item takes it
 * off the list, and one that asks the same again takes its place. A claim that only cites what was summarized before is
 * left out.
 */
export function withCarried(
  { verified, rejected }: Sorted,
  carried: readonly Verdict[],
  evidence: Evidence,
): Sorted {
  const items = carried.flatMap(each => (each.ok ? [each.claim] : []));
  const failed = carried.flatMap(each => (each.ok ? [] : [each.rejected]));
  const isEarlier = (position: number) => messageAt(evidence, position)?.earlier === true;
  const ended = new Set<VerifiedClaim>();
  const repeated: RejectedClaim[] = [];
  const own = verified.flatMap(claim => {
    if (claim.citations.every(({ position }) => isEarlier(position))) {
      repeated.push(toRepeated(claim));
      return [];
    }
    const item = findItem(claim, items);
    if (claim.kind === 'resolved') return [toResolution(claim, item, ended)];
    const isOpen = claim.kind === 'question' || claim.kind === 'action' || claim.kind === 'request';
    if (item?.openSince === undefined || !isOpen) return [claim];
    ended.add(item);
    return [withChanges(claim, { openSince: item.openSince })];
  });
  return {
    verified: [...own, ...items.filter(item => !ended.has(item))],
    rejected: [...rejected, ...failed, ...repeated],
  };
}

/** A claim that resolves no item, or perhaps none, is news like any other. */
function toResolution(
  claim: VerifiedClaim,
  item: VerifiedClaim | null,
  ended: Set<VerifiedClaim>,
): VerifiedClaim {
  if (item?.openSince === undefined || claim.status === 'needs_clarification')
    return withChanges(claim, { kind: 'key_point', before: null });
  ended.add(item);
  const { openSince, text, citations } = item;
  return withChanges(claim, { openSince, before: { text, citations } });
}

/** The item that a claim is about: the one with its words, or else the only one whose messages it cites. */
function findItem(
  { before, citations }: VerifiedClaim,
  items: readonly VerifiedClaim[],
): VerifiedClaim | null {
  const named = items.find(({ text }) => text === before?.text);
  if (named) return named;
  const cited = new Set([...citations, ...(before?.citations ?? [])].map(({ position }) => position));
  const [only, ...others] = items.filter(item => item.citations.some(({ position }) => cited.has(position)));
  return only && others.length === 0 ? only : null;
}

function toRepeated({ text, citations }: VerifiedClaim): RejectedClaim {
  const reasons = [{ check: 'shape', problem: { code: 'said_already' } }] as const;
  return { text, reasons, draft: null, citations };
}
