import type { Client, RepliableInteraction } from 'discord.js';
import type { PrivacyStore, ZoneStore } from '../../../app/ports.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { Logger } from '../../../log.ts';
import { toTimestamp } from '../../../render/embed/embed.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import { toAnswerChannel } from '../access/places.ts';
import { type Given, readGiven } from '../check/check.ts';
import type { Ask, Wanted } from '../command.ts';
import { isContentHidden } from '../history/content-intent.ts';
import { type HistoryWindow, readHistory, type Watch } from '../history/history.ts';
import type { MessageCache } from '../history/message-cache.ts';
import { parseSinceIn, readCategory } from '../history/read-category.ts';
import { type Asked, toMention } from '../history/requested-channels.ts';
import { readThread } from '../history/thread.ts';
import { parseSince, type Since, type SinceContext } from '../history/window.ts';
import { toInline } from '../interaction/inline.ts';
import { editOnce, isAnswerGone, isTooLate } from '../interaction/reply.ts';
import { toEmptyWords } from '../settings/privacy/empty-words.ts';
import { toStopRow } from './progress-message.ts';
import { beginShowing, type Pace, type Showing, usualPace } from './progress-updates.ts';
import type { NotedRun } from './runs/open-runs.ts';

/** As many messages one summary reads at most, for now. */
const maxMessages = 1_000;

export type ReadingParts = {
  readonly client: Client<true>;
  readonly zones: ZoneStore;
  readonly privacy: PrivacyStore;
  readonly cache?: MessageCache;
  readonly log: Logger;
  readonly now: () => string;
  /** How often it is told how far reading has come. */
  readonly pace?: Pace;
};

/** A sentence for the person instead of a summary: an expected outcome, not a failure. */
export type Refused = { readonly refused: string };

/** What was read for somebody. */
export type Read = {
  readonly conversation: Conversation;
  readonly zone: string;
  /** A line above the summary: the range understood, or that there was more. */
  readonly note: string;
  /** What is to be checked against it, where it was read for that. */
  readonly given?: Given;
};

/** Reads what is asked for, telling how far it has come until it has been read. */
export async function readWanted(
  interaction: RepliableInteraction,
  asked: Asked,
  { wanted }: Ask,
  parts: ReadingParts,
  words: BotWords,
  run: NotedRun,
): Promise<Read | Refused> {
  const progress = beginProgress(interaction, wanted, parts, words, run);
  try {
    return await read(interaction, asked, wanted, parts, words, {
      signal: run.signal,
      privacy: parts.privacy,
      cache: parts.cache,
      ...progress,
    });
  } finally {
    await progress.end();
  }
}

