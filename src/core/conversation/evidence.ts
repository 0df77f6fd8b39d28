import { compare } from '../order.ts';
import {
  type Conversation,
  type Message,
  type Omission,
  type OmissionReason,
  omissionReasons,
  type Pictures,
  type Source,
  toPlaceId,
} from './message.ts';
import { isVisible } from './text.ts';

export type EvidenceMessage = Message & {
  /** 1-based. */
  readonly position: number;
  /** What readers see, "message 2 of 47": the position before the evidence was narrowed to a question. */
  readonly shownPosition?: number;
  /** Only helps to understand others: written by a bot, linked to, or summarized before. It is cited beside another message, never alone. */
  readonly context: boolean;
  /** In an excerpt: it comes from before it. */
  readonly earlier?: true;
};

/** ISO instants in UTC with milliseconds, as in messages; both inclusive. */
export type TimeRange = { readonly from?: string; readonly to?: string };

/** A conversation ordered, filtered and numbered, and what was left out: `available` counts both. `messages[i].position === i + 1`. */
export type Evidence = {
  readonly source: Source;
  readonly messages: readonly EvidenceMessage[];
  readonly available: number;
  readonly omitted: readonly Omission[];
  readonly pictures?: Pictures | undefined;
};

export type PositionRange = { readonly from: number; readonly to: number };

const snowflake = /^\d{15,20}$/;

/** Orders Discord ids by the time in them, without BigInt. */
export function compareSnowflakes(a: string, b: string): number {
  return a.length - b.length || compare(a, b);
}

/**
 * Orders, deduplicates and numbers a conversation, place by place. Oldest first: by id if ids contain time (Discord), else by time, then as
 * read. Of messages with the same id, the one edited last stays, then the one read last.
 */
export function toEvidence(conversation: Conversation, range: TimeRange = {}): Evidence {
  return numberMessages(conversation, orderMessages(conversation, range));
}

/** Which messages of a conversation are its evidence: their indexes, in the order of the evidence. */
export type MessageOrder = Pick<Evidence, 'available' | 'omitted'> & { readonly indexes: Int32Array };

/** The part of `toEvidence` that takes long for many messages. */
export function orderMessages(conversation: Conversation, range: TimeRange = {}): MessageOrder {
  const counts = new Map<OmissionReason, number>();
  const omit = (reason: OmissionReason, count = 1) => counts.set(reason, (counts.get(reason) ?? 0) + count);
  const { source, unreadable, optedOut = 0 } = conversation;
  if (unreadable > 0) omit('unreadable', unreadable);
  if (optedOut > 0) omit('opted_out', optedOut);

  const latest = new Map<string, Indexed>();
  for (const [index, message] of conversation.messages.entries()) {
    const known = latest.get(message.id)?.message;
    if (known) omit('duplicate');
    if (!known || (message.editedTime ?? '') >= (known.editedTime ?? ''))
      latest.set(message.id, { message, index });
  }
  const readable: Indexed[] = [];
  const answered = new Set<string>();
  for (const indexed of latest.values()) {
    const { message } = indexed;
    const reason = toPlainOmission(message, range);
    if (reason) omit(reason);
    else {
      readable.push(indexed);
      if (isByPerson(message) && message.replyTo !== undefined) answered.add(message.replyTo);
    }
  }
  readable.sort(
    source.type === 'discord' && readable.every(({ message }) => snowflake.test(message.id))
      ? (a, b) => compareSnowflakes(a.message.id, b.message.id)
      : (a, b) => compare(a.message.time, b.message.time),
  );

  const kept = [...Map.groupBy(readable, ({ message }) => toPlaceId(message)).values()]
    .flat()
    .filter(({ message }) => {
      const isUnanswered = !isByPerson(message) && !answered.has(message.id);
      if (isUnanswered) omit(message.kind === 'system' ? 'system' : 'bot');
      return !isUnanswered;
    });
  return {
    indexes: Int32Array.from(kept, ({ index }) => index),
    available: conversation.messages.length + unreadable + optedOut,
    omitted: omissionReasons.flatMap(reason => {
      const count = counts.get(reason);
      return count ? [{ reason, count }] : [];
    }),
  };
}

