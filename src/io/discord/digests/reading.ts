import type { Guild, GuildTextBasedChannel } from 'discord.js';
import type { DigestReading } from '../../../app/digests/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Message, Source } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { createLearnMembers } from '../members.ts';
import { readRecord, toSetting } from '../message.ts';
import { toPlacing } from '../places.ts';
import { fetchAfter } from '../records.ts';
import { findPlaces, type Place, type Sources } from './sources.ts';

type ReadMessage = { readonly placeId: string; readonly recordId: string; readonly message: Message };

/** Reads at most `limit` messages of these sources that the digest has not covered, the oldest first. */
export async function readSources(
  digest: Digest,
  { channels, leftOut }: Sources,
  guild: Guild,
  limit: number,
  signal: AbortSignal,
): Promise<DigestReading> {
  const all: ReadMessage[] = [];
  let hasMore = false;
  for (const place of await findPlaces(channels, digest, guild)) {
    signal.throwIfAborted();
    const read = await readPlace(place, limit, signal);
    all.push(...read.messages);
    hasMore ||= read.hasMore;
  }
  all.sort((a, b) => compareSnowflakes(a.recordId, b.recordId));
  const read = all.slice(0, limit);
  return {
    conversation: {
      source: toSource(channels, guild),
      // What a thread grew from is read in the channel and in the thread.
      messages: [...new Map(read.map(({ message }) => [message.id, message])).values()],
      unreadable: 0,
    },
    covered: Object.fromEntries(read.map(({ placeId, recordId }) => [placeId, recordId])),
    hasMore: hasMore || read.length < all.length,
    leftOut,
  };
}

async function readPlace({ channel, afterId }: Place, limit: number, signal: AbortSignal) {
  const setting = toSetting(channel);
  const learn = createLearnMembers(channel);
  const { records, hasMore } = await fetchAfter(channel, afterId, limit, signal);
  await learn(records, signal);
  const messages = records.map(
    (record): ReadMessage => ({
      placeId: channel.id,
      recordId: record.id,
      message: readRecord(record, setting),
    }),
  );
  return { messages, hasMore };
}

/** One channel is named; of several the names are joined. */
function toSource(channels: readonly GuildTextBasedChannel[], guild: Guild): Source {
  const sources = channels.map(channel => toPlacing(channel).source);
  const [only, ...others] = sources;
  if (only && others.length === 0) return only;
  return {
    type: 'discord',
    title: sources.map(({ title }) => title).join(', ') || guild.name,
    guildId: guild.id,
    channelIds: [...new Set(sources.flatMap(({ channelIds }) => channelIds))],
  };
}
