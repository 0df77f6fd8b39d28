import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { hasQuestionMark } from '../conversation/question-mark.ts';
import type { Strands } from '../conversation/strands.ts';

/** Messages from before a window that help to understand it, at most a few of each kind, the nearest. */
const most = { answered: 8, topics: 6, questions: 4, promises: 4 } as const;
const longestMs = 45 * 60_000;
/** A promise is kept later than a question is answered. */
const longestPromiseMs = 24 * 3_600_000;
/** How far back open questions and promises are looked for, in messages. */
const openReach = 200;

/** Measured in English only: 9 of 22 marked tasks, in 49 of 1,932 messages (docs/decisions.md). */
const promise = /\bI['’]ll\b|\bI will\b|\bwill do\b/i;

/**
 * What was under way before a window begins, found by code so that windows can be read side by side: messages that it
 * answers, the last message of each strand that goes on, questions nobody has answered yet, and promises whose author has
 * not come back to them. Marked as earlier, oldest first.
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
    ...(evidence.earlier ?? []),
    ...findAnswered(window, first, replies),
    ...findTopics(evidence, window, first, strands),
    ...findOpen(evidence, first, strands),
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

/** Before the window: questions that end their strand, and promises after which their author is silent in the strand. */
function findOpen(evidence: Evidence, first: EvidenceMessage, strands: Strands): readonly number[] {
  const questions: number[] = [];
  const promises: number[] = [];
  const heardLater = new Set<string>();
  const farthest = Math.max(1, first.position - openReach);
  for (let position = first.position - 1; position >= farthest; position -= 1) {
    const message = messageAt(evidence, position);
    if (message === undefined || !isNear(message, first, longestPromiseMs)) break;
    const index = strands.of(position);
    const author = `${index} ${message.author.id}`;
    if (!message.context && hasQuestionMark(message.text)) {
      const isLast = findLastBefore(strands.strands[index] ?? [], first.position) === position;
      if (isLast && isNear(message, first)) questions.push(position);
    } else if (!message.context && promise.test(message.text) && !heardLater.has(author)) {
      promises.push(position);
    }
    heardLater.add(author);
  }
  return [...questions.slice(0, most.questions), ...promises.slice(0, most.promises)];
}

function isNear(message: EvidenceMessage | undefined, first: EvidenceMessage, withinMs = longestMs): boolean {
  if (message === undefined) return false;
  const isSamePlace = (message.thread ?? message.channel)?.id === (first.thread ?? first.channel)?.id;
  return isSamePlace && Date.parse(first.time) - Date.parse(message.time) <= withinMs;
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
