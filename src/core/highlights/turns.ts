import { type Evidence, type EvidenceMessage, toReplyPositions } from '../conversation/evidence.ts';
import { toPlaceId } from '../conversation/message.ts';
import { toStrands } from '../conversation/strands.ts';
import { hasQuestionMark } from '../conversation/text.ts';
import { toOwnWords } from './small-talk.ts';

/** Consecutive messages of one person: one thought, often split over several messages. */
export type Turn = {
  readonly index: number;
  /** At least one, ascending. */
  readonly messages: readonly EvidenceMessage[];
  readonly author: string;
  readonly place: string;
  readonly text: string;
  readonly context: boolean;
  readonly isQuestion: boolean;
  /** The index of the turn that this one replies to; null if there is none. */
  readonly parent: number | null;
  /** The indexes of the turns by others that reply to this one. */
  readonly answers: readonly number[];
  readonly strand: number;
};

const mostMessages = 3;
const longestText = 400;
const gapMs = 3 * 60_000;

export function findTurns(evidence: Evidence): readonly Turn[] {
  const replies = toReplyPositions(evidence);
  const strands = toStrands(evidence);
  const groups: EvidenceMessage[][] = [];
  const indexAt = new Map<number, number>();
  for (const message of evidence.messages) {
    const last = groups.at(-1);
    if (last && continues(last, message, replies.get(message.position))) last.push(message);
    else groups.push([message]);
    indexAt.set(message.position, groups.length - 1);
  }
  const toParent = (messages: readonly EvidenceMessage[], index: number): number | null => {
    const parents = messages.map(({ position }) => indexAt.get(replies.get(position) ?? 0));
    return parents.find(parent => parent !== undefined && parent !== index) ?? null;
  };
  const parents = groups.map(toParent);
  const answers = groups.map((): number[] => []);
  for (const [index, parent] of parents.entries())
    if (parent !== null && toAuthor(groups[parent]) !== toAuthor(groups[index])) answers[parent]?.push(index);
  return groups.map((messages, index): Turn => {
    const text = messages.map(each => toOwnWords(each.text)).join('\n');
    return {
      index,
      messages,
      author: toAuthor(messages),
      place: toPlaceId(messages[0]),
      text,
      context: messages[0]?.context ?? false,
      isQuestion: hasQuestionMark(text),
      parent: parents[index] ?? null,
      answers: answers[index] ?? [],
      strand: strands.of(messages[0]?.position ?? 0),
    };
  });
}

function continues(
  turn: readonly EvidenceMessage[],
  message: EvidenceMessage,
  answered: number | undefined,
): boolean {
  const last = turn.at(-1);
  return (
    last !== undefined &&
    last.author.id === message.author.id &&
    last.context === message.context &&
    toPlaceId(last) === toPlaceId(message) &&
    turn.length < mostMessages &&
    Date.parse(message.time) - Date.parse(last.time) <= gapMs &&
    turn.reduce((sum, { text }) => sum + text.length, message.text.length) <= longestText &&
    (answered === undefined || turn.some(({ position }) => position === answered))
  );
}

function toAuthor(messages: readonly EvidenceMessage[] | undefined): string {
  return messages?.[0]?.author.id ?? '';
}
