import { type Evidence, type EvidenceMessage, toReplyPositions } from '../conversation/evidence.ts';
import { toStrands } from '../conversation/strands.ts';
import { toCarried } from './carried.ts';
import { cutWindows, type WindowSize } from './cut.ts';
import { estimateMessage } from './size.ts';

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
  const carried = toCarried(evidence, messages, toReplyPositions(evidence), toStrands(evidence));
  const tokens = [...carried, ...messages].reduce((sum, message) => sum + estimateMessage(message), 0);
  return { messages, carried, tokens };
}

/** The beginnings of a window, the longest first, that may have been windows before later messages came. */
export function toBeginnings(
  messages: readonly EvidenceMessage[],
  least: number,
): readonly (readonly EvidenceMessage[])[] {
  const beginnings: (readonly EvidenceMessage[])[] = [];
  let tokens = 0;
  for (const [index, message] of messages.entries()) {
    if (tokens >= least) beginnings.push(messages.slice(0, index));
    tokens += estimateMessage(message);
  }
  return beginnings.reverse();
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