async function read(
  interaction: RepliableInteraction,
  asked: Asked,
  wanted: Wanted,
  parts: ReadingParts,
  words: BotWords,
  watch: Watch,
): Promise<Read | Refused> {
  const zone = await findZone(interaction, parts.zones);
  const place = toMention(asked);
  const toRead = async (conversation: Conversation, note = ''): Promise<Read | Refused> => {
    const refused = toEmptyWords(conversation, place, words);
    if (refused !== null) return { refused };
    if (await isContentHidden(conversation, parts.client)) return { refused: words.contentHidden };
    return { conversation, zone, note };
  };
  if (wanted.kind === 'thread') {
    const conversation = await readThread(wanted.message, maxMessages, watch);
    return toRead(conversation, countRead(conversation) === maxMessages ? words.capped(maxMessages) : '');
  }
  if (wanted.kind === 'check') {
    const read = asked.kind === 'channel' ? await readGiven(wanted, asked.channel, words, watch) : null;
    if (read === null) return { refused: words.nothingToCheck };
    if ('refused' in read) return read;
    const against = await toRead(read.conversation, read.note);
    return 'refused' in against ? against : { ...against, given: read.given };
  }
  const leftOut = asked.kind === 'category' && asked.leftOut > 0 ? words.categoryLeftOut(asked.leftOut) : '';
  // Our own answer to this is not part of what is asked for.
  const beforeId = interaction.id;
  if (wanted.kind === 'newest') {
    const count = Math.min(wanted.count, maxMessages);
    return toRead(await readAsked(asked, { count, beforeId }, interaction, watch), leftOut);
  }
  const since = await parseAskedSince(wanted.words, asked, interaction, {
    now: parts.now(),
    zone,
    personId: interaction.user.id,
    signal: watch.signal,
  });
  if (!since.ok) {
    if (since.reason === 'in_future')
      return { refused: words.inFuture(toInline(wanted.words), toTimestamp(since.at)) };
    if (since.reason === 'no_own_message') {
      const { looked } = since;
      return {
        refused: looked === 0 ? words.empty(place) : words.catchup.noOwnMessage(looked),
      };
    }
    return {
      refused:
        since.reason === 'link_elsewhere' ? words.linkElsewhere : words.notUnderstood(toInline(wanted.words)),
    };
  }
  const count = Math.min(wanted.count ?? maxMessages, maxMessages);
  const { from } = since;
  const afterId = since.afterId === undefined ? {} : { afterId: since.afterId };
  const conversation = await readAsked(asked, { count, from, ...afterId, beforeId }, interaction, watch);
  const isNew = conversation.messages.some(({ kind, author }) => kind === 'said' && !author.bot);
  if (since.isOwnLast && !isNew) return { refused: words.catchup.nothingNewHere(place) };
  const notes = [words.rangeUnderstood(toTimestamp(from))];
  if (countRead(conversation) === count) notes.push(words.capped(count));
  return toRead(conversation, [...notes, leftOut].filter(Boolean).join('\n'));
}

async function readAsked(
  asked: Asked,
  window: HistoryWindow & { readonly count: number },
  { guild }: RepliableInteraction,
  watch: Watch,
): Promise<Conversation> {
  if (asked.kind === 'channel') return readHistory(asked.channel, window, watch);
  if (guild === null) throw new TypeError('a category is of a server');
  return readCategory(asked, window, guild, watch);
}

async function parseAskedSince(
  words: string,
  asked: Asked,
  interaction: RepliableInteraction,
  context: Omit<SinceContext, 'channel'>,
): Promise<Since> {
  if (asked.kind === 'channel') return parseSince(words, { ...context, channel: asked.channel });
  const { guild } = interaction;
  const channel = toAnswerChannel(interaction);
  if (guild === null || channel === undefined) throw new TypeError('a category is of a server');
  return parseSinceIn(words, asked, guild, { ...context, channel });
}

/** All that was read of a channel, what was put aside at once included. */
function countRead({ messages, unreadable, optedOut = 0 }: Conversation): number {
  return messages.length + unreadable + optedOut;
}

/** The zone in which a person's words are understood: theirs, else the server's. */
export async function findZone({ user, guildId }: RepliableInteraction, zones: ZoneStore): Promise<string> {
  return (await zones.get(user.id)) ?? (guildId === null ? null : await zones.get(guildId)) ?? 'UTC';
}

/** Tells how far reading has come; what is lost of that is no failure. */
function beginProgress(
  interaction: RepliableInteraction,
  wanted: Wanted,
  { log, pace = usualPace }: ReadingParts,
  words: BotWords,
  { id, noteAnswer }: NotedRun,
): Showing & { readonly onProgress: (read: number) => void } {
  const count = wanted.kind === 'newest' ? wanted.count : null;
  let read = 0;
  const { end } = beginShowing({
    pace,
    toBody: () =>
      read === 0 ? null : { content: words.reading(read, count), components: [toStopRow(id, words)] },
    show: async body => noteAnswer(await editOnce(interaction, body)),
    onLost: error => {
      log.debug({ interaction: interaction.id, read }, 'progress-update-failed');
      return !isAnswerGone(error) && !isTooLate(error);
    },
  });
  return {
    end,
    onProgress: now => {
      read = now;
    },
  };
}
