import type { RepliableInteraction } from 'discord.js';
import type { PrivacyStore, StoredRequest } from '../../../app/store-ports.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { type Row, toInline } from '../../../render/embed/message-body.ts';
import { type RequestedChannels, toMention } from '../access/requested-channels.ts';
import {
  type HistoryWindow,
  isContentHidden,
  type ReadingProgress,
  readHistory,
  toAttachmentLimits,
  toEmptyWords,
  type Watch,
} from '../history/history.ts';
import { toInstant } from '../history/message.ts';
import { parseSinceIn, readCategory } from '../history/read-channels.ts';
import { readThread } from '../history/thread.ts';
import { isLastSummary, parseSince, type Since, type SinceContext } from '../history/window.ts';
import { findZone, type RequestContext } from '../interaction/context.ts';
import { isAnswerGone, isTooLate, showPrivately } from '../interaction/reply.ts';
import { type Given, readGiven } from './check.ts';
import { sinceLastSummary } from './last-summary.ts';
import { toPostLine } from './post-line.ts';
import { defaultUpdateInterval, type ProgressUpdates, startProgressUpdates, toStopRow } from './progress.ts';
import type { Run } from './runs.ts';

const defaultCount = 100;

/** A sentence for the person instead of a summary: an expected outcome, not a failure. */
export type Refused = { readonly refused: string; readonly components?: Row[] };

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
  /** The channels that it may show something of, where these are fewer than were asked for. */
  readonly requested?: RequestedChannels;
  /** What a card of all channels shows around its summary. */
  readonly card?: Card;
};

type Card = {
  /** Brings the lines above it up to date, without deleted messages; their number. */
  readonly renewLead: (gone: ReadonlySet<string>) => Promise<number>;
  /** The rows below it. */
  readonly toMenu: (summary: Summary) => readonly Row[];
  /** Leaves out channels that the person has lost; what is left of the channels and of their conversation. */
  readonly close: (
    closed: ReadonlySet<string>,
    conversation: Conversation,
  ) => { readonly requested: RequestedChannels; readonly conversation: Conversation };
  /** The channels that are left, and a sentence if any were left out. */
  readonly left: () => { readonly requested: RequestedChannels; readonly note: string };
};

/** What is read as a whole; of all channels, only what is new. */
type Requested = Exclude<RequestedChannels, { readonly kind: 'everywhere' }>;

/** Reads the requested messages, and shows progress meanwhile. */
export async function readWanted(
  context: RequestContext,
  requested: Requested,
  asked: StoredRequest,
  run: Run,
): Promise<Read | Refused> {
  const progress = beginProgress(context, run);
  try {
    return await read(context, requested, asked, progress, run);
  } finally {
    await progress.end();
  }
}

async function read(
  context: RequestContext,
  requested: Requested,
  asked: StoredRequest,
  progress: ReadProgress,
  { makeRoom }: Run,
): Promise<Read | Refused> {
  const { interaction, t, client, now, signal, privacy, cache } = context;
  const { maxMessages = maxMessagesSetting.max } = context;
  const { onProgress } = progress;
  const attachments = await toAttachmentLimits(context, interaction.guildId);
  const watch = { signal, privacy, cache, onProgress, makeRoom, attachments };
  const zone = await findZone(context);
  const place = toMention(requested);
  const toCapped = (conversation: Conversation, count: number) =>
    countRead(conversation) === count ? t('bot.capped', { count }) : '';
  const toRead = async (conversation: Conversation, note = '', from?: string): Promise<Read | Refused> => {
    const refused = toEmptyWords(conversation, place, t, from);
    if (refused !== null) return { refused };
    if (await isContentHidden(conversation, client)) return { refused: t('bot.contentHidden') };
    return { conversation, zone, note: toLines(toPostLine(requested, conversation, t), note) };
  };
  const { threadOf, checkOf } = asked;
  if (threadOf && requested.kind === 'channel') {
    const conversation = await readThread(requested.channel, threadOf.messageId, maxMessages, watch);
    return toRead(conversation, toCapped(conversation, maxMessages));
  }
  if (checkOf) {
    const read =
      requested.kind === 'channel' ? await readGiven(checkOf.messageId, requested.channel, t, watch) : null;
    if (read === null) return { refused: t('bot.nothingToCheck') };
    if ('refused' in read) return read;
    const against = await toRead(read.conversation, read.note);
    return 'refused' in against ? against : { ...against, given: read.given };
  }
  const leftOut =
    requested.kind === 'category' && requested.leftOut > 0
      ? t('bot.categoryLeftOut', { count: requested.leftOut })
      : '';
  // Our own answer to this is not part of what is asked for.
  const beforeId = interaction.id;
  if (asked.since === undefined) {
    const { messages = defaultCount } = asked;
    const count = Math.min(messages, maxMessages);
    progress.expect({ count });
    const conversation = await readAsked(requested, { count, beforeId }, interaction, watch);
    const isCapped = messages > count || asked.question !== undefined;
    const capped = isCapped ? toCapped(conversation, count) : '';
    return toRead(conversation, toLines(capped, leftOut));
  }
  const personId = interaction.user.id;
  const { since: words, messages } = asked;
  const since = isLastSummary(words)
    ? await sinceLastSummary(context, requested)
    : await parseAskedSince(words, requested, interaction, { now: now(), zone, personId, signal });
  if (!since.ok) {
    if (since.reason === 'no_last_summary') return { refused: t('bot.catchup.noLastSummary', { place }) };
    if (since.reason === 'in_future')
      return { refused: t('bot.inFuture', { words: toInline(words), time: toTimestamp(since.at) }) };
    if (since.reason === 'no_own_message') {
      const { looked } = since;
      return {
        refused: looked === 0 ? t('bot.empty', { place }) : t('bot.catchup.noOwnMessage', { looked }),
      };
    }
    return {
      refused:
        since.reason === 'link_elsewhere'
          ? t('bot.linkElsewhere')
          : t('bot.notUnderstood', { words: toInline(words) }),
    };
  }
  const count = Math.min(messages ?? maxMessages, maxMessages);
  const { from } = since;
  const afterId = since.afterId === undefined ? {} : { afterId: since.afterId };
  progress.expect({ count: messages, from });
  const conversation = await readAsked(requested, { count, from, ...afterId, beforeId }, interaction, watch);
  const isNew = conversation.messages.some(({ kind, author }) => kind === 'said' && !author.bot);
  if (since.lastSummaryEnd !== undefined && !isNew)
    return { refused: t('bot.catchup.nothingSinceLast', { place, time: toTimestamp(since.lastSummaryEnd) }) };
  if (since.isOwnLast && !isNew) return { refused: t('bot.catchup.nothingNewHere', { place }) };
  const start = toTimestamp(from);
  const range = t('bot.rangeUnderstood', { from: start });
  const given = await toRead(conversation, toLines(range, toCapped(conversation, count), leftOut), start);
  if ('refused' in given) return given;
  return { ...given, ...(since.lastSummaryEnd !== undefined && { since: from }) };
}

