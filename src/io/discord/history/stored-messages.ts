import type { Client, GuildTextBasedChannel } from 'discord.js';
import type { PrivacyStore, StoredSummary } from '../../../app/ports.ts';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import { compareSnowflakes, isByPerson } from '../../../core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../core/conversation/message.ts';
import type { ReadableChannel } from '../access/places.ts';
import { findSource, toReadPlaces, toSourceIds } from '../access/stored-sources.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { readHistory, type Watch } from './history.ts';
import { createMembers, readRecords, toChannelContext } from './message.ts';
import { createOptOutFilter } from './opt-out.ts';
import { fetchPage, pageSize } from './pages.ts';
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
  channel: ReadableChannel,
  messageId: string | undefined,
  count: number,
  watch: Watch,
): Promise<Conversation | null> {
  if (messageId === undefined || channel.isThread()) return null;
  const message = await orUnavailable(channel.messages.fetch(messageId));
  return typeof message === 'string' ? null : readThread(message, count, watch);
}

/** The most requests for one page; cited messages beyond them have no neighbors. */
const mostRequests = 20;

type Options = { readonly privacy: PrivacyStore; readonly signal: AbortSignal };

/**
 * The message before and the one after each cited message, as they are now, if people wrote them who did not opt out.
 * Whether the sources may be read is checked before.
 */
export async function readNeighbors(
  { summary, channelId, places }: StoredSummary,
  client: Client<true>,
  options: Options,
): Promise<readonly Message[]> {
  const cited = Map.groupBy(toShownIds(summary), id => places?.[id] ?? channelId);
  const found: Message[] = [];
  let left = mostRequests;
  for (const [placeId, ids] of cited) {
    const channel = await findSource(client, placeId);
    if (typeof channel === 'string' || !channel.isTextBased()) continue;
    const read = await readAround(channel, ids, client, options, left);
    found.push(...read.neighbors);
    left -= read.requests;
  }
  return found;
}

/** The messages that claims cite; not those of removed claims. */
function toShownIds({ footnotes, claims }: Summary): readonly string[] {
  const more = claims.flatMap(({ before, ...own }) => [...own.more, ...(before?.more ?? [])]);
  return [...new Set([...footnotes, ...more].map(({ messageId }) => messageId))];
}

async function readAround(
  channel: GuildTextBasedChannel,
  ids: readonly string[],
  client: Client<true>,
  { privacy, signal }: Options,
  mostRequested: number,
) {
  const allow = createOptOutFilter(client, privacy);
  const members = createMembers(channel);
  const context = toChannelContext(channel);
  const neighbors = new Map<string, Message>();
  const wanted = new Set(ids);
  let requests = 0;
  for (const id of ids) {
    if (!wanted.has(id) || requests === mostRequested) continue;
    requests += 1;
    const page = await fetchPage(channel, { limit: pageSize, around: id }, signal);
    const { records } = await allow(page, signal);
    members.learn(records, signal);
    await members.known(signal);
    const oldestFirst = records.toSorted((a, b) => compareSnowflakes(a.id, b.id));
    const messages = (await readRecords(oldestFirst, context)).filter(
      each => ids.includes(each.id) || (isByPerson(each) && each.text !== ''),
    );
    for (const [index, message] of messages.entries()) {
      const [before, after] = [messages[index - 1], messages[index + 1]];
      // At an edge of the page the neighbor may be on another page.
      if (!wanted.has(message.id) || (message.id !== id && !(before && after))) continue;
      wanted.delete(message.id);
      for (const each of [before, after]) if (each && !ids.includes(each.id)) neighbors.set(each.id, each);
    }
  }
  return { neighbors: [...neighbors.values()], requests };
}
