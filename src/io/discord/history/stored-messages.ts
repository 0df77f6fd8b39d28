import type { Client, GuildTextBasedChannel } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { findSource } from '../access/places.ts';
import { toReadPlaces, toSourceIds } from '../access/stored-sources.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { readHistory, type Watch } from './history.ts';
import { readCategory } from './read-channels.ts';
import { toFirstId } from './record.ts';
import { readThread } from './thread.ts';

/**
 * The messages that a stored summary was made of, as they are now; at most `count`, the newest. Null if the bot can no
 * longer read all of its channels. Whether a person may read them is checked before.
 */
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
    : (source.placeIds ?? (await toSourceIds(toReadPlaces(stored), client)));
  const found = await Promise.all(ids.map(id => findSource(client, id)));
  // Claims from deleted channels were removed.
  const channels = found.filter(channel => typeof channel !== 'string');
  const [first] = channels;
  if (first === undefined || found.includes('hidden')) return null;
  if (places !== undefined) {
    const beforeId = String(toFirstId(Date.parse(to) + 1));
    return readCategory({ channels, title: source.title }, { count, from, beforeId }, first.guild, watch);
  }
  if (!first.isTextBased()) return null;
  const talk = await readTalkAgain(first, request.threadOf?.messageId, count, watch);
  return talk ?? readHistory(first, { count, from, to }, watch);
}

/** A conversation around a message: reading its time range would include other messages of the channel. */
async function readTalkAgain(
  channel: GuildTextBasedChannel,
  messageId: string | undefined,
  count: number,
  watch: Watch,
): Promise<Conversation | null> {
  if (messageId === undefined || channel.isThread()) return null;
  const message = await orUnavailable(channel.messages.fetch(messageId));
  return typeof message === 'string' ? null : readThread(message, count, watch);
}
