import { compare } from '../compare.ts';
import { eachInSlices, finish, type Sliced } from '../slices.ts';
import type { Conversation, Message, Omission, OmissionReason, Source } from './message.ts';
import { omissionReasons } from './message.ts';
import { isVisible } from './names.ts';

/** A message with its ordinal in the evidence. */
export type EvidenceMessage = Message & {
  /** 1-based: "message 2 of 47". */
  readonly position: number;
  /**
   * Only helps to understand other messages: written by a bot or the system and answered by a person, or summarized
   * before. It may be cited beside another message, never alone.
   */
  readonly context: boolean;
  /** In an excerpt: it comes from before it. */
  readonly earlier?: true;
};

/** ISO instants in UTC with milliseconds, as in messages; both inclusive. */
export type TimeRange = { readonly from?: string; readonly to?: string };

/**
 * A conversation ordered, filtered and numbered, plus what was left out.
 *
 * `messages[i].position === i + 1`, and `available` is the number of messages plus all omissions.
 */
export type Evidence = {
  readonly source: Source;
  readonly messages: readonly EvidenceMessage[];
  readonly available: number;
  readonly omitted: readonly Omission[];
};

/** A range of positions, both inclusive. */
export type PositionRange = { readonly from: number; readonly to: number };

const snowflake = /^\d{15,20}$/;

/** Orders Discord ids by the time in them, without BigInt. */
export function compareSnowflakes(a: string, b: string): number {
  return a.length - b.length || compare(a, b);
}

/**
 * Orders, deduplicates and numbers a conversation. Oldest first: by id if ids contain time (Discord), else by time,
 * then in the order read. Channels and threads follow one after the other, so that each can be followed. Of messages
 * with the same id, the one edited last stays, then the one read last.
 */
export function toEvidence(conversation: Conversation, range: TimeRange = {}): Evidence {
  return finish(collectEvidence(conversation, range));
}

/** The same with pauses, for conversations so long that others would wait. */
export function* collectEvidence(conversation: Conversation, range: TimeRange = {}): Sliced<Evidence> {
  const counts = new Map<OmissionReason, number>();
  const omit = (reason: OmissionReason, count = 1) => counts.set(reason, (counts.get(reason) ?? 0) + count);
  const { unreadable, optedOut = 0 } = conversation;
  if (unreadable > 0) omit('unreadable', unreadable);
  if (optedOut > 0) omit('opted_out', optedOut);

  const latest = new Map<string, Message>();
  yield* eachInSlices(conversation.messages, message => {
    const known = latest.get(message.id);
    if (known) omit('duplicate');
    if (!known || (message.editedTime ?? '') >= (known.editedTime ?? '')) latest.set(message.id, message);
  });
  const readable: Message[] = [];
  const answered = new Set<string>();
  yield* eachInSlices(latest.values(), message => {
    const reason = toPlainOmission(message, range);
    if (reason) omit(reason);
    else {
      readable.push(message);
      if (isByPerson(message) && message.replyTo !== undefined) answered.add(message.replyTo);
    }
  });
  yield;
  readable.sort(
    conversation.source.type === 'discord' && readable.every(message => snowflake.test(message.id))
      ? (a, b) => compareSnowflakes(a.id, b.id)
      : (a, b) => compare(a.time, b.time),
  );

  const messages: EvidenceMessage[] = [];
  yield;
  yield* eachInSlices(groupByPlace(readable), message => {
    const context = !isByPerson(message);
    if (context && !answered.has(message.id)) omit(message.kind === 'system' ? 'system' : 'bot');
    else messages.push({ ...message, position: messages.length + 1, context });
  });
  return {
    source: conversation.source,
    messages,
    available: conversation.messages.length + unreadable + optedOut,
    omitted: omissionReasons.flatMap(reason => {
      const count = counts.get(reason);
      return count ? [{ reason, count }] : [];
    }),
  };
}

function groupByPlace(messages: readonly Message[]): readonly Message[] {
  return [...Map.groupBy(messages, ({ thread, channel }) => thread?.id ?? channel?.id).values()].flat();
}

export function isByPerson(message: Message): boolean {
  return message.kind === 'said' && !message.author.bot;
}

function toPlainOmission({ kind, time, text }: Message, { from, to }: TimeRange): OmissionReason | null {
  if ((from && time < from) || (to && time > to)) return 'outside_window';
  if (isVisible(text)) return null;
  return kind === 'system' ? 'system' : 'empty';
}

/** The message at a 1-based position, or undefined where there is none. */
export function messageAt(evidence: Evidence, position: number): EvidenceMessage | undefined {
  return evidence.messages[position - 1];
}

const keptReplies = new WeakMap<Evidence, ReadonlyMap<number, number>>();

/** The positions of answered messages by the positions that answer them, where both are in the evidence. */
export function toReplyPositions(evidence: Evidence): ReadonlyMap<number, number> {
  return finish(findReplyPositions(evidence));
}

/** The same with pauses; found once for an evidence. */
export function* findReplyPositions(evidence: Evidence): Sliced<ReadonlyMap<number, number>> {
  const cache = keptReplies.get(evidence);
  if (cache !== undefined) return cache;
  const positions = new Map<string, number>();
  yield* eachInSlices(evidence.messages, ({ id, position }) => positions.set(id, position));
  const replies = new Map<number, number>();
  yield* eachInSlices(evidence.messages, ({ replyTo, position }) => {
    const parent = replyTo === undefined ? undefined : positions.get(replyTo);
    if (parent !== undefined && parent < position) replies.set(position, parent);
  });
  keptReplies.set(evidence, replies);
  return replies;
}

type Participant = { readonly id: string; readonly name: string; readonly messageCount: number };

/** Found once for an evidence. */
const keptParticipants = new WeakMap<Evidence, readonly Participant[]>();

/** The people who wrote in the evidence, busiest first, with the last name that each used. */
export function toParticipants(evidence: Evidence): readonly Participant[] {
  const cache = keptParticipants.get(evidence);
  if (cache !== undefined) return cache;
  const byId = new Map<string, { id: string; name: string; messageCount: number }>();
  for (const {
    author: { id, name },
    context,
  } of evidence.messages) {
    if (context) continue;
    const known = byId.get(id);
    if (known === undefined) byId.set(id, { id, name, messageCount: 1 });
    else {
      known.name = name;
      known.messageCount += 1;
    }
  }
  const participants = [...byId.values()].sort((a, b) => b.messageCount - a.messageCount);
  keptParticipants.set(evidence, participants);
  return participants;
}
