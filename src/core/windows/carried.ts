import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { hasQuestionMark } from '../conversation/question-mark.ts';
import type { Strands } from '../conversation/strands.ts';

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
