import type { Conversation } from '../../../src/core/conversation/message.ts';
import { toConversation } from '../../core/talk.ts';
import type { Scene } from '../material.ts';
import { ownTalks, toClaims } from '../own/index.ts';
import { readMeetings } from '../qmsum.ts';

/** A sentence that a person wrote about a conversation, and the positions of all messages that may support it. */
export type HumanSentence = { readonly text: string; readonly span: ReadonlySet<number> };

/** A conversation and what people wrote about it. */
export type HumanTalk = {
  readonly set: 'own' | 'qmsum';
  readonly scene: Scene;
  readonly conversation: Conversation;
  readonly sentences: readonly HumanSentence[];
  /** All that people wrote about it. */
  readonly reference: string;
};

export function toOwnTalks(): readonly HumanTalk[] {
  return ownTalks.flatMap(talk => {
    const claims = toClaims(talk);
    const scene = claims[0]?.scene;
    if (!scene) return [];
    const sentences = claims.map(({ draft: { text, evidence } }) => ({
      text,
      span: new Set(evidence.map(({ position }) => position)),
    }));
    const reference = sentences.map(({ text }) => text).join('\n');
    return [{ set: 'own', scene, conversation: toConversation(...talk.lines), sentences, reference }];
  });
}

export function readHumanTalks(folder: string): readonly HumanTalk[] {
  return readMeetings(folder).map(({ scene, conversation, answers, questions }) => ({
    set: 'qmsum',
    scene,
    conversation,
    sentences: answers,
    reference: questions.map(({ answer }) => answer).join('\n'),
  }));
}
