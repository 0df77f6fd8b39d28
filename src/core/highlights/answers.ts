import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toRepliesTo,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { toPlaceId } from '../conversation/message.ts';
import { hasQuestionMark } from '../conversation/text.ts';
import { toOwnWords } from './small-talk.ts';

/** Without a reply, an answer follows its question within this time. */
const answersWithinMs = 30 * 60_000;

export function isQuestion({ text }: EvidenceMessage): boolean {
  return hasQuestionMark(toOwnWords(text));
}

/** The replies of others to a message; without one, what somebody else says right after a question. */
export function findAnswers(message: EvidenceMessage, evidence: Evidence): readonly EvidenceMessage[] {
  const replies = (toRepliesTo(evidence).get(message.position) ?? [])
    .flatMap(position => messageAt(evidence, position) ?? [])
    .filter(({ author }) => author.id !== message.author.id);
  if (replies.length > 0 || !isQuestion(message)) return replies;
  const next = messageAt(evidence, message.position + 1);
  // Only what stands right after a question answers it without a reply: further on, it may answer somebody else.
  const isAnswer =
    next !== undefined &&
    !isQuestion(next) &&
    !toReplyPositions(evidence).has(next.position) &&
    next.author.id !== message.author.id &&
    toPlaceId(next) === toPlaceId(message) &&
    Date.parse(next.time) - Date.parse(message.time) <= answersWithinMs;
  return isAnswer ? [next] : [];
}

/** The message of somebody else that a message answers, by a reply or right after it. */
export function findAnswered(message: EvidenceMessage, evidence: Evidence): EvidenceMessage | undefined {
  const position = toReplyPositions(evidence).get(message.position) ?? message.position - 1;
  const before = messageAt(evidence, position);
  return before && findAnswers(before, evidence).includes(message) ? before : undefined;
}
