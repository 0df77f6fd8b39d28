import { type Client, type GuildTextBasedChannel, Routes } from 'discord.js';
import type { KeptSummary } from '../../../app/ports.ts';
import type { MessageChanges } from '../../../core/claims/amend.ts';
import { toCitedIds } from '../../../core/claims/cited.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { abortable } from '../abortable.ts';
import { findPlace } from '../places.ts';
import type { MessageRecord } from '../record.ts';
import { fetchPage, pageSize } from '../records.ts';
import { orRefusal } from '../refusals.ts';

/** What Discord says of messages: who wrote those that it gave, when they were edited last, and which are deleted. */
export type Asked = {
  readonly deleted: ReadonlySet<string>;
  readonly editedMs: ReadonlyMap<string, number>;
  readonly authors: ReadonlyMap<string, string>;
};

/**
 * Asks Discord for all messages that summaries cite, channel by channel: one request for every stretch of a hundred
 * messages that holds some, for all summaries together, and one more for every channel in which one is missing.
 */
export async function askCited(
  all: readonly Pick<KeptSummary, 'summary' | 'channelId' | 'places'>[],
  client: Client,
  signal: AbortSignal,
): Promise<Asked> {
  const wanted = new Map<string, Set<string>>();
  for (const { summary, channelId, places } of all) {
    for (const id of toCitedIds(summary)) {
      const placeId = places?.[id] ?? channelId;
      wanted.set(placeId, (wanted.get(placeId) ?? new Set()).add(id));
    }
  }
  const deleted = new Set<string>();
  const editedMs = new Map<string, number>();
  const authors = new Map<string, string>();
  for (const [placeId, ids] of wanted) {
    const place = await findPlace(client, placeId);
    // What the bot may not see is not taken for deleted.
    if (place === 'hidden') continue;
    const found = place === 'gone' ? null : await askMessages(place, ids, signal);
    for (const id of found === null ? ids : found.deleted) deleted.add(id);
    for (const { id, author, edited_timestamp: at } of found?.records ?? []) {
      authors.set(id, author.id);
      if (at !== null) editedMs.set(id, Date.parse(at));
    }
  }
  return { deleted, editedMs, authors };
}

/** What of it changes a summary. */
export function toChanges(
  { summary, createdAt }: KeptSummary,
  asked: Asked,
  optedOut: ReadonlySet<string>,
): MessageChanges {
  const ids = toCitedIds(summary);
  const isWithheld = (id: string) => optedOut.has(asked.authors.get(id) ?? '');
  return {
    deleted: new Set(ids.filter(id => asked.deleted.has(id) || isWithheld(id))),
    edited: new Set(ids.filter(id => (asked.editedMs.get(id) ?? 0) > Date.parse(createdAt))),
    optedOut,
  };
}

/**
 * These messages of one channel; null if the channel is gone. A bot that may not read the history is given empty lists,
 * so a message counts as deleted only when Discord says so of one that is missing.
 */
async function askMessages(
  channel: GuildTextBasedChannel,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ readonly deleted: ReadonlySet<string>; readonly records: readonly MessageRecord[] } | null> {
  const records: MessageRecord[] = [];
  const missing = new Set<string>();
  const wanted = new Set([...ids].filter(id => id !== channel.id).sort(compareSnowflakes));
  for (let [next] = wanted; next !== undefined; [next] = wanted) {
    const after = String(BigInt(next) - 1n);
    const page = await orRefusal(fetchPage(channel, { limit: pageSize, after }, signal));
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
  const isGone = first !== undefined && (await ask(channel, first, signal)) === 'gone';
  const deleted = isGone ? missing : new Set<string>();
  if (!ids.has(channel.id)) return { deleted, records };
  const starter = await askStarter(channel, signal);
  if (starter === 'gone') return { deleted: new Set([...deleted, channel.id]), records };
  return { deleted, records: typeof starter === 'string' ? records : [...records, starter] };
}

/** The message that a thread grew from, which stands in its parent; of a forum post it stands in the post. */
function askStarter(channel: GuildTextBasedChannel, signal: AbortSignal) {
  const parent = channel.isThread() ? channel.parent : null;
  return ask(parent === null || parent.isThreadOnly() ? channel : parent, channel.id, signal);
}

async function ask(
  { client, id }: Pick<GuildTextBasedChannel, 'client' | 'id'>,
  messageId: string,
  signal: AbortSignal,
) {
  const record = await abortable(signal, own =>
    orRefusal(client.rest.get(Routes.channelMessage(id, messageId), { signal: own })),
  );
  return typeof record === 'string' ? record : (record as MessageRecord);
}
