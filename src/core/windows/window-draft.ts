import { z } from 'zod';
import type { DraftClaim, DraftEvidence } from '../claims/draft.ts';
import { storedKinds } from '../claims/kind.ts';
import { derivedSchema } from '../claims/stored-verdict.ts';
import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type Stored, storedObject } from '../stored-object.ts';

const words = z.string().max(10_000);
/** Words of a message by its id: positions change with every run. */
const draftedEvidence = storedObject({ messageId: z.string().max(200), quote: words });
type DraftedEvidence = Stored<typeof draftedEvidence>;
const evidenceList = z.array(draftedEvidence).max(100);

/** A claim of a draft that is kept for the next run. */
const draftedClaim = storedObject({
  kind: z.enum(storedKinds),
  topic: words.nullable(),
  text: words,
  speakers: z.array(words).max(100),
  owner: words.nullable(),
  due: words.nullable(),
  confidence: z.number().min(0).max(1),
  evidence: evidenceList,
  before: storedObject({ text: words, evidence: evidenceList }).nullable(),
});
export type DraftedClaim = Stored<typeof draftedClaim>;

/** What a model wrote about one window, or made of the claims of several: claims and quotes, and of the messages nothing else. */
export const windowDraftSchema = derivedSchema.extend({ claims: z.array(draftedClaim).max(1_000) });
export type WindowDraft = Stored<typeof windowDraftSchema>;

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
