import { type Client, Events, type Guild } from 'discord.js';
import type { News } from '../../../app/digests/notes.ts';
import type { DigestReading } from '../../../app/digests/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { type Digest, isForumNote } from '../../../core/digests/digest.ts';
import { toTags } from '../access/places.ts';
import { receivesEvents } from '../client.ts';
import { type ReadingWatch, readConversation } from '../history/history.ts';
import { type MessageRecord, toInstant } from '../history/message.ts';
import { pageBack, pageSize } from '../history/pages.ts';
import { isSolvedTag, toPostState } from '../summarize/post-line.ts';
import { type Destination, toFloor } from './digest-places.ts';

/** Calls back with what may be news for a note, until the client is destroyed. */
export function followNews(client: Client<true>, onNews: (news: News) => void): void {
  client.on(Events.MessageCreate, ({ guildId, channelId, author }) => {
    if (guildId === null || author.id === client.user.id) return;
    const channel = client.channels.cache.get(channelId);
    const { parentId, messageCount } = channel?.isThread() ? channel : { parentId: null, messageCount: 0 };
    onNews({ guildId, placeId: channelId, parentId, answers: messageCount ?? 0 });
  });
  // It was locked, archived or marked as solved, which makes no note in a post that has none.
  client.on(Events.ThreadUpdate, (_, { guildId, id: placeId, parentId }) =>
    onNews({ guildId, placeId, parentId, answers: 0 }),
  );
}

/** Whether a note has news, or its thread was closed or reopened, as events tell; null if this process gets none of the server. */
export function hasNews(digest: Digest, client: Client<true>): boolean | null {
  const { guildId } = digest;
  const isFrozen = digest.isFrozen === true;
  if (!receivesEvents(client, guildId)) return null;
  if (digest.destination.kind === 'dm' || isForumNote(digest)) return false;
  const guild = client.guilds.cache.get(guildId);
  const channel = guild?.channels.cache.get(digest.destination.channelId);
  if (guild === undefined || !channel?.isTextBased()) return false;
  const closed = isClosed(channel);
  if (closed || isFrozen) return closed !== isFrozen;
  const floor = toFloor(digest);
  const threads = guild.channels.cache.filter(each => each.isThread() && each.parentId === channel.id);
  return [channel, ...threads.values()].some(
    each => each.isTextBased() && compareSnowflakes(each.lastMessageId ?? '0', floor) > 0,
  );
}

/** Discord's clock and the time of the last message may differ by this much. */
const archiveMarginMs = 60_000;

/** Whether a place is a thread that is locked, marked as solved, or was archived before Discord would have done so. */
export function isClosed(place: Destination): boolean {
  if (!place.isThread()) return false;
  if (place.locked || toTags(place).some(isSolvedTag)) return true;
  const { archived, archiveTimestamp, autoArchiveDuration, lastMessageId, id } = place;
  const quietMs = (archiveTimestamp ?? 0) - Date.parse(toInstant(lastMessageId ?? id));
  return archived === true && quietMs < (autoArchiveDuration ?? 0) * 60_000 - archiveMarginMs;
}

/** What says that a forum post is solved, as of its latest messages; undefined for any other place. */
export async function readSolved(
  place: Destination,
  guild: Guild,
  watch: ReadingWatch,
): Promise<DigestReading['note']> {
  if (!place.isThread() || !place.parent?.isThreadOnly()) return undefined;
  const records: MessageRecord[] = [];
  for await (const page of pageBack(place, { count: pageSize }, watch.signal)) records.push(...page);
  const taken = records.toReversed().map(record => ({ channel: place, record }));
  const post = toPostState(place, await readConversation(taken, [place], guild, watch));
  const { url, id: messageId = '' } = post?.thanked ?? {};
  return {
    ...(post && post.solved.length > 0 && { solvedTags: post.solved }),
    ...(url !== undefined && { answer: { messageId, url } }),
  };
}
