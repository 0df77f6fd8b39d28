import type { Guild, GuildTextBasedChannel } from 'discord.js';
import type { DigestReading } from '../../../app/digests/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Message, Source } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import type { Watch } from '../history.ts';
import { createLearnMembers } from '../members.ts';
import { readRecord, toSetting } from '../message.ts';
import { toPlacing } from '../places.ts';
import { createAllowRecords } from '../privacy/withheld-records.ts';
import { fetchAfter } from '../records.ts';
import { findPlaces, type Place, type Sources } from './sources.ts';

/** What was read at a place; null if it is withheld from summaries. */
type ReadMessage = {
  readonly placeId: string;
  readonly recordId: string;
  readonly message: Message | null;
};

/** Reads at most `limit` messages of these sources that the digest has not covered, the oldest first. */
export async function readSources(
  digest: Digest,
  { channels, leftOut }: Sources,
  guild: Guild,
  limit: number,
  watch: Pick<Watch, 'signal' | 'privacy'>,
): Promise<DigestReading> {
  const all: ReadMessage[] = [];
  let hasMore = false;
  let optedOut = 0;
  let unreadable = 0;
  for (const place of await findPlaces(channels, digest, guild)) {
    watch.signal.throwIfAborted();
    const read = await readPlace(place, limit, watch);
    all.push(...read.messages);
    hasMore ||= read.hasMore;
    optedOut += read.optedOut;
    unreadable += read.unreadable;
  }
  all.sort((a, b) => compareSnowflakes(a.recordId, b.recordId));
  const read = all.slice(0, limit);
  const messages = read.flatMap(({ message }) => message ?? []);
  return {
    conversation: {
      source: toSource(channels, guild),
      // What a thread grew from is read in the channel and in the thread.
      messages: [...new Map(messages.map(message => [message.id, message])).values()],
      unreadable,
      optedOut,
    },
    covered: Object.fromEntries(read.map(({ placeId, recordId }) => [placeId, recordId])),
    hasMore: hasMore || read.length < all.length,
    leftOut,
  };
}

async function readPlace(
  { channel, afterId }: Place,
  limit: number,
  { signal, privacy }: Pick<Watch, 'signal' | 'privacy'>,
) {
  const setting = toSetting(channel);
  const learn = createLearnMembers(channel);
  const { records, hasMore } = await fetchAfter(channel, afterId, limit, signal);
  const allowed = await createAllowRecords(channel.client, privacy)(records, signal);
  const { optedOut, unreadable } = allowed;
  await learn(allowed.records, signal);
  const readable = new Set(allowed.records);
  const messages = records.map(
    (record): ReadMessage => ({
      placeId: channel.id,
      recordId: record.id,
      message: readable.has(record) ? readRecord(record, setting) : null,
    }),
  );
  return { messages, hasMore, optedOut, unreadable };
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
