import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/names.ts';
import { isDenied } from '../select/cues/reservations.ts';
import { countShared, similarity } from '../select/ranking.ts';
import { toSentences } from '../select/sentences.ts';
import { isOther, readCharacters, type Scene } from './scene.ts';

/** Something that somebody is to do: the messages that say so, who, and by when in their own words. */
export type Action = {
  /** The promise, or the request and its acceptance, after what the promise answers where it answers something. */
  readonly messages: readonly EvidenceMessage[];
  readonly owner: string;
  readonly accepted: boolean;
  readonly due: string | null;
  /** The position of the message that weighs. */
  readonly lead: number;
};

const minWords = 4;
/** "sure, will do" takes something on; "yeah same here in Seattle" does not. */
const plainYesWords = 4;
/** A promise that holds fewer telling words needs what it answers to be understood. */
const understoodFrom = 6;
/** From so many telling words in common and this cosine on, a later "is fixed" is about the same thing. */
const sharedWordsFrom = 2;
const sameThingFrom = 0.12;

/** What people said that they will do, and what they were asked to do and took on; not what is said to be done since. */
export function findActions(scene: Scene): readonly Action[] {
  const taken = new Set<number>();
  const done = scene.evidence.messages.filter(
    ({ position }) => scene.has(position, 'resolves') || scene.has(position, 'announces'),
  );
  return scene.evidence.messages.flatMap((message): Action[] => {
    const { position } = message;
    if (message.context || taken.has(position) || scene.tokens.at(position).length < minWords) return [];
    const action = toRequest(scene, message) ?? toPromise(scene, message);
    if (action === null || isDone(scene, action, done)) return [];
    for (const each of action.messages) taken.add(each.position);
    return [action];
  });
}

function toRequest(scene: Scene, message: EvidenceMessage): Action | null {
  if (!scene.has(message.position, 'asks') || scene.has(message.position, 'declines')) return null;
  const acceptance = findAcceptance(scene, message);
  if (acceptance === null) return null;
  return {
    messages: [message, acceptance],
    owner: toSpeakerName(acceptance.author.name),
    accepted: true,
    due: scene.find(acceptance.position, 'due') ?? scene.find(message.position, 'due'),
    lead: message.position,
  };
}

function toPromise(scene: Scene, message: EvidenceMessage): Action | null {
  if (!scene.has(message.position, 'commits')) return null;
  const promised = toSentences(message.text.slice(0, readCharacters)).some(({ start, end }) =>
    isPromise(scene, message.text.slice(start, end)),
  );
  if (!promised) return null;
  const parent = messageAt(scene.evidence, scene.replies.get(message.position) ?? 0);
  const needsParent =
    scene.tokens.at(message.position).length - countCommonWords(scene, message.position) < understoodFrom;
  const answers = parent && needsParent && !parent.context && isOther(message, parent) ? [parent] : [];
  return {
    messages: [...answers, message],
    owner: toSpeakerName(message.author.name),
    accepted: false,
    due: scene.find(message.position, 'due'),
    lead: message.position,
  };
}

/** "I'll call" is one; "will I?", "if I ever …, I'll" and "I guess I'll" without a date are none. */
function isPromise(scene: Scene, sentence: string): boolean {
  const reading = scene.read(sentence);
  const cue = reading.find('commits');
  if (cue === null || reading.has('questions') || isDenied(sentence, cue)) return false;
  return !reading.has('hedges') || reading.has('due');
}

function countCommonWords(scene: Scene, position: number): number {
  const telling = (scene.matrix.starts[position] ?? 0) - (scene.matrix.starts[position - 1] ?? 0);
  return new Set(scene.tokens.at(position)).size - telling;
}

/** The answer of whoever takes on what was asked: a promise or a plain yes, in reply or as the next thing said. */
function findAcceptance(scene: Scene, asked: EvidenceMessage): EvidenceMessage | null {
  const next = messageAt(scene.evidence, asked.position + 1);
  const inReply = (scene.answers.get(asked.position) ?? []).flatMap(
    position => messageAt(scene.evidence, position) ?? [],
  );
  const isAddressed = (message: EvidenceMessage) =>
    asked.text.toLowerCase().includes(message.author.name.toLowerCase()) ||
    messageAt(scene.evidence, scene.replies.get(asked.position) ?? 0)?.author.id === message.author.id;
  const following = next && !scene.replies.has(next.position) && isAddressed(next) ? [next] : [];
  const isAccepting = (message: EvidenceMessage) =>
    !message.context &&
    isOther(asked, message) &&
    !scene.has(message.position, 'questions') &&
    (scene.has(message.position, 'commits') ||
      (scene.has(message.position, 'approves') && scene.tokens.at(message.position).length <= plainYesWords));
  return [...inReply, ...following].find(isAccepting) ?? null;
}

/** Whether somebody says later that it is done: by a word of completion about the same thing. */
function isDone(scene: Scene, { messages, lead }: Action, done: readonly EvidenceMessage[]): boolean {
  return done.some(
    ({ position }) =>
      position > lead &&
      messages.some(
        message =>
          countShared(scene.matrix, message.position - 1, position - 1) >= sharedWordsFrom &&
          similarity(scene.matrix, message.position - 1, position - 1) >= sameThingFrom,
      ),
  );
}