async function readAsked(
  requested: Requested,
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
  requested: Requested,
  interaction: RepliableInteraction,
  context: Omit<SinceContext, 'channel'>,
): Promise<Since> {
  if (requested.kind === 'channel') return parseSince(words, { ...context, channel: requested.channel });
  const { guild, channel } = interaction;
  if (guild === null || channel === null || channel.isDMBased())
    throw new TypeError('a category is of a server');
  return parseSinceIn(words, requested, guild, { ...context, channel });
}

function toLines(...lines: readonly string[]): string {
  return lines.filter(Boolean).join('\n');
}

/** All messages read of a channel, those that were left out included. */
function countRead({ messages, unreadable, optedOut = 0 }: Conversation): number {
  return messages.filter(({ linked }) => !linked).length + unreadable + optedOut;
}

/** What will have been read in the end, as far as it is known. */
type Expected = {
  readonly count?: number | undefined;
  /** An instant. */
  readonly from?: string;
};

type ReadProgress = ProgressUpdates & {
  readonly expect: (expected: Expected) => void;
  readonly onProgress: (progress: ReadingProgress) => void;
};

/** Shows a changing line with a stop button while something is read; a failed update is only logged. */
export function startReadingUpdates(
  context: RequestContext,
  { id, noteAnswer }: Pick<Run, 'id' | 'noteAnswer'>,
  toContent: () => string | null,
): ProgressUpdates {
  const { interaction, t, log, pace = defaultUpdateInterval, lead } = context;
  return startProgressUpdates({
    pace,
    toBody: () => {
      const content = toContent();
      return content === null ? null : { content, components: [toStopRow(id, t)], lead: lead?.lines };
    },
    show: async ({ content, components }) =>
      noteAnswer(await showPrivately(context, { content, components })),
    onLost: error => {
      log.debug({ interaction: interaction.id }, 'progress-update-failed');
      return !isAnswerGone(error) && !isTooLate(error);
    },
  });
}

/** Shows how many messages were read. */
function beginProgress(context: RequestContext, run: Run): ReadProgress {
  const { t, now } = context;
  const begunAt = now();
  let expected: Expected = {};
  let progress: ReadingProgress = { read: 0, reachedId: '0' };
  const toContent = () => {
    const { read, reachedId } = progress;
    const { count, from } = expected;
    if (read === 0) return null;
    if (!run.hasRoom()) return t('bot.waitingForMemory', { read });
    if (from === undefined)
      return count === undefined ? t('bot.readingAll', { read }) : t('bot.reading', { read, wanted: count });
    const covered = toShare(from, toInstant(reachedId), begunAt);
    return t('bot.readingPeriod', { read, share: Math.max(covered, count === undefined ? 0 : read / count) });
  };
  const { end } = startReadingUpdates(context, run, toContent);
  return {
    end,
    expect: now => {
      expected = now;
    },
    onProgress: now => {
      progress = now;
    },
  };
}

/** How much of a period lies after an instant in it, 0 to 1. */
function toShare(from: string, reached: string, until: string): number {
  const share = (Date.parse(until) - Date.parse(reached)) / (Date.parse(until) - Date.parse(from));
  return Math.min(1, Math.max(0, share));
}

/**
 * Returns the last known answers while the store fails, so that a finished summary is not lost: meanwhile nobody can opt
 * out or change the rules. Rejects for people and servers that were not asked about before.
 */
export function createLastKnown(store: PrivacyStore): PrivacyStore {
  const people = new Map<string, boolean>();
  const access = new Map<string, Awaited<ReturnType<PrivacyStore['access']>>>();
  return {
    ...store,
    async optedOut(personIds) {
      try {
        const found = await store.optedOut(personIds);
        for (const id of personIds) people.set(id, found.has(id));
        return found;
      } catch (error) {
        if (!personIds.every(id => people.has(id))) throw error;
        return new Set(personIds.filter(id => people.get(id)));
      }
    },
    async access(guildId) {
      try {
        const rules = await store.access(guildId);
        access.set(guildId, rules);
        return rules;
      } catch (error) {
        const known = access.get(guildId);
        if (known === undefined) throw error;
        return known;
      }
    },
  };
}
