import { hash } from 'node:crypto';
import {
  ChannelType,
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
import { parsePostId, toCoveredTo } from '../../../core/digests/post-id.ts';
import type { ReadableChannel } from '../access/places.ts';
import { fetchRecord, pageBack } from '../history/pages.ts';
import { type MessageRecord, toFirstId } from '../history/record.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { type Destination, mayDeletePosts, mayReadHistory } from './destination.ts';

/** The most messages of a channel that are searched for the last post of a digest. */
const mostSearched = 2_000;
/** The most of our posts in a forum to search. */
const mostPosts = 50;

type SummaryPost = PostedMessage & { readonly summaryId: string };

/** Posts of a digest that it does not know of are newer than this. */
export function toFloor(digest: Digest): string {
  return toCoveredTo(digest) ?? String(toFirstId(Date.parse(digest.since)));
}

/**
 * The bot's messages with a summary that were posted since the digest was covered last, as it knows; the newest first.
 * A post covers older messages only, so a clock has no say in this.
 */
export async function* eachPost(
  destination: Destination,
  digest: Digest,
  client: Client<true>,
): AsyncGenerator<SummaryPost> {
  const floor = toFloor(digest);
  const signal = new AbortController().signal;
  if (destination.type !== ChannelType.GuildForum) {
    for await (const page of pageBack(destination, { count: mostSearched, floor }, signal))
      for (const record of page) yield* toPosts(record, destination.id, client);
    return;
  }
  for (const thread of await findOwnThreads(destination, floor, client)) {
    // The first message of a forum post has the id of the post.
    const record = await fetchRecord(thread, thread.id, signal);
    if (record) yield* toPosts(record, thread.id, client);
  }
}

/** The posts of a digest that cover more than it knows, the newest first. */
export async function findDigestPosts(
  destination: Destination,
  digest: Digest,
  client: Client<true>,
): Promise<readonly DigestPost[]> {
  const known = toCoveredTo(digest);
  const found: DigestPost[] = [];
  for await (const post of eachPost(destination, digest, client)) {
    const id = parsePostId(post.summaryId, digest.id);
    if (id === null) continue;
    // Those before it cover less.
    if (known !== null && compareSnowflakes(id.coveredTo, known) <= 0) break;
    found.push({ ...post, ...id });
  }
  return found;
}

/** The posts that a run made at the same place as this summary, the oldest first. */
export async function findSamePosts(
  destination: Destination,
  digest: Digest,
  summaryId: string,
  client: Client<true>,
): Promise<readonly DigestPost[]> {
  const own = parsePostId(summaryId, digest.id);
  const posts = await findDigestPosts(destination, digest, client);
  return posts.filter(({ tick, number }) => tick === own?.tick && number === own.number).toReversed();
}

/** Deletes all but the first, and returns that. A post of a forum needs Manage Threads for it. */
export async function deleteYoungerPosts(
  destination: Destination,
  [oldest, ...younger]: readonly DigestPost[],
): Promise<DigestPost | null> {
  const { client } = destination;
  for (const { channelId, messageId } of younger) {
    if (destination.type !== ChannelType.GuildForum)
      await orUnavailable(destination.messages.delete(messageId));
    else if (mayDeletePosts(destination)) await orUnavailable(client.rest.delete(Routes.channel(channelId)));
  }
  return oldest ?? null;
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

/** A button that belongs to a summary contains its id between colons. */
const idShape = /"(?:summary|decide):([\w-]+):/;

function* toPosts(
  { id, author, components = [] }: MessageRecord,
  channelId: string,
  client: Client<true>,
): Generator<SummaryPost> {
  const [, summaryId] = idShape.exec(JSON.stringify(components)) ?? [];
  if (author.id === client.user.id && summaryId !== undefined) yield { channelId, messageId: id, summaryId };
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
  const found = await findOwnMessage(place, since, record => hasButtonOf(record, id));
  return found && { channelId: place.id, messageId: found.id };
}

/** Buttons contain the id between colons. */
function hasButtonOf({ components = [] }: MessageRecord, id: string): boolean {
  return JSON.stringify(components).includes(`:${id}:`);
}
