import type { DraftClaim } from '../../src/core/claims/draft.ts';
import { type Evidence, toEvidence } from '../../src/core/conversation/evidence.ts';
import type { Conversation, Message } from '../../src/core/conversation/message.ts';
import { createVerifier, type Verifier } from '../../src/core/verify/verifier.ts';

/** A conversation under measurement; its verifier is made once. */
export type Scene = {
  readonly id: string;
  readonly evidence: Evidence;
  readonly languages: readonly string[];
  /** Names of the people who wrote in it. */
  readonly people: readonly string[];
  readonly verifier: Verifier;
};

/** A true statement with the messages that support it. */
export type GoodClaim = {
  readonly set: string;
  readonly scene: Scene;
  readonly draft: DraftClaim;
};

export function toScene(id: string, evidence: Evidence, languages: readonly string[]): Scene {
  let made: Verifier | undefined;
  const people = [
    ...new Set(evidence.messages.filter(each => !each.context).map(({ author }) => author.name)),
  ];
  return {
    id,
    evidence,
    languages,
    people,
    verifier: {
      verify: draft => {
        made ??= createVerifier(evidence, { languages, zone: 'UTC' });
        return made.verify(draft);
      },
    },
  };
}

/** A line of a record of real talk: who and what, and when where the record knows it. */
export type PlainLine = {
  readonly n: number;
  readonly author: string;
  readonly text: string;
  readonly time?: string;
  readonly reply_to?: number;
};

const begin = Date.UTC(2026, 2, 9, 9, 0);

/** Records of talk as a conversation; those that know no times are given one every ten seconds. Ids are their `n`. */
export function toPlainConversation(title: string, lines: readonly PlainLine[]): Conversation {
  const messages = lines.map(
    ({ n, author, text, time, reply_to }): Message => ({
      id: String(n),
      kind: 'said',
      author: { id: author, name: author, bot: false },
      time: time ?? new Date(begin + n * 10_000).toISOString(),
      text: text
        .replace(/\{\w+\}/g, ' ')
        .replace(/(?:\p{Lu}_)+/gu, letters => letters.replaceAll('_', ''))
        .replace(/\s+/g, ' ')
        .trim(),
      forwarded: false,
      ...(reply_to !== undefined && { replyTo: String(reply_to) }),
      attachments: [],
      reactions: [],
    }),
  );
  return { source: { type: 'json_lines', title, channelIds: ['1'] }, messages, unreadable: 0 };
}

export function toPlainEvidence(title: string, lines: readonly PlainLine[]): Evidence {
  return toEvidence(toPlainConversation(title, lines));
}

export function toDraft(draft: Partial<DraftClaim> & Pick<DraftClaim, 'text' | 'evidence'>): DraftClaim {
  return {
    kind: 'key_point',
    topic: null,
    speakers: [],
    owner: null,
    due: null,
    before: null,
    confidence: 1,
    ...draft,
  };
}