export function numberMessages(
  { source, messages, pictures }: Pick<Conversation, 'source' | 'messages' | 'pictures'>,
  { indexes, ...counts }: MessageOrder,
): Evidence {
  const numbered: EvidenceMessage[] = [];
  for (const index of indexes) {
    const message = messages[index];
    if (message === undefined) throw new RangeError(`no message ${index}`);
    numbered.push({ ...message, position: numbered.length + 1, context: !isByPerson(message) });
  }
  return { source, messages: numbered, ...counts, ...(pictures && { pictures }) };
}

type Indexed = { readonly message: Message; readonly index: number };

export function isByPerson(message: Message): boolean {
  return message.kind === 'said' && !message.author.bot && !message.linked;
}

function toPlainOmission(
  { kind, time, text, deleted }: Message,
  { from, to }: TimeRange,
): OmissionReason | null {
  if ((from && time < from) || (to && time > to)) return 'outside_window';
  if (isVisible(text)) return null;
  if (deleted) return 'deleted';
  return kind === 'system' ? 'system' : 'empty';
}

/** The message at a 1-based position, or undefined where there is none. */
export function messageAt(evidence: Evidence, position: number): EvidenceMessage | undefined {
  return evidence.messages[position - 1];
}

/** Whether the message at a position exists and was not deleted since it was read. */
export function isStandingAt(
  evidence: Evidence,
  position: number,
  isGone: (messageId: string) => boolean,
): boolean {
  const message = messageAt(evidence, position);
  return message !== undefined && !isGone(message.id);
}

type Memoized<Key, Options extends readonly unknown[], Result> = {
  (key: Key, ...options: Options): Result;
  /** Sets what another thread computed. */
  readonly keep: (key: Key, result: Result, ...options: Options) => void;
};

/** A function that is computed once for each evidence, or other object, and options. */
export function memoize<Options extends readonly unknown[], Result, Key extends object = Evidence>(
  compute: (key: Key, ...options: Options) => Result,
): Memoized<Key, Options, Result> {
  const kept = new WeakMap<Key, Map<string, Result>>();
  const keep = (key: Key, result: Result, ...options: Options) => {
    const own = kept.get(key) ?? new Map<string, Result>();
    kept.set(key, own.set(JSON.stringify(options), result));
  };
  const find = (key: Key, ...options: Options) => {
    const known = kept.get(key)?.get(JSON.stringify(options));
    if (known !== undefined) return known;
    const result = compute(key, ...options);
    keep(key, result, ...options);
    return result;
  };
  return Object.assign(find, { keep });
}

/** The positions of answered messages by the positions that answer them, where both are in the evidence. */
export const toReplyPositions = memoize(({ messages }): ReadonlyMap<number, number> => {
  const positions = new Map(messages.map(({ id, position }) => [id, position]));
  const replies = new Map<number, number>();
  for (const { replyTo, position } of messages) {
    const parent = replyTo === undefined ? undefined : positions.get(replyTo);
    if (parent !== undefined && parent < position) replies.set(position, parent);
  }
  return replies;
});

/** The positions that answer a message, by its position. */
export const toRepliesTo = memoize((evidence: Evidence): ReadonlyMap<number, readonly number[]> => {
  const replies = toReplyPositions(evidence);
  return Map.groupBy(replies.keys(), position => replies.get(position) ?? 0);
});

type Participant = { readonly id: string; readonly name: string; readonly messageCount: number };

/** The people who wrote in the evidence, busiest first, with the last name that each used. */
export const toParticipants = memoize(({ messages }): readonly Participant[] => {
  const participants = createParticipants();
  for (const message of messages) participants.add(message);
  return participants.list();
});

/** The same of messages that are added one by one, in their order. */
export function createParticipants() {
  const byId = new Map<string, { id: string; name: string; messageCount: number }>();
  return {
    add: ({ author: { id, name }, context }: EvidenceMessage): void => {
      if (context) return;
      const known = byId.get(id);
      if (known === undefined) byId.set(id, { id, name, messageCount: 1 });
      else {
        known.name = name;
        known.messageCount += 1;
      }
    },
    list: (): readonly Participant[] => [...byId.values()].sort((a, b) => b.messageCount - a.messageCount),
  };
}
