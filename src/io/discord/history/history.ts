import {
  type Client,
  type Guild,
  type GuildTextBasedChannel,
  MessageReferenceType,
  MessageType,
} from 'discord.js';
import { mapWithPauses } from '../../../app/pauses.ts';
import type { Engine, Judge } from '../../../app/ports.ts';
import type { Settings } from '../../../app/settings.ts';
import type { PrivacyStore, SpeakerRules } from '../../../app/store-ports.ts';
import { compareSnowflakes, isByPerson } from '../../../core/conversation/evidence.ts';
import type { Conversation, Message, Picture, Source } from '../../../core/conversation/message.ts';
import type { Texts } from '../../../render/texts.ts';
import { type SourceChannel, toPlacing } from '../access/places.ts';
import { readsContent } from '../client.ts';
import { Refusal } from '../interaction/failures.ts';
import { type AttachmentLimits, noAttachments, readAttachedFiles, toBudget } from './attached-files.ts';
import { findLinked } from './linked-messages.ts';
import {
  learnNames,
  listAttachments,
  type MessageRecord,
  readRecord,
  toChannelContext,
  toFirstId,
} from './message.ts';
import type { MessageCache } from './message-cache.ts';
import {
  fetchRecord,
  findTextChannels,
  type PageBackOptions,
  type PlacesReading,
  pageBack,
  type ReadingProgress,
  type ReadPlacesOptions,
  type ReadRecord,
  readPlaces,
} from './pages.ts';
import { findUnknownSenders, isOwnPost, membersOnly, toAuthorId } from './speakers.ts';

type AttachmentParts = {
  readonly settings: Pick<Settings, 'of'>;
  readonly engine: Engine;
  readonly judge?: Judge | undefined;
};

/** What is read of attached files: pictures only by models that see, and where a judge reads what code cannot check. */
export async function toAttachmentLimits(
  { settings, engine, judge }: AttachmentParts,
  guildId: string | null,
): Promise<AttachmentLimits> {
  const { attachedKilobytes: kilobytes, pictures } = await settings.of(guildId);
  return { kilobytes, pictures: engine.seesPictures && judge ? pictures : 0 };
}

export type Watch = {
  readonly signal: AbortSignal;
  readonly privacy: PrivacyStore;
  /** What is read of attached files; without it, nothing. */
  readonly attachments?: AttachmentLimits | undefined;
  readonly cache?: MessageCache | undefined;
  readonly onProgress?: ((progress: ReadingProgress) => void) | undefined;
  /** Waits until there is memory for more than this many messages. */
  readonly makeRoom?: ((read: number, signal: AbortSignal) => Promise<void>) | undefined;
};

const maxHistory = 100_000;

/** Which messages of a channel; without anything, all up to `maxHistory`. */
export type HistoryWindow = {
  /** At most this many, the newest. */
  readonly count?: number | undefined;
  /** An instant, inclusive. */
  readonly from?: string | undefined;
  /** Only what is newer than the message of this id, which need not exist. */
  readonly afterId?: string | undefined;
  /** Only what is older than the message of this id, which need not exist. */
  readonly beforeId?: string | undefined;
};

type Category = {
  readonly channels: readonly SourceChannel[];
  readonly title: string;
  readonly guild: Guild;
};

/** One channel or thread, or the channels of a category and their threads. */
export type Readable = GuildTextBasedChannel | Category;

/**
 * Reads the newest messages, oldest first, each message once; those of people who opted out are only counted. Callers check access first:
 * without the permission Discord returns an empty list. Rejects when aborted, and when Discord keeps failing.
 */
export async function readHistory(
  where: Readable,
  { count = maxHistory, from, afterId, beforeId }: HistoryWindow,
  watch: Watch,
): Promise<Conversation> {
  const { signal, cache, onProgress, makeRoom } = watch;
  const query = {
    before: beforeId,
    count: Math.min(count, maxHistory),
    floor: toFloor(from, afterId),
    cache,
  };
  const { records } = await readNewest(where, query, signal, {
    onProgress,
    makeRoom: async read => makeRoom?.(read, signal),
  });
  const oldestFirst = records.toReversed();
  if (!isCategory(where))
    return { source: toPlacing(where).source, ...(await readMessages(oldestFirst, watch)) };
  const conversation = await readConversation(oldestFirst, where.channels, where.guild, watch);
  return { ...conversation, source: { ...conversation.source, title: where.title } };
}

function isCategory(where: Readable): where is Category {
  return 'channels' in where;
}

/** All wanted messages are newer than this id. */
function toFloor(from: string | undefined, afterId: string | undefined): string {
  const first = from === undefined ? 0n : toFirstId(Date.parse(from));
  const after = afterId === undefined ? 0n : BigInt(afterId);
  const floor = first - 1n > after ? first - 1n : after;
  return String(floor > 0n ? floor : 0n);
}

