import type { RepliableInteraction } from 'discord.js';
import type { ZoneStore } from '../../../app/ports.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { toTimestamp } from '../../../render/embed/embed.ts';
import { toAnswerChannel } from '../access/places.ts';
import { type RequestedChannels, toMention } from '../access/requested-channels.ts';
import { type Given, readGiven } from '../check/check.ts';
import type { ChannelWanted } from '../command.ts';
import { isContentHidden } from '../history/content-intent.ts';
import { type HistoryWindow, readHistory, type Watch } from '../history/history.ts';
import { parseSinceIn, readCategory } from '../history/read-category.ts';
import { readThread } from '../history/thread.ts';
import { isLastSummary, parseSince, type Since, type SinceContext } from '../history/window.ts';
import type { RequestContext } from '../interaction/context.ts';
import { toInline } from '../interaction/inline.ts';
import { editOnce, isAnswerGone, isTooLate } from '../interaction/reply.ts';
import { toEmptyWords } from '../settings/privacy/empty-words.ts';
import { sinceLastSummary } from './last-summary.ts';
import { toStopRow } from './progress-message.ts';
import { defaultPace, type ProgressUpdates, startProgressUpdates } from './progress-updates.ts';
import type { RecordedRun } from './runs/open-runs.ts';

/** As many messages one summary reads at most, for now. */
const maxMessages = 1_000;

/** A sentence for the person instead of a summary: an expected outcome, not a failure. */
export type Refused = { readonly refused: string };

/** What was read for somebody. */
export type Read = {
  readonly conversation: Conversation;
  readonly zone: string;
  /** A line above the summary: the range understood, or that there was more. */
  readonly note: string;
  /** The start as an instant, if it would be another one when the request is repeated. */
  readonly since?: string;
  /** What is to be checked against it, where it was read for that. */
  readonly given?: Given;
};

/** Reads the requested messages, and shows progress meanwhile. */
export async function readWanted(
  context: RequestContext,
  requested: RequestedChannels,
  wanted: ChannelWanted,
  run: RecordedRun,
): Promise<Read | Refused> {
  const progress = beginProgress(context, wanted, run);
  try {
    const { signal, privacy, cache } = context;
    return await read(context, requested, wanted, { signal, privacy, cache, ...progress });
  } finally {
    await progress.end();
  }
}

async function read(
  context: RequestContext,
  requested: RequestedChannels,
  wanted: ChannelWanted,
  watch: Watch,
): Promise<Read | Refused> {
  const { interaction, words, client, zones, now, signal } = context;
  const zone = await findZone(interaction, zones);
  const place = toMention(requested);
  const toRead = async (conversation: Conversation, note = ''): Promise<Read | Refused> => {
    const refused = toEmptyWords(conversation, place, words);
    if (refused !== null) return { refused };
    if (await isContentHidden(conversation, client)) return { refused: words.contentHidden };
    return { conversation, zone, note };
  };
  if (wanted.kind === 'thread') {
    const conversation = await readThread(wanted.message, maxMessages, watch);
    return toRead(conversation, countRead(conversation) === maxMessages ? words.capped(maxMessages) : '');
  }
  if (wanted.kind === 'check') {
    const read =
      requested.kind === 'channel' ? await readGiven(wanted, requested.channel, words, watch) : null;
    if (read === null) return { refused: words.nothingToCheck };
    if ('refused' in read) return read;
    const against = await toRead(read.conversation, read.note);
    return 'refused' in against ? against : { ...against, given: read.given };
  }
  const leftOut =
    requested.kind === 'category' && requested.leftOut > 0 ? words.categoryLeftOut(requested.leftOut) : '';
  // Our own answer to this is not part of what is asked for.
  const beforeId = interaction.id;
  if (wanted.kind === 'newest') {
    const count = Math.min(wanted.count, maxMessages);
    return toRead(await readAsked(requested, { count, beforeId }, interaction, watch), leftOut);
  }
  const personId = interaction.user.id;
  const since = isLastSummary(wanted.words)
    ? await sinceLastSummary(context, requested)
    : await parseAskedSince(wanted.words, requested, interaction, { now: now(), zone, personId, signal });
  if (!since.ok) {
    if (since.reason === 'no_last_summary') return { refused: words.catchup.noLastSummary(place) };
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
  const conversation = await readAsked(requested, { count, from, ...afterId, beforeId }, interaction, watch);
  const isNew = conversation.messages.some(({ kind, author }) => kind === 'said' && !author.bot);
  if (since.lastSummaryEnd !== undefined && !isNew)
    return { refused: words.catchup.nothingSinceLast(place, toTimestamp(since.lastSummaryEnd)) };
  if (since.isOwnLast && !isNew) return { refused: words.catchup.nothingNewHere(place) };
  const notes = [words.rangeUnderstood(toTimestamp(from))];
  if (countRead(conversation) === count) notes.push(words.capped(count));
  const given = await toRead(conversation, [...notes, leftOut].filter(Boolean).join('\n'));
  return 'refused' in given || since.lastSummaryEnd === undefined ? given : { ...given, since: from };
}

async function readAsked(
  requested: RequestedChannels,
  window: HistoryWindow & { readonly count: number },
  { guild }: RepliableInteraction,
  watch: Watch,
): Promise<Conversation> {
  if (requested.kind === 'channel') return readHistory(requested.channel, window, watch);
  if (guild === null) throw new TypeError('a category is of a server');
  return readCategory(requested, window, guild, watch);
}

async function parseAskedSince(
  words: string,
  requested: RequestedChannels,
  interaction: RepliableInteraction,
  context: Omit<SinceContext, 'channel'>,
): Promise<Since> {
  if (requested.kind === 'channel') return parseSince(words, { ...context, channel: requested.channel });
  const { guild } = interaction;
  const channel = toAnswerChannel(interaction);
  if (guild === null || channel === undefined) throw new TypeError('a category is of a server');
  return parseSinceIn(words, requested, guild, { ...context, channel });
}

/** All that was read of a channel, what was put aside at once included. */
function countRead({ messages, unreadable, optedOut = 0 }: Conversation): number {
  return messages.length + unreadable + optedOut;
}

/** The zone in which a person's words are understood: theirs, else the server's. */
export async function findZone({ user, guildId }: RepliableInteraction, zones: ZoneStore): Promise<string> {
  return (await zones.get(user.id)) ?? (guildId === null ? null : await zones.get(guildId)) ?? 'UTC';
}

/** Shows how many messages were read. A failed update is only logged. */
function beginProgress(
  { interaction, words, log, pace = defaultPace }: RequestContext,
  wanted: ChannelWanted,
  { id, noteAnswer }: RecordedRun,
): ProgressUpdates & { readonly onProgress: (read: number) => void } {
  const count = wanted.kind === 'newest' ? wanted.count : null;
  let read = 0;
  const { end } = startProgressUpdates({
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
