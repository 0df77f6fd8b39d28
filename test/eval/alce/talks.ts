import type { Conversation } from '../../../src/core/conversation/message.ts';
import { toConversation } from '../../core/talk.ts';
import type { GoodClaim, Scene } from '../material.ts';
import { ownTalks, toClaims } from '../own/index.ts';
import { type ReadMeeting, readMeetings, toCitedClaims } from '../qmsum.ts';

/** A sentence that a person wrote about a conversation, and the positions of all messages that may hold it up. */
export type HumanSentence = { readonly text: string; readonly span: ReadonlySet<number> };

/** A conversation, what people wrote about it, and that as a careful writer would cite it. */
export type HumanTalk = {
  readonly set: 'own' | 'qmsum';
  readonly scene: Scene;
  readonly conversation: Conversation;
  readonly sentences: readonly HumanSentence[];
  readonly claims: readonly GoodClaim[];
  /** All that people wrote about it. */
  readonly reference: string;
};

/** The written set: here a person said of every claim which messages hold it up, all of them together. */
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
    return [{ set: 'own', scene, conversation: toConversation(...talk.lines), sentences, claims, reference }];
  });
}

export function readHumanTalks(folder: string): readonly HumanTalk[] {
  return readMeetings(folder).map(toHumanTalk);
}

function toHumanTalk({ scene, conversation, answers, questions }: ReadMeeting): HumanTalk {
  return {
    set: 'qmsum',
    scene,
    conversation,
    sentences: answers,
    claims: toCitedClaims(answers).claims,
    reference: questions.map(({ answer }) => answer).join('\n'),
  };
}
