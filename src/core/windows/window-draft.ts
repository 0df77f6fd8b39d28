import type { DraftClaim, DraftEvidence } from '../claims/draft.ts';
import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';

/** Words of a message by its id: positions change with every run. */
type DraftedEvidence = { readonly messageId: string; readonly quote: string };

/** A claim of a draft that is kept for the next run. */
export type DraftedClaim = Omit<DraftClaim, 'evidence' | 'before'> & {
  readonly evidence: readonly DraftedEvidence[];
  readonly before: { readonly text: string; readonly evidence: readonly DraftedEvidence[] } | null;
};

/** The claim with ids in place of positions; citations of nothing are left out. */
export function toDrafted(
  { evidence: cited, before, ...rest }: DraftClaim,
  evidence: Evidence,
): DraftedClaim {
  const toIds = (list: readonly DraftEvidence[]) =>
    list.flatMap(({ position, quote }) => {
      const message = messageAt(evidence, position);
      return message === undefined ? [] : [{ messageId: message.id, quote }];
    });
  return {
    ...rest,
    evidence: toIds(cited),
    before: before && { text: before.text, evidence: toIds(before.evidence) },
  };
}

/** The claim with positions, as an engine writes it. */
export function fromDrafted(
  { evidence, before, ...rest }: DraftedClaim,
  byId: ReadonlyMap<string, EvidenceMessage>,
): DraftClaim {
  const toPositions = (list: readonly DraftedEvidence[]) =>
    list.flatMap(({ messageId, quote }) => {
      const message = byId.get(messageId);
      return message === undefined ? [] : [{ position: message.position, quote }];
    });
  return {
    ...rest,
    evidence: toPositions(evidence),
    before: before && { text: before.text, evidence: toPositions(before.evidence) },
  };
}

/** The ids of all messages that the claims cite. */
export function toDraftedIds(claims: readonly DraftedClaim[]): readonly string[] {
  const cited = claims.flatMap(({ evidence, before }) => [...evidence, ...(before?.evidence ?? [])]);
  return [...new Set(cited.map(({ messageId }) => messageId))];
}
