import { type Guild, type GuildTextBasedChannel, MessageReferenceType } from 'discord.js';
import type { DigestReading } from '../../../app/digests/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Message, Source } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import type { Watch } from '../history.ts';
import { createLearnMembers } from '../members.ts';
import { readRecord, toSetting } from '../message.ts';
import { toPlacing } from '../places.ts';
import { createAllowRecords } from '../privacy/withheld-records.ts';
import type { MessageRecord } from '../record.ts';
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
  const places = await findPlaces(channels, digest, guild);
  const openIds = new Set([...channels, ...places.map(({ channel }) => channel)].map(({ id }) => id));
  for (const place of places) {
    watch.signal.throwIfAborted();
    const read = await readPlace(place, limit, openIds, watch);
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
  openIds: ReadonlySet<string>,
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
      message: readable.has(record) ? readRecord(withoutClosedForward(record, openIds), setting) : null,
    }),
  );
  return { messages, hasMore, optedOut, unreadable };
}

/** A forward keeps its text only if its original is in a source: elsewhere the readers of the digest may not read it. */
function withoutClosedForward(record: MessageRecord, openIds: ReadonlySet<string>): MessageRecord {
  const { message_reference: reference } = record;
  const isClosed =
    reference?.type === MessageReferenceType.Forward && !openIds.has(reference.channel_id ?? '');
  return isClosed ? { ...record, message_snapshots: [] } : record;
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
