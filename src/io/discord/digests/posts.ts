import { hash } from 'node:crypto';
import {
  type Client,
  type DMChannel,
  type ForumChannel,
  type GuildTextBasedChannel,
  Routes,
} from 'discord.js';
import type { DigestPost } from '../../../app/digests/ports.ts';
import type { PostedMessage } from '../../../app/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { parsePostId, toCoveredTo } from '../../../core/digests/run.ts';
import type { ReadableChannel } from '../access/places.ts';
import { fetchRecord, pageBack } from '../history/pages.ts';
import { type MessageRecord, toFirstId } from '../history/record.ts';
import { orUnavailable } from '../interaction/failures.ts';
import { type Destination, isForum, mayDeletePosts, mayReadHistory } from './destination.ts';

/** The most messages of a channel that are searched for the last post of a digest. */
const mostSearched = 2_000;
/** The most of our posts in a forum to search. */
const mostPosts = 50;

/** Posts of a digest that it does not know of are newer than this. */
export function toFloor(digest: Digest): string {
  return toCoveredTo(digest) ?? String(toFirstId(Date.parse(digest.since)));
}

/**
 * The posts of a digest since it was covered last, as it knows; the newest first. A post covers older messages only, so a
 * clock has no say in this.
 */
export async function findDigestPosts(
  destination: Destination,
  digest: Digest,
  client: Client<true>,
): Promise<readonly DigestPost[]> {
  const found: DigestPost[] = [];
  for await (const { channelId, record } of eachRecord(destination, toFloor(digest), client)) {
    const { author, components = [], id: messageId } = record;
    const [, summaryId = ''] = idShape.exec(JSON.stringify(components)) ?? [];
    const postId = parsePostId(summaryId, digest.id);
    if (author.id === client.user.id && postId) found.push({ channelId, messageId, summaryId, ...postId });
  }
  return found;
}

/** A button that belongs to a summary contains its id between colons. */
const idShape = /"(?:summary|decide):([\w-]+):/;

async function* eachRecord(
  destination: Destination,
  floor: string,
  client: Client<true>,
): AsyncGenerator<{ readonly channelId: string; readonly record: MessageRecord }> {
  const { signal } = new AbortController();
  if (!isForum(destination)) {
    for await (const page of pageBack(destination, { count: mostSearched, floor }, signal))
      for (const record of page) yield { channelId: destination.id, record };
    return;
  }
  for (const thread of await findOwnThreads(destination, floor, client)) {
    // The first message of a forum post has the id of the post.
    const record = await fetchRecord(thread, thread.id, signal);
    if (record) yield { channelId: thread.id, record };
  }
}

/** Our posts in a forum that are newer than an id, the newest first; Discord archives them after some days. */
async function findOwnThreads(forum: ForumChannel, floor: string, client: Client<true>) {
  const [active, archived] = await Promise.all([
    forum.guild.channels.fetchActiveThreads(false),
    forum.threads.fetchArchived({ type: 'public', limit: 100 }, false),
  ]);
  return [...active.threads.values(), ...archived.threads.values()]
    .filter(({ parentId, ownerId }) => parentId === forum.id && ownerId === client.user.id)
    .filter(({ id }) => compareSnowflakes(id, floor) > 0)
    .sort((a, b) => compareSnowflakes(b.id, a.id))
    .slice(0, mostPosts);
}

/** Deletes posts of the bot. One of a forum needs Manage Threads for it. */
export async function deletePosts(destination: Destination, posts: readonly PostedMessage[]): Promise<void> {
  for (const { channelId, messageId } of posts) {
    if (!isForum(destination)) await orUnavailable(destination.messages.delete(messageId));
    else if (mayDeletePosts(destination))
      await orUnavailable(destination.client.rest.delete(Routes.channel(channelId)));
  }
}

/** More messages do not follow a message before it is searched for. */
const mostFollowing = 500;

/**
 * The newest message of the bot that is wanted, sent since this time; null if there is none. The newest page is always
 * searched, because our clock may be wrong.
 */
export async function findOwnMessage(
  channel: ReadableChannel,
  since: string,
  isWanted: (record: MessageRecord) => boolean,
): Promise<MessageRecord | null> {
  const firstId = toFirstId(Date.parse(since));
  const { signal } = new AbortController();
  for await (const page of pageBack(channel, { count: mostFollowing }, signal)) {
    const found = page.find(record => record.author.id === channel.client.user.id && isWanted(record));
    if (found) return found;
    if (page.some(({ id }) => BigInt(id) < firstId)) break;
  }
  return null;
}

/** Of what Discord stores as it was sent: letters and digits. */
export function toWordsHash(content: string): string {
  return hash('sha256', content.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
}

/** The bot's message with a button of this id, posted since this time; `unreadable` without access to the history. */
export async function findPostOf(
  place: GuildTextBasedChannel | DMChannel,
  id: string,
  since: string,
): Promise<PostedMessage | 'unreadable' | null> {
  if (!mayReadHistory(place)) return 'unreadable';
  // Buttons contain the id between colons.
  const hasButton = ({ components = [] }: MessageRecord) => JSON.stringify(components).includes(`:${id}:`);
  const found = await findOwnMessage(place, since, hasButton);
  return found && { channelId: place.id, messageId: found.id };
}
