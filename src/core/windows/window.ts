import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { type Strands, toStrands } from '../conversation/strands.ts';
import { hasQuestionMark } from '../conversation/text.ts';
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

/** Messages from before a window that help to understand it, at most a few of each kind, the nearest. */
const most = { answered: 8, topics: 6, questions: 4 } as const;
const longestMs = 45 * 60_000;
/** How far back open questions are looked for, in messages. */
const questionReach = 200;

/**
 * What was under way before a window begins, found by code so that windows can be read side by side: messages that it
 * answers, the last message of each strand that goes on, and questions nobody has answered yet. Marked as earlier, oldest
 * first.
 */
export function toCarried(
  evidence: Evidence,
  window: readonly EvidenceMessage[],
  replies: ReadonlyMap<number, number>,
  strands: Strands,
): readonly EvidenceMessage[] {
  const [first] = window;
  if (first === undefined) return [];
  const positions = new Set([
    ...findAnswered(window, first, replies),
    ...findTopics(evidence, window, first, strands),
    ...findQuestions(evidence, first, strands),
  ]);
  const own = new Set(window.map(({ position }) => position));
  return [...positions]
    .filter(position => !own.has(position))
    .sort((a, b) => a - b)
    .flatMap(position => messageAt(evidence, position) ?? [])
    .map(message => ({ ...message, earlier: true as const, context: true }));
}

function findAnswered(
  window: readonly EvidenceMessage[],
  first: EvidenceMessage,
  replies: ReadonlyMap<number, number>,
): readonly number[] {
  const parents = window.flatMap(({ position }) => replies.get(position) ?? []);
  return [...new Set(parents)].filter(position => position < first.position).slice(0, most.answered);
}

function findTopics(
  evidence: Evidence,
  window: readonly EvidenceMessage[],
  first: EvidenceMessage,
  strands: Strands,
): readonly number[] {
  const found = new Set<number>();
  for (const { position } of window) {
    const strand = strands.strands[strands.of(position)] ?? [];
    const last = findLastBefore(strand, first.position);
    if (last !== undefined && isNear(messageAt(evidence, last), first)) found.add(last);
    if (found.size >= most.topics) break;
  }
  return [...found];
}

/** Questions that end their strand before the window. */
function findQuestions(evidence: Evidence, first: EvidenceMessage, strands: Strands): readonly number[] {
  const found: number[] = [];
  const farthest = Math.max(1, first.position - questionReach);
  for (let position = first.position - 1; position >= farthest; position -= 1) {
    const message = messageAt(evidence, position);
    if (message === undefined || !isNear(message, first) || found.length >= most.questions) break;
    if (message.context || !hasQuestionMark(message.text)) continue;
    const strand = strands.strands[strands.of(position)] ?? [];
    if (findLastBefore(strand, first.position) === position) found.push(position);
  }
  return found;
}

function isNear(message: EvidenceMessage | undefined, first: EvidenceMessage): boolean {
  if (message === undefined) return false;
  const isSamePlace = (message.thread ?? message.channel)?.id === (first.thread ?? first.channel)?.id;
  return isSamePlace && Date.parse(first.time) - Date.parse(message.time) <= longestMs;
}

/** The last of ascending positions that is before `end`. */
function findLastBefore(positions: readonly number[], end: number): number | undefined {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? end) < end) low = middle + 1;
    else high = middle;
  }
  return positions[low - 1];
}

/** How many items a group has: at least and at most. */
export type GroupSize = { readonly least: number; readonly most: number };

/**
 * Divides items into runs of neighbors, ended by the keys of the items: where one is added or removed, only the groups
 * around it change. A key is hexadecimal.
 */
export function toGroups<Item extends { readonly key: string }>(
  items: readonly Item[],
  { least, most }: GroupSize,
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    const isEnd = Number.parseInt(item.key.slice(0, 8), 16) % (most - least + 1) === 0;
    if (group.length < most && !(group.length >= least && isEnd)) continue;
    groups.push(group);
    group = [];
  }
  // A rest that is too short for a group of its own goes to the one before it.
  if (group.length >= least || groups.length === 0) groups.push(group);
  else groups.at(-1)?.push(...group);
  return groups;
}
