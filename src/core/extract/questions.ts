import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { similarity } from '../select/ranking.ts';
import { toSentences } from '../select/sentences.ts';
import { isOther, type Scene, toGapMs } from './scene.ts';

const minWords = 3;
/** Whoever speaks next is taken to answer; later, only if it sounds like an answer. */
const answerWithinMs = 30 * 60_000;
const nextAnswerWithinMs = 6 * 3_600_000;
/** A question put again, by the same person soon after, is one question: the last wording stands. */
const againWithin = 6;
const ownResolutionWithin = 40;
/** So many messages further on nobody answers without replying. */
const answerWithin = 30;
/** Cosine from which on two messages speak of one thing. */
const sameThingFrom = 0.1;

export function isQuestion(scene: Scene, message: EvidenceMessage): boolean {
  return (
    !message.context &&
    scene.tokens.at(message.position).length >= minWords &&
    scene.has(message.position, 'questions')
  );
}

/** Questions that nobody answered: none replied, nobody spoke up next, and the asker did not settle it alone. */
export function findOpenQuestions(scene: Scene): readonly EvidenceMessage[] {
  return scene.evidence.messages.filter(
    message =>
      isQuestion(scene, message) &&
      !answersQuestion(scene, message) &&
      findAnswer(scene, message) === null &&
      !isSettledByAsker(scene, message) &&
      !isAskedAgain(scene, message),
  );
}

/** A question back ("which version?") is part of an answer, not a question of the channel. */
export function answersQuestion(scene: Scene, message: EvidenceMessage): boolean {
  const parent = messageAt(scene.evidence, scene.replies.get(message.position) ?? 0);
  return parent !== undefined && isOther(message, parent) && isQuestion(scene, parent);
}

/** The best answer somebody else gave: in reply, or the next thing said within half an hour that replies to nothing else. */
export function findAnswer(scene: Scene, question: EvidenceMessage): EvidenceMessage | null {
  const inReply = (scene.answers.get(question.position) ?? []).flatMap(position => {
    const answer = messageAt(scene.evidence, position);
    return answer && isOther(question, answer) ? [answer] : [];
  });
  const best = inReply.sort((a, b) => toSubstance(scene, b) - toSubstance(scene, a))[0];
  if (best) return best;
  for (let next = question.position + 1; next <= question.position + answerWithin; next++) {
    const message = messageAt(scene.evidence, next);
    if (!message || toGapMs(question, message) > nextAnswerWithinMs) return null;
    if (toGapMs(question, message) > answerWithinMs)
      return isLateAnswer(scene, question, message) ? message : null;
    if (!isOther(question, message)) continue;
    const repliesElsewhere = scene.replies.has(next) && !isOwn(scene, scene.replies.get(next) ?? 0, question);
    if (repliesElsewhere || isQuestion(scene, message)) return null;
    return message;
  }
  return null;
}

function isLateAnswer(scene: Scene, question: EvidenceMessage, message: EvidenceMessage): boolean {
  if (message.position !== question.position + 1 || !isOther(question, message)) return false;
  if (scene.replies.has(message.position) || isQuestion(scene, message)) return false;
  return (
    (['approves', 'declines', 'commits'] as const).some(cue => scene.has(message.position, cue)) ||
    similarity(scene.matrix, question.position - 1, message.position - 1) >= sameThingFrom
  );
}

function toSubstance(scene: Scene, { position, context }: EvidenceMessage): number {
  const words = Math.min(25, scene.tokens.at(position).length);
  return (
    (context ? 0.5 : 1) *
    words *
    (scene.has(position, 'questions') ? 0.4 : 1) *
    (0.5 + scene.centrality(position))
  );
}

function isOwn(scene: Scene, position: number, question: EvidenceMessage): boolean {
  return messageAt(scene.evidence, position)?.author.id === question.author.id;
}

function isSettledByAsker(scene: Scene, question: EvidenceMessage): boolean {
  for (let next = question.position + 1; next <= question.position + ownResolutionWithin; next++) {
    const message = messageAt(scene.evidence, next);
    if (!message) return false;
    if (isOther(question, message)) continue;
    if (scene.has(next, 'resolves') || thanksSomewhere(scene, message)) return true;
  }
  return false;
}

/** "… only just found the delete. Thank you!" */
function thanksSomewhere(scene: Scene, { text }: EvidenceMessage): boolean {
  return toSentences(text).some(({ start, end }) => scene.shows(text.slice(start, end), 'thanks'));
}

function isAskedAgain(scene: Scene, question: EvidenceMessage): boolean {
  for (let next = question.position + 1; next <= question.position + againWithin; next++) {
    const message = messageAt(scene.evidence, next);
    if (!message || toGapMs(question, message) > answerWithinMs) return false;
    if (!isOther(question, message) && isQuestion(scene, message)) return true;
  }
  return false;
}