/** The newest records, the newest first. Of a category, only channels and threads are read that contain something newer than `floor`. */
export async function readNewest(
  where: Readable,
  query: PageBackOptions & { readonly floor: string },
  signal: AbortSignal,
  options: Omit<ReadPlacesOptions, 'order' | 'count'> = {},
): Promise<PlacesReading> {
  const places = isCategory(where)
    ? (await findTextChannels(where.channels, query.floor, where.guild)).filter(
        ({ lastMessageId }) => compareSnowflakes(lastMessageId ?? '0', query.floor) > 0,
      )
    : [where];
  const pages = places.map(channel => ({ channel, pages: pageBack(channel, query, signal) }));
  return readPlaces(pages, { ...options, order: 'newest first', count: query.count });
}

/** Whether Discord hides message content because the intent is off: if half of people's messages are empty, this checks the application. */
export async function isContentHidden({ messages }: Conversation, client: Client<true>): Promise<boolean> {
  const said = messages.filter(({ kind, author }) => kind === 'said' && !author.bot);
  const empty = said.filter(({ text }) => text === '').length;
  if (empty === 0 || empty * 2 < said.length) return false;
  const { flags } = await client.application.fetch();
  return !readsContent(flags.bitfield);
}

/** Why there is nothing to summarize in a place, which is a mention; null if a person wrote something. `from` is the start, in words. */
export function toEmptyWords(
  { messages, optedOut = 0 }: Conversation,
  place: string,
  t: Texts,
  from?: string,
): string | null {
  if (messages.some(isByPerson)) return null;
  if (optedOut > 0) return t('bot.privacy.allOptedOut', { count: optedOut });
  if (messages.length > 0) return t('bot.onlyBots', { place });
  return from === undefined ? t('bot.empty', { place }) : t('bot.emptySince', { place, from });
}

/** Refuses where there is nothing to summarize in a place, or Discord hides it. */
export async function requireMessages(
  { client, t }: { readonly client: Client<true>; readonly t: Texts },
  conversation: Conversation,
  place: string,
  from?: string,
): Promise<void> {
  const empty = toEmptyWords(conversation, place, t, from);
  if (empty !== null) throw new Refusal(empty);
  if (await isContentHidden(conversation, client)) throw new Refusal(t('bot.contentHidden'));
}

/** The records that may be read, and how many may not. */
type FilterResult = {
  readonly records: readonly MessageRecord[];
  readonly optedOut: number;
  /** Messages whose author is to be looked up and unknown: of webhooks, and forwards. */
  readonly unreadable: number;
  readonly rules: SpeakerRules;
};

/** The most originals of forwards to fetch for one reading. */
const maxOriginals = 100;
/** How long one reading looks up who wrote messages, as all servers share the lookups; the rest is left out. */
const longestLookupsMs = 30_000;

type Verdict = 'allowed' | 'opted_out' | 'unknown';

/** Removes messages by people who opted out, before other code sees them; also forwards and webhooks' posts of unknown people. */
export function createOptOutFilter({ client, id: guildId }: InGuild, privacy: PrivacyStore) {
  let originalsLeft = maxOriginals;
  let deadline: AbortSignal | undefined;

  const fetchOriginal = async (record: MessageRecord, signal: AbortSignal): Promise<MessageRecord | null> => {
    const { channel_id: id, message_id: messageId } = record.message_reference ?? {};
    if (id === undefined || messageId === undefined || originalsLeft === 0) return null;
    originalsLeft -= 1;
    return fetchRecord({ client, id }, messageId, signal);
  };

  return async (records: readonly MessageRecord[], signal: AbortSignal): Promise<FilterResult> => {
    const rules = (await privacy.speakers?.(guildId)) ?? membersOnly;
    deadline ??= AbortSignal.timeout(longestLookupsMs);
    const ends = deadline;
    const findUnknown = (some: readonly MessageRecord[]) => findUnknownSenders(some, rules, signal, ends);
    const unknown = await findUnknown(records.map(toStarter));
    const ids = records.map(record => toStarterId(record, rules));
    const optedOut = await privacy.optedOut([...new Set(ids)]);
    const judgesForwards = records.some(isForward) && (await privacy.hasOptOuts());
    const judge = async (record: MessageRecord, own: string): Promise<Verdict> => {
      if (optedOut.has(own)) return 'opted_out';
      if (unknown.has(toStarter(record).id)) return 'unknown';
      if (!judgesForwards || !isForward(record)) return 'allowed';
      const original = await fetchOriginal(record, signal);
      // What a forwarded forward shows may be by anybody.
      if (original === null || isForward(original) || (await findUnknown([original])).size > 0)
        return 'unknown';
      return (await privacy.optedOut([toStarterId(original, rules)])).size > 0 ? 'opted_out' : 'allowed';
    };
    const verdicts: Verdict[] = [];
    for (const [index, record] of records.entries()) verdicts.push(await judge(record, ids[index] ?? ''));
    const count = (verdict: Verdict) => verdicts.filter(each => each === verdict).length;
    return {
      records: records.filter((_, index) => verdicts[index] === 'allowed'),
      optedOut: count('opted_out'),
      unreadable: count('unknown'),
      rules,
    };
  };
}

