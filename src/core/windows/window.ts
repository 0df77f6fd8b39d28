import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { toPlaceId } from '../conversation/message.ts';
import { cutWindows, estimateMessage } from './cut.ts';

/** A part of the evidence that one call reads; positions are those of the whole evidence. */
export type Window = {
  readonly messages: readonly EvidenceMessage[];
  readonly carried: readonly EvidenceMessage[];
  readonly tokens: number;
};

/** The windows of the evidence, oldest first, each of at most `most` tokens. */
export function toWindows(evidence: Evidence, most: number): readonly Window[] {
  return cutWindows(evidence, most).map(messages => toWindow(evidence, messages));
}

export function toWindow(evidence: Evidence, messages: readonly EvidenceMessage[]): Window {
  const carried = toCarried(evidence, messages);
  const tokens = [...carried, ...messages].reduce((sum, message) => sum + estimateMessage(message), 0);
  return { messages, carried, tokens };
}

/** As many messages from before a window are shown with it: of those that it answers, and of the last ones. */
const mostCarried = { answered: 8, last: 6 } as const;
const longestMs = 45 * 60_000;

/** What was under way before a window begins, marked as earlier: messages that it answers, and the last ones of the same place. */
function toCarried(evidence: Evidence, window: readonly EvidenceMessage[]): readonly EvidenceMessage[] {
  const [first] = window;
  if (first === undefined) return [];
  const replies = toReplyPositions(evidence);
  const before = (position: number) => position < first.position;
  const answered = new Set(window.flatMap(({ position }) => replies.get(position) ?? []).filter(before));
  const last = evidence.messages
    .slice(Math.max(0, first.position - 1 - mostCarried.last), first.position - 1)
    .filter(message => toPlaceId(message) === toPlaceId(first))
    .filter(({ time }) => Date.parse(first.time) - Date.parse(time) <= longestMs);
  const positions = [...answered].slice(0, mostCarried.answered);
  return [...new Set([...positions, ...last.map(({ position }) => position)])]
    .sort((a, b) => a - b)
    .flatMap(position => messageAt(evidence, position) ?? [])
    .map(message => ({ ...message, earlier: true as const, context: true }));
}
