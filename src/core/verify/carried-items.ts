import type { RejectedClaim, VerifiedClaim } from '../claims/claim.ts';
import type { OpenItem } from '../claims/open-items.ts';
import { type Evidence, messageAt } from '../conversation/evidence.ts';
import type { Verdict, Verifier } from './verifier.ts';
import { withChanges } from './with-changes.ts';

/** More open items would outweigh the new claims. */
const maxCarried = 50;

/** The verified and the rejected claims of a draft. */
export type SortedClaims = {
  readonly verified: readonly VerifiedClaim[];
  readonly rejected: readonly RejectedClaim[];
};

/**
 * Verifies the open items of an earlier summary against this evidence, because messages may have been edited since.
 * Leaves out an item if one of its messages is gone.
 */
export function verifyOpenItems(
  items: readonly OpenItem[],
  evidence: Evidence,
  verifier: Verifier,
): readonly Verdict[] {
  if (items.length === 0) return [];
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
 * Adds the items that are still open to the claims about new messages. A claim that resolves or repeats an item
 * replaces it. Claims that cite only messages summarized before are left out, and so are the oldest items above the
 * limit.
 */
export function addCarriedItems(
  { verified, rejected }: SortedClaims,
  carried: readonly Verdict[],
  evidence: Evidence,
): SortedClaims {
  const items = carried.flatMap(each => (each.ok ? [each.claim] : []));
  const failed = carried.flatMap(each => (each.ok ? [] : [each.rejected]));
  const isEarlier = (position: number) => messageAt(evidence, position)?.earlier === true;
  const ended = new Set<VerifiedClaim>();
  const repeated: RejectedClaim[] = [];
  const own = verified.flatMap(claim => {
    if (claim.citations.every(({ position }) => isEarlier(position))) {
      repeated.push(toRejected(claim, 'said_already'));
      return [];
    }
    const item = findItem(claim, items);
    if (claim.kind === 'resolved') return [toResolution(claim, item, ended)];
    const isOpen = claim.kind === 'question' || claim.kind === 'action' || claim.kind === 'request';
    if (item?.openSince === undefined || !isOpen) return [claim];
    ended.add(item);
    return [withChanges(claim, { openSince: item.openSince })];
  });
  // Items come newest first.
  const open = items.filter(item => !ended.has(item));
  const tooMany = open.slice(maxCarried).map(item => toRejected(item, 'too_many_open'));
  return {
    verified: [...own, ...open.slice(0, maxCarried)],
    rejected: [...rejected, ...failed, ...repeated, ...tooMany],
  };
}

/** A claim that may not resolve an item becomes a key point. */
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

/** The item that a claim is about: the one with the same words, or else the only one that shares a cited message. */
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

function toRejected(
  { text, citations }: VerifiedClaim,
  code: 'said_already' | 'too_many_open',
): RejectedClaim {
  const reasons = [{ check: 'shape', problem: { code } }] as const;
  return { text, reasons, draft: null, citations };
}