type InGuild = { readonly client: Client<true>; readonly id: string };

/** For the starter message of a thread, the original message. */
function toStarter(record: MessageRecord): MessageRecord {
  return (record.type === MessageType.ThreadStarterMessage ? record.referenced_message : null) ?? record;
}

function toStarterId(record: MessageRecord, { senders }: SpeakerRules): string {
  return toAuthorId(toStarter(record), senders?.known);
}

function isForward({ message_reference: reference }: MessageRecord): boolean {
  return reference?.type === MessageReferenceType.Forward;
}

/** What of a `Watch` the messages need after their records were read. */
export type ReadingWatch = Pick<Watch, 'signal' | 'privacy' | 'attachments'>;

/**
 * Turns records into messages, channel by channel, without people who opted out, which are counted, and without the bot's own.
 * With `openIds`, forwards keep their text only from these channels and threads.
 */
export async function readMessages(
  taken: readonly ReadRecord[],
  { signal, privacy, attachments = noAttachments }: ReadingWatch,
  openIds?: ReadonlySet<string>,
): Promise<
  Required<Pick<Conversation, 'messages' | 'optedOut' | 'unreadable'>> & Pick<Conversation, 'pictures'>
> {
  const [first] = taken;
  if (first === undefined) return { messages: [], optedOut: 0, unreadable: 0 };
  const allow = createOptOutFilter(first.channel.guild, privacy);
  const { records, rules, ...left } = await allow(
    taken.map(({ record }) => record),
    signal,
  );
  const allowed = new Set(records);
  const { targetOf, fetched } = await findLinked(
    taken.filter(({ record }) => allowed.has(record)),
    { signal, privacy },
  );
  const linked = await allow(
    fetched.map(({ record }) => record),
    signal,
  );
  const linkedIds = new Set(linked.records.map(({ id }) => id));
  for (const record of linked.records) allowed.add(record);
  const messages: Message[] = [];
  const pictures = new Map<string, readonly Picture[]>();
  const budget = toBudget(attachments);
  for (const [channel, own] of Map.groupBy([...fetched, ...taken], each => each.channel)) {
    const readable = own
      .map(({ record }) => record)
      .filter(record => allowed.has(record) && !isOwnPost(toStarter(record), channel.client.user.id))
      .map(record => (openIds ? withoutClosedForward(record, openIds) : record));
    await learnNames(channel, readable, signal);
    const context = { ...toChannelContext(channel), rules };
    const api = channel.client.options.rest?.api ?? '';
    const files = await readAttachedFiles(readable.flatMap(listAttachments), api, budget, signal);
    // In slices, so that other requests are served in between.
    await mapWithPauses(readable, record => {
      const message = readRecord(record, context, files);
      const target = targetOf.get(message.id);
      messages.push({
        ...message,
        ...(target !== undefined && { replyTo: target }),
        ...(linkedIds.has(message.id) && { linked: true as const }),
      });
      const seen = listAttachments(record).flatMap(file => {
        const found = files.get(file);
        return found?.state === 'seen' ? [found.picture] : [];
      });
      if (seen.length > 0) pictures.set(message.id, seen);
    });
  }
  return {
    messages,
    optedOut: left.optedOut + linked.optedOut,
    unreadable: left.unreadable + linked.unreadable,
    ...(pictures.size > 0 && { pictures }),
  };
}

/** Elsewhere, those who read the answer may not read the original. */
function withoutClosedForward(record: MessageRecord, openIds: ReadonlySet<string>): MessageRecord {
  const { message_reference: reference } = record;
  const isClosed =
    reference?.type === MessageReferenceType.Forward && !openIds.has(reference.channel_id ?? '');
  return isClosed ? { ...record, message_snapshots: [] } : record;
}

/** Turns the records of several channels and their threads into one conversation, oldest first. */
export async function readConversation(
  taken: readonly ReadRecord[],
  channels: readonly SourceChannel[],
  guild: Guild,
  watch: ReadingWatch,
): Promise<Conversation> {
  const openIds = new Set([...channels, ...taken.map(({ channel }) => channel)].map(({ id }) => id));
  const { messages, ...left } = await readMessages(taken, watch, openIds);
  // The message that started a thread is read in the channel and in the thread.
  const distinct = new Map(messages.map(message => [message.id, message]));
  return { source: toSource(channels, guild), messages: [...distinct.values()], ...left };
}

/** One channel is named; of several the names are joined. */
export function toSource(channels: readonly SourceChannel[], guild: Guild): Source {
  const sources = channels.map(channel => toPlacing(channel).source);
  const [only, ...others] = sources;
  if (only && others.length === 0) return only;
  return {
    type: 'discord',
    title: sources.map(({ title }) => title).join(' · ') || guild.name,
    guildId: guild.id,
    channelIds: [...new Set(sources.flatMap(({ channelIds }) => channelIds))],
    ...(channels.some(channel => channel.isThread()) && { placeIds: channels.map(({ id }) => id) }),
  };
}
