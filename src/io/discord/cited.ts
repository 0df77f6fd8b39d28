import { type GuildTextBasedChannel, Routes } from 'discord.js';
import type { KeptSummary } from '../../app/ports.ts';
import type { MessageChanges } from '../../core/claims/amend.ts';
import { toCitedIds } from '../../core/claims/cited.ts';
import { abortable } from './abortable.ts';
import type { MessageRecord } from './record.ts';
import { fetchPage, pageSize } from './records.ts';
import { orRefusal } from './refusals.ts';

/**
 * Asks Discord what became of the messages that a summary cites: one request for every stretch of a hundred messages
 * that holds some. Whoever asks has made sure that the bot may read the channel: who may not is given empty lists, so
 * that a message is taken for deleted only when Discord says so of one that is missing.
 */
export async function askChanges(
  kept: KeptSummary,
  channel: GuildTextBasedChannel,
  signal: AbortSignal,
): Promise<MessageChanges & { readonly authors: ReadonlyMap<string, string> }> {
  const madeMs = Date.parse(kept.createdAt);
  const edited = new Set<string>();
  const missing = new Set<string>();
  const authors = new Map<string, string>();
  const take = ({ id, author, edited_timestamp: at }: MessageRecord) => {
    authors.set(id, author.id);
    if (at !== null && Date.parse(at) > madeMs) edited.add(id);
  };
  const { places } = kept;
  const cited = toCitedIds(kept.summary).filter(id => (places?.[id] ?? channel.id) === channel.id);
  const wanted = new Set(cited.filter(id => id !== channel.id));
  for (let [next] = wanted; next !== undefined; [next] = wanted) {
    const page = await fetchPage(channel, { limit: pageSize, after: String(BigInt(next) - 1n) }, signal);
    const found = new Map(page.map(record => [record.id, record]));
    const [newest] = page;
    const isLast = page.length < pageSize || newest === undefined;
    for (const id of [...wanted]) {
      if (!isLast && BigInt(id) > BigInt(newest.id)) break;
      const record = found.get(id);
      if (record) take(record);
      else missing.add(id);
      wanted.delete(id);
    }
  }
  const [first] = missing;
  const deleted =
    first !== undefined && (await ask(channel, first, signal)) === 'gone' ? missing : new Set<string>();
  if (!cited.includes(channel.id)) return { deleted, edited, authors };
  const starter = await askStarter(channel, signal);
  if (starter === 'gone') return { deleted: new Set([...deleted, channel.id]), edited, authors };
  if (typeof starter !== 'string') take(starter);
  return { deleted, edited, authors };
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
