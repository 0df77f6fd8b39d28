import { z } from 'zod';
import type { DraftClaim, DraftEvidence } from '../claims/draft.ts';
import { derivedSchema } from '../claims/stored-verdict.ts';
import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type Stored, storedObject } from '../stored-object.ts';

/** Words of a message by its id: positions change with every run. */
const draftedEvidence = storedObject({ messageId: z.string().max(200), quote: z.string().max(10_000) });
const evidenceList = z.array(draftedEvidence).max(100);
type DraftedEvidence = Stored<typeof evidenceList>;

/** A claim of a draft that is kept for the next run. Its other fields are parsed again as those of a model are. */
const draftedClaim = storedObject({
  evidence: evidenceList,
  before: storedObject({ evidence: evidenceList }).nullable(),
});
export type DraftedClaim = Stored<typeof draftedClaim>;

/** What a model wrote about one window, or made of the claims of several: claims and quotes, and of the messages nothing else. */
export const windowDraftSchema = derivedSchema.extend({ claims: z.array(draftedClaim).max(1_000) });
export type WindowDraft = Stored<typeof windowDraftSchema>;

/** The claim with ids in place of positions; citations of nothing are left out. */
export function toDrafted({ before, ...claim }: DraftClaim, evidence: Evidence): DraftedClaim {
  const withIds = <Cited extends { readonly evidence: readonly DraftEvidence[] }>(cited: Cited) => ({
    ...cited,
    evidence: cited.evidence.flatMap(({ position, quote }) => {
      const message = messageAt(evidence, position);
      return message === undefined ? [] : [{ messageId: message.id, quote }];
    }),
  });
  return { ...withIds(claim), before: before && withIds(before) };
}

/** The claim with positions, as an engine writes it. */
export function fromDrafted(
  { before, ...claim }: DraftedClaim,
  byId: ReadonlyMap<string, EvidenceMessage>,
): unknown {
  const withPositions = <Cited extends { readonly evidence: DraftedEvidence }>(cited: Cited) => ({
    ...cited,
    evidence: cited.evidence.flatMap(({ messageId, quote }) => {
      const message = byId.get(messageId);
      return message === undefined ? [] : [{ position: message.position, quote }];
    }),
  });
  return { ...withPositions(claim), before: before && withPositions(before) };
}

/** The ids of all messages that the claims cite. */
export function toDraftedIds(claims: readonly DraftedClaim[]): readonly string[] {
  const cited = claims.flatMap(({ evidence, before }) => [...evidence, ...(before?.evidence ?? [])]);
  return [...new Set(cited.map(({ messageId }) => messageId))];
}
