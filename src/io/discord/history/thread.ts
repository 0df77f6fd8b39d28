import { type Client, type GuildTextBasedChannel, MessageReferenceType } from 'discord.js';
import type { StoredSummary } from '../../../app/store-ports.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { findChannel, findSource, toPlacing } from '../access/places.ts';
import { toReadPlaces, toSourceIds } from '../access/stored-sources.ts';
import { readHistory, readMessages, type Watch } from './history.ts';
import { type MessageRecord, toFirstId, toInstant } from './message.ts';
import { fetchRecord, pageForward } from './pages.ts';

const maxAncestors = 50;
const maxFollowing = 200;
const gapMs = 60 * 60_000;

/** The thread that a message starts or is in, archived or not; otherwise its channel. */
export async function findThread(
  channel: GuildTextBasedChannel,
  messageId: string,
): Promise<GuildTextBasedChannel> {
  // A thread has the id of the message that started it.
  const started = channel.isThread() ? channel : await findChannel(channel.client, messageId);
  return started?.isThread() ? started : channel;
}

/** Reads the newest `count` messages of the thread of a message, or the conversation around it in its channel. */
export async function readThread(
  channel: GuildTextBasedChannel,
  messageId: string,
  count: number,
  watch: Watch,
): Promise<Conversation> {
  const found = await findThread(channel, messageId);
  return found.isThread()
    ? readHistory(found, { count }, watch)
    : readMessagesAround(found, messageId, watch);
}

/**
 * Reads what a message answers, and what follows until the channel is silent for an hour, then answers to what was read; of 200 messages.
 * Not only replies: most people answer without the button, and a missed "ok, let's do that" is worse than another topic.
 */
async function readMessagesAround(
  channel: GuildTextBasedChannel,
  messageId: string,
  watch: Watch,
): Promise<Conversation> {
  const { signal } = watch;
  const talk: MessageRecord[] = [];
  for (let id: string | undefined = messageId; id !== undefined && talk.length <= maxAncestors; ) {
    const record: MessageRecord | null = await fetchRecord(channel, id, signal);
    if (record) talk.unshift(record);
    id = record ? toAnswered(record) : undefined;
  }
  const following: MessageRecord[] = [];
  for await (const page of pageForward(channel, { afterId: messageId }, signal)) {
    following.push(...page);
    if (following.length >= maxFollowing) break;
  }
  talk.push(...toFollowing(talk, messageId, following));
  const taken = talk.map(record => ({ channel, record }));
  return { source: toPlacing(channel).source, ...(await readMessages(taken, watch)) };
}

/** The id of what a message answers in its own channel. */
function toAnswered({ message_reference: reference, channel_id }: MessageRecord): string | undefined {
  if (!reference || reference.type === MessageReferenceType.Forward) return undefined;
  return reference.channel_id === channel_id ? reference.message_id : undefined;
}

function toFollowing(
  talk: readonly MessageRecord[],
  from: string,
  after: readonly MessageRecord[],
): MessageRecord[] {
  const kept = new Set(talk.map(({ id }) => id));
  let lastMs = toMs(from);
  let isSilent = false;
  return after.filter(record => {
    const atMs = toMs(record.id);
    isSilent ||= atMs - lastMs > gapMs;
    lastMs = atMs;
    const belongs = !isSilent || kept.has(toAnswered(record) ?? '');
    if (belongs) kept.add(record.id);
    return belongs;
  });
}

function toMs(id: string): number {
  return Date.parse(toInstant(id));
}

/** The messages that a summary was made of, as they are now; at most `count`, the newest. Null if a channel is lost. Access is checked before. */
export async function readAgain(
  stored: StoredSummary,
  client: Client,
  count: number,
  watch: Watch,
): Promise<Conversation | null> {
  const { request, summary, places } = stored;
  const { source, timeRange } = summary;
  if (timeRange === null) return null;
  const { start: from, end: to } = timeRange;
  const ids = source.threadId
    ? [source.threadId]
    : (source.placeIds ?? (await toSourceIds(toReadPlaces({ ...stored, linked: {} }), client)));
  const found = await Promise.all(ids.map(id => findSource(client, id)));
  // Claims from deleted channels were removed.
  const channels = found.filter(channel => typeof channel !== 'string');
  const [first] = channels;
  if (first === undefined || found.includes('hidden')) return null;
  const window = { count, from, beforeId: String(toFirstId(Date.parse(to) + 1)) };
  if (places !== undefined)
    return readHistory({ channels, title: source.title, guild: first.guild }, window, watch);
  if (!first.isTextBased()) return null;
  // Its time range would include other messages of the channel.
  if (request.threadOf && !first.isThread())
    return readThread(first, request.threadOf.messageId, count, watch);
  return readHistory(first, window, watch);
}
