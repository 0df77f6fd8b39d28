import type { GuildMember } from 'discord.js';
import type { Rewording } from '../../../app/ports.ts';
import type { StoredRequest, StoredSummary } from '../../../app/store-ports.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { type Row, toInline } from '../../../render/embed/message-body.ts';
import { type AccessSnapshot, checkAccess, takeSnapshot } from '../access/check-access.ts';
import {
  findCategory,
  findEverywhere,
  findSources,
  type RequestedChannels,
  toChannels,
  toMention,
  toSourcesDestination,
} from '../access/open-channels.ts';
import { toDenialWords } from '../access/permissions.ts';
import { findChannel } from '../access/places.ts';
import { findDestination } from '../digests/digest-places.ts';
import {
  type Readable,
  readHistory,
  requireMessages,
  toAttachmentLimits,
  toSource,
} from '../history/history.ts';
import { findThread, readThread } from '../history/thread.ts';
import { isLastSummary, parseSince } from '../history/window.ts';
import { type Ask, findZone, type RequestContext } from '../interaction/context.ts';
import { Refusal } from '../interaction/failures.ts';
import { toZoneRows } from '../settings/own-zone.ts';
import { type Given, readGiven } from './check.ts';
import { sinceLastSummary } from './last-summary.ts';
import { toPostLine } from './post-line.ts';
import { type ReadProgress, startReadProgress } from './progress.ts';
import type { Run } from './runs.ts';

const defaultCount = 100;

export type Read = {
  readonly conversation: Conversation;
  readonly zone: string;
  /** Other wordings of the question that was searched for. */
  readonly reworded?: Rewording;
  /** A line above the summary: the range understood, or that there was more. */
  readonly note: string;
  /** The start as an instant, if it would be another one when the request is repeated. */
  readonly since?: string;
  /** What is to be checked against it, where it was read for that. */
  readonly given?: Given;
  /** The channels that it may show something of, where these are fewer than were asked for. */
  readonly requested?: RequestedChannels;
  readonly card?: Card;
  /** Adds what is told beside what was read, with the places of its messages. */
  readonly complete?: (summary: Summary) => Pick<StoredSummary, 'summary' | 'places'>;
  readonly rows?: readonly Row[];
};

type Card = {
  /** Brings the lines above it up to date, without deleted messages; their number. */
  readonly renewLead: (gone: ReadonlySet<string>) => Promise<number>;
  readonly toMenu: () => readonly Row[];
};

/** What is read as a whole; of all channels, only what is new. */
type Requested = Extract<RequestedChannels, { readonly kind: 'channel' | 'category' }>;

/** Finds the channels to read, which the person may read. Refuses if there are none. */
export async function findRequested(context: RequestContext, ask: Ask): Promise<RequestedChannels> {
  const { interaction, client, t } = context;
  const { categoryId, everywhere, threadOf, checkOf } = ask.request;
  const asker = interaction.inCachedGuild() ? interaction.member : undefined;
  const snapshot = await takeRequestSnapshot(context, asker, everywhere);
  const findOne = async (): Promise<RequestedChannels | null> => {
    const id = (threadOf ?? checkOf)?.channelId ?? ask.channelId ?? interaction.channelId;
    const found = id === null ? null : await findChannel(client, id);
    if (found === null) return null;
    const channel = threadOf ? await findThread(found, threadOf.messageId) : found;
    return { kind: 'channel', channel, snapshot };
  };
  const findAll = () =>
    categoryId === undefined ? findOne() : findCategory(context, categoryId, ask, snapshot);
  const requested = ask.draft
    ? await findOfDigest(context, ask.draft.digest, snapshot)
    : await (everywhere ? findEverywhere(context, ask, snapshot) : findAll());
  if (requested === null) throw new Refusal(t('bot.notSummarizable'));
  if (requested.kind === 'category' && requested.channels.length === 0)
    throw new Refusal(t('bot.noneOfCategory', { category: toMention(requested) }));
  await requireAccess(context, requested, ask, snapshot);
  return requested;
}

/** The channels that a digest reads now, where it may be posted. */
async function findOfDigest(
  { t, privacy }: RequestContext,
  digest: Digest,
  snapshot: AccessSnapshot | null,
): Promise<RequestedChannels | null> {
  if (snapshot === null || typeof snapshot.guild === 'string') return null;
  const destination = await findDestination(digest, snapshot);
  if (typeof destination === 'string')
    throw new Refusal(
      t('bot.digest.command.cannotRun', { reason: t(`bot.digest.pauseReasons.${destination}`) }),
    );
  const { channels } = await findSources(digest, snapshot, toSourcesDestination(destination), privacy);
  const { title } = toSource(channels, snapshot.guild);
  if (channels.length === 0) throw new Refusal(t('bot.digest.command.nothingToRead'));
  return { kind: 'digest', title, channels, snapshot };
}

async function takeRequestSnapshot(
  { interaction: { client, guild, user } }: RequestContext,
  member?: GuildMember,
  withThreads?: boolean,
): Promise<AccessSnapshot | null> {
  return guild && takeSnapshot(client, guild.id, { personId: user.id, member, withThreads });
}

