import { type Guild, MessageReferenceType } from 'discord.js';
import type { DigestReading } from '../../../app/digests/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation, Message, Source } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { type SourceChannel, toPlacing } from '../access/places.ts';
import type { Watch } from '../history/history.ts';
import { createMembers } from '../history/members.ts';
import { readRecords, toChannelContext } from '../history/message.ts';
import { pageForward } from '../history/pages.ts';
import { type ReadRecord, readPlaces } from '../history/read-places.ts';
import type { MessageRecord } from '../history/record.ts';
import { createOptOutFilter } from '../settings/privacy/withheld-records.ts';
import { findPlaces, type Sources } from './sources.ts';

/**
 * Reads at most `limit` messages of these sources that the digest has not covered, oldest first.
 */
export async function readSources(
  digest: Digest,
  { channels, leftOut }: Sources,
  guild: Guild,
  limit: number,
  { signal, privacy }: Pick<Watch, 'signal' | 'privacy'>,
): Promise<DigestReading> {
  const places = await findPlaces(channels, digest, guild);
  // No place is read further than all others, so what is covered is covered up to its newest message everywhere.
  const lastId = places
    .map(({ channel }) => channel.lastMessageId ?? '0')
    .sort(compareSnowflakes)
    .at(-1);
  const pages = places.map(({ channel, afterId }) => ({
    channel,
    pages: pageForward(channel, { afterId, lastId }, signal),
  }));
  const { records: taken, hasMore } = await readPlaces(pages, { order: 'oldest first', count: limit });
  return {
    conversation: await toConversation(taken, channels, guild, { signal, privacy }),
    covered: Object.fromEntries(taken.map(({ channel, record }) => [channel.id, record.id])),
    hasMore,
    leftOut,
  };
}

/** Turns the records of several channels and their threads into one conversation, oldest first. */
export async function toConversation(
  taken: readonly ReadRecord[],
  channels: readonly SourceChannel[],
  guild: Guild,
  { signal, privacy }: Pick<Watch, 'signal' | 'privacy'>,
): Promise<Conversation> {
  const allow = createOptOutFilter(guild.client, privacy);
  const { records, optedOut, unreadable } = await allow(
    taken.map(({ record }) => record),
    signal,
  );
  const allowed = new Set(records);
  const openIds = new Set([...channels, ...taken.map(({ channel }) => channel)].map(({ id }) => id));
  const messages = await toMessages(
    taken.filter(({ record }) => allowed.has(record)),
    openIds,
    signal,
  );
  return {
    source: toSource(channels, guild),
    // The message that started a thread is read in the channel and in the thread.
    messages: [...new Map(messages.map(message => [message.id, message])).values()],
    unreadable,
    optedOut,
  };
}

async function toMessages(
  taken: readonly ReadRecord[],
  openIds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const messages: Message[] = [];
  for (const [channel, own] of Map.groupBy(taken, each => each.channel)) {
    const records = own.map(({ record }) => withoutClosedForward(record, openIds));
    const members = createMembers(channel);
    members.learn(records, signal);
    await members.known(signal);
    for (const message of await readRecords(records, toChannelContext(channel))) messages.push(message);
  }
  return messages;
}

/** A forward keeps its text only if its original is in a source: elsewhere the readers of the digest may not read it. */
function withoutClosedForward(record: MessageRecord, openIds: ReadonlySet<string>): MessageRecord {
  const { message_reference: reference } = record;
  const isClosed =
    reference?.type === MessageReferenceType.Forward && !openIds.has(reference.channel_id ?? '');
  return isClosed ? { ...record, message_snapshots: [] } : record;
}

/** One channel is named; of several the names are joined. */
function toSource(channels: readonly SourceChannel[], guild: Guild): Source {
  const sources = channels.map(channel => toPlacing(channel).source);
  const [only, ...others] = sources;
  if (only && others.length === 0) return only;
  return {
    type: 'discord',
    title: sources.map(({ title }) => title).join(', ') || guild.name,
    guildId: guild.id,
    channelIds: [...new Set(sources.flatMap(({ channelIds }) => channelIds))],
    ...(channels.some(channel => channel.isThread()) && { placeIds: channels.map(({ id }) => id) }),
  };
}
