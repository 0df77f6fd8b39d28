import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { isOther, type Scene, toGapMs } from './scene.ts';

const minWords = 4;
const answerWithinMs = 30 * 60_000;
const ownResolutionWithin = 40;

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
      !isSettledByAsker(scene, message),
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
  for (let next = question.position + 1; ; next++) {
    const message = messageAt(scene.evidence, next);
    if (!message || toGapMs(question, message) > answerWithinMs) return null;
    if (!isOther(question, message)) continue;
    const repliesElsewhere = scene.replies.has(next) && !isOwn(scene, scene.replies.get(next) ?? 0, question);
    if (repliesElsewhere || isQuestion(scene, message)) return null;
    return message;
  }
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
    if (scene.has(next, 'resolves') || scene.has(next, 'thanks')) return true;
  }
  return false;
}
