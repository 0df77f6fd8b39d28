import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { isOther, type Scene } from './scene.ts';

/** Something that somebody is to do: who, in which message, accepted where, and by when in its own words. */
export type Action = {
  readonly message: EvidenceMessage;
  readonly owner: string;
  readonly accepted: EvidenceMessage | null;
  readonly due: string | null;
  readonly lead: number;
};

const minWords = 4;
/** A promise without a date says what it is about, or it is small talk. */
const minWordsUndated = 8;

/** What people said that they will do, and what they were asked to do and took on. */
export function findActions(scene: Scene): readonly Action[] {
  const taken = new Set<number>();
  return scene.evidence.messages.flatMap((message): Action[] => {
    if (message.context || scene.tokens.at(message.position).length < minWords) return [];
    if (taken.has(message.position)) return [];
    if (scene.has(message.position, 'asks')) {
      const accepted = findAcceptance(scene, message);
      if (accepted) {
        taken.add(accepted.position);
        const due = scene.find(accepted.position, 'due') ?? scene.find(message.position, 'due');
        return [{ message, owner: accepted.author.name, accepted, due, lead: message.position }];
      }
    }
    if (!scene.has(message.position, 'commits') || scene.has(message.position, 'questions')) return [];
    const due = scene.find(message.position, 'due');
    if (due === null && scene.tokens.at(message.position).length < minWordsUndated) return [];
    return [{ message, owner: message.author.name, accepted: null, due, lead: message.position }];
  });
}

/** The answer of whoever takes on what was asked: a promise or a plain yes, in reply or as the next thing said. */
function findAcceptance(scene: Scene, asked: EvidenceMessage): EvidenceMessage | null {
  const next = messageAt(scene.evidence, asked.position + 1);
  const inReply = (scene.answers.get(asked.position) ?? []).flatMap(
    position => messageAt(scene.evidence, position) ?? [],
  );
  const following = next && !scene.replies.has(next.position) ? [next] : [];
  const isAccepting = (message: EvidenceMessage) =>
    !message.context &&
    isOther(asked, message) &&
    !scene.has(message.position, 'questions') &&
    (scene.has(message.position, 'commits') ||
      (scene.has(message.position, 'approves') && scene.tokens.at(message.position).length <= 6));
  return [...inReply, ...following].find(isAccepting) ?? null;
}
