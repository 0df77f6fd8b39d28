import { type Client, type GuildTextBasedChannel, Routes } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import { toCitedIds } from '../../../core/claims/footnotes.ts';
import type { MessageChanges } from '../../../core/claims/message-changes.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { findPlace } from '../access/places.ts';
import { abortable } from '../history/abortable.ts';
import { fetchPage, pageSize } from '../history/pages.ts';
import type { MessageRecord } from '../history/record.ts';
import { orUnavailable } from '../interaction/unavailable.ts';

/** The state of messages in Discord: the authors of those found, the times of edits, and which are deleted. */
type MessageStates = {
  readonly deleted: ReadonlySet<string>;
  readonly editedMs: ReadonlyMap<string, number>;
  readonly authors: ReadonlyMap<string, string>;
};

/**
 * Fetches all messages that the summaries cite, channel by channel. One request covers 100 consecutive messages of a
 * channel, and a channel with missing messages needs one more.
 */
export async function fetchMessageStates(
  all: readonly Pick<StoredSummary, 'summary' | 'channelId' | 'places'>[],
  client: Client,
  signal: AbortSignal,
): Promise<MessageStates> {
  const wanted = new Map<string, Set<string>>();
  for (const { summary, channelId, places } of all) {
    for (const id of toCitedIds(summary)) {
      const placeId = places?.[id] ?? channelId;
      wanted.set(placeId, (wanted.get(placeId) ?? new Set()).add(id));
    }
  }
  return fetchStates(wanted, client, signal);
}

/** The same for messages by their channel or thread. */
export async function fetchStates(
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  client: Client,
  signal: AbortSignal,
): Promise<MessageStates> {
  const deleted = new Set<string>();
  const editedMs = new Map<string, number>();
  const authors = new Map<string, string>();
  for (const [placeId, ids] of wanted) {
    const place = await findPlace(client, placeId);
    // Messages hidden from the bot do not count as deleted.
    if (place === 'hidden') continue;
    const found = place === 'gone' ? null : await fetchChannelStates(place, ids, signal);
    for (const id of found === null ? ids : found.deleted) deleted.add(id);
    for (const { id, author, edited_timestamp: at } of found?.records ?? []) {
      authors.set(id, author.id);
      if (at !== null) editedMs.set(id, Date.parse(at));
    }
  }
  return { deleted, editedMs, authors };
}

/** The changes that affect this summary. */
export function toChanges(
  { summary, createdAt }: StoredSummary,
  states: MessageStates,
  optedOut: ReadonlySet<string>,
): MessageChanges {
  const ids = toCitedIds(summary);
  const isWithheld = (id: string) => optedOut.has(states.authors.get(id) ?? '');
  return {
    deleted: new Set(ids.filter(id => states.deleted.has(id) || isWithheld(id))),
    edited: new Set(ids.filter(id => (states.editedMs.get(id) ?? 0) > Date.parse(createdAt))),
    optedOut,
  };
}

/**
 * The state of these messages in one channel; null if the channel is gone. Without permission to read the history,
 * Discord returns empty lists, so messages count as deleted only if Discord confirms it for a missing one.
 */
async function fetchChannelStates(
  channel: GuildTextBasedChannel,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ readonly deleted: ReadonlySet<string>; readonly records: readonly MessageRecord[] } | null> {
  const records: MessageRecord[] = [];
  const missing = new Set<string>();
  const wanted = new Set([...ids].filter(id => id !== channel.id).sort(compareSnowflakes));
  for (let [next] = wanted; next !== undefined; [next] = wanted) {
    const after = String(BigInt(next) - 1n);
    const page = await orUnavailable(fetchPage(channel, { limit: pageSize, after }, signal));
    if (page === 'gone') return null;
    if (page === 'hidden') return { deleted: new Set(), records };
    const found = new Map(page.map(record => [record.id, record]));
    const [newest] = page;
    const isLast = page.length < pageSize || newest === undefined;
    for (const id of [...wanted]) {
      if (!isLast && BigInt(id) > BigInt(newest.id)) break;
      const record = found.get(id);
      if (record) records.push(record);
      else missing.add(id);
      wanted.delete(id);
    }
  }
  const [first] = missing;
  const isGone = first !== undefined && (await fetchRecord(channel, first, signal)) === 'gone';
  const deleted = isGone ? missing : new Set<string>();
  if (!ids.has(channel.id)) return { deleted, records };
  const starter = await fetchStarter(channel, signal);
  if (starter === 'gone') return { deleted: new Set([...deleted, channel.id]), records };
  return { deleted, records: typeof starter === 'string' ? records : [...records, starter] };
}

/** The message that started a thread, which is in the parent channel; a forum post contains its own. */
function fetchStarter(channel: GuildTextBasedChannel, signal: AbortSignal) {
  const parent = channel.isThread() ? channel.parent : null;
  return fetchRecord(parent === null || parent.isThreadOnly() ? channel : parent, channel.id, signal);
}

async function fetchRecord(
  { client, id }: Pick<GuildTextBasedChannel, 'client' | 'id'>,
  messageId: string,
  signal: AbortSignal,
) {
  const record = await abortable(signal, own =>
    orUnavailable(client.rest.get(Routes.channelMessage(id, messageId), { signal: own })),
  );
  return typeof record === 'string' ? record : (record as MessageRecord);
}
