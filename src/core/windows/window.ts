import { z } from 'zod';
import type { DraftClaim } from '../claims/draft.ts';
import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { type Stored, storedObject } from '../stored-object.ts';
import { cutWindows, estimateMessage, type WindowSize } from './cut.ts';

/** A part of the evidence that one call reads; positions are those of the whole evidence. */
export type Window = {
  readonly messages: readonly EvidenceMessage[];
  /** Messages from before it, marked as earlier. */
  readonly carried: readonly EvidenceMessage[];
  /** Estimated tokens of its messages in a prompt. */
  readonly tokens: number;
};

/** The windows of the evidence, oldest first. */
export function toWindows(evidence: Evidence, size: WindowSize): readonly Window[] {
  return cutWindows(evidence, size).map(messages => toWindow(evidence, messages));
}

/** The window of these messages of the evidence. */
export function toWindow(evidence: Evidence, messages: readonly EvidenceMessage[]): Window {
  const carried = toCarried(evidence, messages);
  const tokens = [...carried, ...messages].reduce((sum, message) => sum + estimateMessage(message), 0);
  return { messages, carried, tokens };
}

/**
 * All that a draft of the window may depend on, positions apart: two windows of the same content get the same draft.
 * Reactions are part of it, since they may decide a vote.
 */
export function toWindowContent({ messages, carried }: Window): string {
  return JSON.stringify([carried.map(toMessageContent), messages.map(toMessageContent)]);
}

/** All of a message that a model sees of it, its position apart. */
export function toMessageContent(message: EvidenceMessage): readonly unknown[] {
  const { id, time, editedTime, author, text, replyTo, reactions, context, thread, channel } = message;
  const place = thread?.title ?? channel?.title;
  return [id, time, editedTime, author.name, text, replyTo, reactions, context, place];
}

/** As many messages from before a window are shown with it: of those that it answers, and of the last ones. */
const mostCarried = { answered: 8, last: 6 } as const;
const longestMs = 45 * 60_000;

/**
 * What was under way before a window begins, found by code so that windows can be read side by side: messages that it
 * answers, and the last ones of the same place. Marked as earlier, oldest first.
 */
function toCarried(evidence: Evidence, window: readonly EvidenceMessage[]): readonly EvidenceMessage[] {
  const [first] = window;
  if (first === undefined) return [];
  const replies = toReplyPositions(evidence);
  const before = (position: number) => position < first.position;
  const answered = new Set(window.flatMap(({ position }) => replies.get(position) ?? []).filter(before));
  const last = evidence.messages
    .slice(Math.max(0, first.position - 1 - mostCarried.last), first.position - 1)
    .filter(message => isNear(message, first));
  const positions = [...answered].slice(0, mostCarried.answered);
  return [...new Set([...positions, ...last.map(({ position }) => position)])]
    .sort((a, b) => a - b)
    .flatMap(position => messageAt(evidence, position) ?? [])
    .map(message => ({ ...message, earlier: true as const, context: true }));
}

function isNear(message: EvidenceMessage, first: EvidenceMessage): boolean {
  const isSamePlace = (message.thread ?? message.channel)?.id === (first.thread ?? first.channel)?.id;
  return isSamePlace && Date.parse(first.time) - Date.parse(message.time) <= longestMs;
}

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
