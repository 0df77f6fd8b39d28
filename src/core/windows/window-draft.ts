import { z } from 'zod';
import type { DraftClaim } from '../claims/draft.ts';
import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type Stored, storedObject } from '../stored-object.ts';

/** Words of a message by its id: positions change with every run. */
const draftedEvidence = storedObject({ messageId: z.string().max(200), quote: z.string().max(10_000) });

/** A claim of a draft that is kept for the next run. Its other fields are parsed again as those of a model are. */
const draftedClaim = storedObject({ evidence: z.array(draftedEvidence).max(100) });
export type DraftedClaim = Stored<typeof draftedClaim>;

/** What a model wrote about one window, or made of the claims of several: claims and quotes, and of the messages nothing else. */
export const windowDraftSchema = storedObject({
  claims: z.array(draftedClaim).max(1_000),
  /** The ids of the messages behind it, of their authors, channels and threads: with one of these it is forgotten. */
  sources: z.array(z.string().max(200)).max(10_000),
  /** An instant, from before the messages were sent to the model. */
  createdAt: z.iso.datetime({ offset: true }),
});
export type WindowDraft = Stored<typeof windowDraftSchema>;

/** The claim with ids in place of positions; citations of nothing are left out. */
export function toDrafted(claim: DraftClaim, evidence: Evidence): DraftedClaim {
  const cited = claim.evidence.flatMap(({ position, quote }) => {
    const message = messageAt(evidence, position);
    return message === undefined ? [] : [{ messageId: message.id, quote }];
  });
  return { ...claim, evidence: cited };
}

/** The claim with positions, as an engine writes it. */
export function fromDrafted(claim: DraftedClaim, byId: ReadonlyMap<string, EvidenceMessage>): unknown {
  const cited = claim.evidence.flatMap(({ messageId, quote }) => {
    const message = byId.get(messageId);
    return message === undefined ? [] : [{ position: message.position, quote }];
  });
  return { ...claim, evidence: cited };
}

/** The ids of all messages that the claims cite. */
export function toDraftedIds(claims: readonly DraftedClaim[]): readonly string[] {
  return [...new Set(claims.flatMap(({ evidence }) => evidence.map(({ messageId }) => messageId)))];
}
