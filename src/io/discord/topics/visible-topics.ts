import type { Client } from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import type { TopicRecord } from '../../../core/topics/record.ts';
import type { TopicClaim } from '../../../core/topics/topic-claim.ts';
import { findSource } from '../access/stored-sources.ts';

type Reader = {
  /** Whether the reader may read this channel or thread. */
  readonly mayRead: (placeId: string) => Promise<boolean>;
  readonly privacy: PrivacyStore;
};

/**
 * What a reader may know of records: the claims whose messages they may all read, without those of people who opted out,
 * and how far the channels that they may read were read.
 */
export async function toVisibleRecords(
  records: readonly TopicRecord[],
  { mayRead, privacy }: Reader,
): Promise<readonly TopicRecord[]> {
  const sources = records.flatMap(({ contributions }) =>
    contributions.flatMap(({ claims }) => claims.flatMap(each => each.sources)),
  );
  const optedOut = await privacy.optedOut([...new Set(sources.flatMap(({ authorId }) => authorId ?? []))]);
  const readable = new Set<string>();
  for (const id of new Set([...records, ...sources].map(({ placeId }) => placeId)))
    if (await mayRead(id)) readable.add(id);
  const isVisible = (claim: TopicClaim) =>
    claim.sources.every(({ placeId, authorId = '' }) => readable.has(placeId) && !optedOut.has(authorId));
  return records
    .filter(({ placeId }) => readable.has(placeId))
    .map(({ placeId, contributions }) => ({
      placeId,
      contributions: contributions.map(each => ({ ...each, claims: each.claims.filter(isVisible) })),
    }));
}

/** The records of a channel and its threads. */
export async function ofChannel(
  records: readonly TopicRecord[],
  channelId: string,
  client: Client,
): Promise<readonly TopicRecord[]> {
  const own: TopicRecord[] = [];
  for (const record of records) {
    const place = record.placeId === channelId ? null : await findSource(client, record.placeId);
    const isThread = place !== null && typeof place !== 'string' && place.isThread();
    if (place === null || (isThread && place.parentId === channelId)) own.push(record);
  }
  return own;
}
