import { z } from 'zod';
import { type Stored, storedObject } from '../stored.ts';
import type { MessageChanges } from './message-changes.ts';
import { details } from './summary.ts';

const id = z.string().max(200);
const words = z.string().max(10_000);
const instant = z.iso.datetime({ offset: true });

export const postedMessageSchema = storedObject({ channelId: id, messageId: id });

/** What was asked of a summary, so that it can be asked again. */
export const storedRequestSchema = storedObject({
  detail: z.enum(details),
  language: words.exactOptional(),
  focus: words.exactOptional(),
  question: words.exactOptional(),
  /** The summary that a question goes on with, where it was asked below one. */
  after: id.exactOptional(),
  /** How many of the newest messages were asked for, where it was a number. */
  messages: z.int().nonnegative().exactOptional(),
  /** The range in the words it was asked in, where it was one. */
  since: words.exactOptional(),
  threadOf: postedMessageSchema.exactOptional(),
  checkOf: postedMessageSchema.exactOptional(),
  categoryId: id.exactOptional(),
  /** The channels of the server that have news for the person, if they asked for all. */
  everywhere: z.literal(true).exactOptional(),
  /** The digest that posted it, if one did. */
  digestId: id.exactOptional(),
});

/** A message behind what stands above a card, and its channel or thread. */
const cardSource = storedObject({ messageId: id, placeId: id, authorId: id.exactOptional() });

/** What stands above the summary of a card that is sent by direct message. */
const card = storedObject({
  /** The line of counts: what was read, and what was not. */
  note: words,
  /** Unanswered messages to the person; their words are read again when it is sent. */
  waiting: z
    .array(storedObject({ id, channelId: id, kind: z.enum(['question', 'reply', 'mention']) }))
    .max(100),
  /** The messages behind the lines that were sent; null once one of them was deleted or changed, and the lines with it. */
  sources: z.array(cardSource).max(1_000).nullable(),
});

const note = storedObject({
  renewedAt: instant,
  /** As in its digest. */
  covered: z.record(id, id),
  /** The claims that came last; none in a note that was not renewed yet. */
  newIds: z.array(id).max(1_000),
  /** Titles that changed, and claims that made room, when it was last renewed. */
  changed: z.int().nonnegative(),
  left: z.int().nonnegative(),
  /** Claims that only a reviewer may see until the review ends. */
  unreviewed: z.array(id).max(1_000).exactOptional(),
  /** Its thread is closed, so it is not renewed. */
  isClosed: z.literal(true).exactOptional(),
  /** The names of the tags that say that its post is solved. */
  solvedTags: z.array(words).max(20).exactOptional(),
  /** The message that the author of its post said thanks for. */
  answer: storedObject({ messageId: id, url: words }).exactOptional(),
  /** A cap keeps it from being renewed. */
  cappedUntil: instant.exactOptional(),
});
export type NoteState = Stored<typeof note>;

/** What is stored around a summary: the request, who asked for it, and where its messages are. */
export const storedFieldsSchema = storedObject({
  request: storedRequestSchema,
  requesterId: id,
  guildId: id.nullable(),
  /** The channel or thread that was read: who may read it may read the summary. */
  channelId: id,
  askedIn: id.exactOptional(),
  /** If messages of several channels or threads were read: where each message that is cited is, by its id. */
  places: z.record(id, id).exactOptional(),
  /** Where each cited message is that others linked to: who reads the summary may read it there. */
  linked: z.record(id, id).exactOptional(),
  /** Threads of what was read that were active since, the latest first; what is newer than `afterId` is to be read. */
  threads: z
    .array(storedObject({ id, title: words, afterId: id }))
    .max(25)
    .exactOptional(),
  createdAt: instant,
  /** The message in which it was shared with everybody in its channel, where it was. */
  sharedAs: postedMessageSchema.exactOptional(),
  /** The message that is the answer, where everybody sees it. */
  answeredAs: postedMessageSchema.exactOptional(),
  card: card.exactOptional(),
  /** Of a digest: the decisions that it says are contradicted, and by which entries. */
  contradictions: z
    .array(storedObject({ decisionId: id, entryId: id }))
    .max(100)
    .exactOptional(),
  note: note.exactOptional(),
  /** It was posted by direct message, to its requester only. */
  isDirect: z.literal(true).exactOptional(),
  /** The locale of the person who asked; its buttons are labeled in it. */
  locale: z.string().max(20).exactOptional(),
  /** Everybody may see it only once somebody has looked through it. */
  needsReview: z.literal(true).exactOptional(),
  /** Its posts do not show its current text yet. */
  isOutdated: z.literal(true).exactOptional(),
  traceId: id.exactOptional(),
  /** It was deleted, and its posts still have to be. */
  isDeleted: z.literal(true).exactOptional(),
});

type StoredCard = Stored<typeof card>;

/** The card, without its lines if a message behind them was deleted or changed, or by a person who opted out. */
export function withoutChanged(
  card: StoredCard | undefined,
  { deleted, edited, optedOut = new Set() }: MessageChanges,
): StoredCard | undefined {
  const isChanged = card?.sources?.some(
    ({ messageId, authorId = '' }) =>
      deleted.has(messageId) || edited.has(messageId) || optedOut.has(authorId),
  );
  return card && isChanged ? { ...card, waiting: [], sources: null } : card;
}

export const feedbackSchema = storedObject({
  personId: id,
  isHelpful: z.boolean(),
  /** In their own words, where they gave one. */
  reason: words.exactOptional(),
  at: instant,
});

export const openRunSchema = storedObject({
  /** The id of the interaction that the run answers. */
  id,
  /** The secret interaction token, which allows edits of the answer for 15 minutes; null once it has expired. */
  token: z.string().max(1_000).nullable(),
  /** Empty in a direct message, where only deferred answers are recorded. */
  guildId: id,
  /** The channel of the request, and so of the answer. */
  channelId: id,
  /** The channel to read. */
  sourceId: id,
  personId: id,
  locale: z.string().max(20),
  isPrivate: z.boolean(),
  request: storedRequestSchema,
  askedAt: z.iso.datetime(),
  /** `showing`: the summary is stored. `interrupted`: the person can only ask again. `deferred`: an answer without a run. */
  stage: z.enum(['working', 'showing', 'interrupted', 'deferred']),
  summaryId: id.exactOptional(),
  /** The lines above the summary, or what a deferred answer shows until it is finished. */
  note: words.exactOptional(),
  answeredAs: postedMessageSchema.exactOptional(),
  /** The UTC day on which the run counts toward the person's daily limit. */
  countedOn: z.iso.date().exactOptional(),
  /** The process that works on the run. */
  ownerId: id,
});
