import type { Client } from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import type { LogEntry } from '../../../core/decisions/entry.ts';
import { toVisibleEntry } from '../../../core/decisions/visible.ts';
import { withLogStates } from '../../../core/topics/log-state.ts';
import type { TopicRecord } from '../../../core/topics/record.ts';
import type { TopicClaim } from '../../../core/topics/topic-claim.ts';
import { findSource } from '../access/stored-sources.ts';

type Reader = {
  /** Whether the reader may read this channel or thread. */
  readonly mayRead: (placeId: string) => Promise<boolean>;
  readonly privacy: PrivacyStore;
  /** The decision log of the server. */
  readonly entries: readonly LogEntry[];
};

/**
 * What a reader may know of records: the claims whose messages they may all read, without those of people who opted out,
 * and how far the channels that they may read were read. The claims have their states in the log, as far as the reader may
 * see it.
 */
export async function toVisibleRecords(
  records: readonly TopicRecord[],
  { mayRead, privacy, entries }: Reader,
): Promise<readonly TopicRecord[]> {
  const sources = records.flatMap(({ contributions }) =>
    contributions.flatMap(({ claims }) => claims.flatMap(each => each.sources)),
  );
  const optedOut = await privacy.optedOut([...new Set(sources.flatMap(({ authorId }) => authorId ?? []))]);
  const related = findRelated(entries, new Set(sources.map(({ messageId }) => messageId)));
  const placeIds = [
    ...[...records, ...sources].map(({ placeId }) => placeId),
    ...related.flatMap(({ places }) => places),
  ];
  const readable = new Set<string>();
  for (const id of new Set(placeIds)) if (await mayRead(id)) readable.add(id);
  const log = related.flatMap(entry => toVisibleEntry(entry, id => readable.has(id)) ?? []);
  const isVisible = (claim: TopicClaim) =>
    claim.sources.every(({ placeId, authorId = '' }) => readable.has(placeId) && !optedOut.has(authorId));
  const visible = records
    .filter(({ placeId }) => readable.has(placeId))
    .map(({ placeId, contributions }) => ({
      placeId,
      contributions: contributions.map(each => ({ ...each, claims: each.claims.filter(isVisible) })),
    }));
  return withLogStates(visible, log);
}

/** The entries that rest on any of these messages, and those that replaced them. */
function findRelated(entries: readonly LogEntry[], messageIds: ReadonlySet<string>): readonly LogEntry[] {
  const citing = entries.filter(({ sources }) => sources.some(({ messageId }) => messageIds.has(messageId)));
  const laterIds = new Set(citing.flatMap(each => (each.kind === 'decision' ? each.supersededBy : [])));
  return [...new Set([...citing, ...entries.filter(({ id }) => laterIds.has(id))])];
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