/**
 * Checks access before anything is fetched or shown, of a public answer for everyone who can read the channel. Without `given`, a new
 * snapshot is taken.
 */
export async function requireAccess(
  context: RequestContext,
  requested: RequestedChannels,
  ask: Ask,
  given?: AccessSnapshot | null,
): Promise<void> {
  const { interaction, privacy, t } = context;
  const here = interaction.inGuild() ? interaction.channel : undefined;
  const snapshot = given ?? (await takeRequestSnapshot(context));
  const options = {
    privacy,
    snapshot,
    ...(ask.isPrivate ? { shownIn: here ?? undefined } : { postedIn: here }),
  };
  for (const channel of toChannels(requested)) {
    const denial = await checkAccess(channel, interaction.user.id, options);
    if (denial !== null) throw new Refusal(toDenialWords(denial, t));
  }
}

export async function readRequested(
  context: RequestContext,
  requested: Requested,
  asked: StoredRequest,
  run: Run,
): Promise<Read> {
  const progress = startReadProgress(context, run);
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
): Promise<Read> {
  const { interaction, t, now, signal, privacy, cache } = context;
  const { maxMessages = maxMessagesSetting.max } = context;
  const { onProgress } = progress;
  const attachments = await toAttachmentLimits(context, interaction.guildId);
  const watch = { signal, privacy, cache, onProgress, makeRoom, attachments };
  const zone = await findZone(context);
  const place = toMention(requested);
  const where = toReadable(requested);
  const toCapped = (conversation: Conversation, count: number) =>
    countRead(conversation) === count ? t('bot.capped', { count }) : '';
  const toRead = async (conversation: Conversation, note = '', from?: string): Promise<Read> => {
    await requireMessages(context, conversation, place, from);
    return { conversation, zone, note: toLines(toPostLine(requested, conversation, t), note) };
  };
  const { threadOf, checkOf } = asked;
  if (threadOf && requested.kind === 'channel') {
    const conversation = await readThread(requested.channel, threadOf.messageId, maxMessages, watch);
    return toRead(conversation, toCapped(conversation, maxMessages));
  }
  if (checkOf) {
    if (requested.kind !== 'channel') throw new Refusal(t('bot.nothingToCheck'));
    const { note, given, ...read } = await readGiven(checkOf.messageId, requested.channel, t, watch);
    return { ...(await toRead(read.conversation, note)), given };
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
    const conversation = await readHistory(where, { count, beforeId }, watch);
    const isCapped = messages > count || asked.question !== undefined;
    const capped = isCapped ? toCapped(conversation, count) : '';
    return toRead(conversation, toLines(capped, leftOut));
  }
  const personId = interaction.user.id;
  const { since: words, messages } = asked;
  const since = isLastSummary(words)
    ? await sinceLastSummary(context, requested)
    : await parseSince(words, { now: now(), zone, where, personId, signal });
  if (!since.ok) {
    const { reason } = since;
    if (reason === 'no_last_summary') throw new Refusal(t('bot.catchup.noLastSummary', { place }));
    if (reason === 'in_future')
      throw new Refusal(t('bot.inFuture', { words: toInline(words), time: toTimestamp(since.at) }));
    if (reason === 'link_elsewhere') throw new Refusal(t('bot.linkElsewhere'));
    if (reason !== 'no_own_message') throw new Refusal(t('bot.notUnderstood', { words: toInline(words) }));
    const { looked } = since;
    throw new Refusal(looked === 0 ? t('bot.empty', { place }) : t('bot.catchup.noOwnMessage', { looked }));
  }
  const count = Math.min(messages ?? maxMessages, maxMessages);
  const { from } = since;
  progress.expect({ count: messages, from });
  const conversation = await readHistory(where, { count, from, afterId: since.afterId, beforeId }, watch);
  const isNew = conversation.messages.some(({ kind, author }) => kind === 'said' && !author.bot);
  if (since.lastSummaryEnd !== undefined && !isNew)
    throw new Refusal(t('bot.catchup.nothingSinceLast', { place, time: toTimestamp(since.lastSummaryEnd) }));
  if (since.isOwnLast && !isNew) throw new Refusal(t('bot.catchup.nothingNewHere', { place }));
  const start = toTimestamp(from);
  const range = t('bot.rangeUnderstood', { from: start });
  const given = await toRead(conversation, toLines(range, toCapped(conversation, count), leftOut), start);
  const rows = await toZoneRows(context, words);
  return { ...given, rows, ...(since.lastSummaryEnd !== undefined && { since: from }) };
}

function toReadable(requested: Requested): Readable {
  return requested.kind === 'channel' ? requested.channel : requested;
}

function toLines(...lines: readonly string[]): string {
  return lines.filter(Boolean).join('\n');
}

/** All messages read of a channel, those that were left out included. */
function countRead({ messages, unreadable, optedOut = 0 }: Conversation): number {
  return messages.filter(({ linked }) => !linked).length + unreadable + optedOut;
}
