import type { Client, GuildTextBasedChannel } from 'discord.js';
import type { PrivacyStore, StoredSummary } from '../../../app/ports.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { compareSnowflakes, isByPerson } from '../../../core/conversation/evidence.ts';
import type { Message } from '../../../core/conversation/message.ts';
import { findSource } from '../access/stored-sources.ts';
import { createOptOutFilter } from '../settings/privacy/withheld-records.ts';
import { createMembers } from './members.ts';
import { readRecords, toChannelContext } from './message.ts';
import { fetchPage, pageSize } from './pages.ts';

/** Of one page, over all channels: more cited messages than these requests reach stay without neighbors. */
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
