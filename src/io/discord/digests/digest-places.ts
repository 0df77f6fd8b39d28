import { hash } from 'node:crypto';
import {
  ChannelFlags,
  ChannelType,
  type Client,
  type DMChannel,
  type ForumChannel,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type GuildTextBasedChannel,
  type MessageCreateOptions,
  PermissionFlagsBits,
  Routes,
} from 'discord.js';
import { type DigestPost, type DigestReading, PostRefused } from '../../../app/digests/ports.ts';
import type { PostedMessage } from '../../../app/store-ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { type Digest, isNote, type PauseReason } from '../../../core/digests/digest.ts';
import { parsePostId, toCoveredTo } from '../../../core/digests/run.ts';
import type { MessageBody } from '../../../render/embed/message-body.ts';
import type { AccessSnapshot } from '../access/check-access.ts';
import type { Sources } from '../access/open-channels.ts';
import { checkPostPermission } from '../access/permissions.ts';
import {
  type ReadableChannel,
  type SourceChannel,
  toPermissionChannel,
  toPlacing,
} from '../access/places.ts';
import { type ReadingWatch, readConversation, type Watch } from '../history/history.ts';
import { type MessageRecord, toFirstId } from '../history/message.ts';
import { fetchRecord, findTextChannels, pageBack, pageForward, readPlaces } from '../history/pages.ts';
import { orUnavailable, type Unavailable } from '../interaction/failures.ts';
import { deleteMessage, isClosedDirect, postOnce } from '../interaction/messages.ts';
import type { GatewayContinuity } from '../sync/gateway-events.ts';

/** Where a digest is posted: a channel or thread, a forum with a new post for each run, or the creator's direct messages. */
export type Destination = GuildTextBasedChannel | ForumChannel | DMChannel;

/** The current destination, if the bot may post there and the creator may still choose it. */
export async function findDestination(
  digest: Pick<Digest, 'destination' | 'creatorId' | 'schedule' | 'note'>,
  snapshot: AccessSnapshot,
): Promise<Destination | PauseReason> {
  const { bot } = snapshot;
  const creator = await snapshot.member(digest.creatorId);
  if (digest.destination.kind === 'dm') return findDirect(creator);
  const channel = await snapshot.find(digest.destination.channelId);
  if (channel === 'hidden') return 'destination_denied';
  if (channel === 'gone') return 'destination_gone';
  if (typeof bot === 'string') return 'destination_denied';
  if (!isForum(channel)) {
    if (!channel.isTextBased()) return 'destination_gone';
    // A note that is posted is only edited.
    if (digest.note === undefined && checkPostPermission(channel, bot) !== null) return 'destination_denied';
  } else if (!channel.permissionsFor(bot).has(forumPermissions)) return 'destination_denied';
  // Earlier posts, which say what is covered, could not be found.
  if (!mayReadHistory(channel)) return 'destination_unreadable';
  if (typeof creator === 'string') return 'creator_left';
  const { ManageGuild, ManageChannels } = PermissionFlagsBits;
  const mayManage =
    creator.permissions.has(ManageGuild) ||
    toPermissionChannel(channel)?.permissionsFor(creator).has(ManageChannels) === true;
  if (!mayManage) return 'creator_demoted';
  const requiresTag = isForum(channel) && !isNote(digest) && channel.flags.has(ChannelFlags.RequireTag);
  return requiresTag && toTagIds(digest.destination, channel).length === 0 ? 'tag_required' : channel;
}

const forumPermissions = ['ViewChannel', 'SendMessages', 'SendMessagesInThreads', 'EmbedLinks'] as const;

/** A forum, in which each run is a new post. */
export function isForum(channel: GuildBasedChannel | DMChannel): channel is ForumChannel {
  return channel.type === ChannelType.GuildForum;
}

/** The tag of a post: one that was chosen in version 0.2.0, else the first that the bot may set if the forum requires one. */
function toTagIds(destination: Digest['destination'], forum: ForumChannel): string[] {
  const chosen = destination.kind === 'forum' ? destination.tagId : undefined;
  const bot = forum.guild.members.me;
  const maySetAll = bot !== null && forum.permissionsFor(bot).has(PermissionFlagsBits.ManageThreads);
  const tags = forum.availableTags.filter(({ moderated }) => maySetAll || !moderated);
  const fallback = forum.flags.has(ChannelFlags.RequireTag) ? tags[0] : undefined;
  const tag = tags.find(({ id }) => id === chosen) ?? fallback;
  return tag ? [tag.id] : [];
}

/** Requires Manage Server: a direct message has no channel whose Manage Channels could do instead. */
async function findDirect(creator: GuildMember | Unavailable): Promise<DMChannel | PauseReason> {
  if (typeof creator === 'string') return 'creator_left';
  if (!creator.permissions.has(PermissionFlagsBits.ManageGuild)) return 'creator_demoted';
  return creator.createDM();
}

export function mayDeletePosts(destination: Destination): boolean {
  return !isForum(destination) || hasPermission(destination, PermissionFlagsBits.ManageThreads);
}

function mayReadHistory(destination: Destination): boolean {
  return hasPermission(destination, PermissionFlagsBits.ReadMessageHistory);
}

/** Always true in a direct message. */
function hasPermission(destination: Destination, permission: bigint): boolean {
  if (destination.isDMBased()) return true;
  const bot = destination.guild.members.me;
  const permissions = bot && toPermissionChannel(destination)?.permissionsFor(bot);
  return permissions?.has(permission) === true;
}

/** A channel or thread to read, and the id after which nothing is covered yet. */
type PlaceToRead = { readonly channel: GuildTextBasedChannel; readonly afterId: string };

/** The channels and public threads that may contain uncovered messages. A private thread is read only as a source itself. */
async function findPlaces(
  channels: readonly SourceChannel[],
  digest: Pick<Digest, 'covered' | 'coveredTo' | 'since'>,
  guild: Guild,
  continuity?: GatewayContinuity,
): Promise<readonly PlaceToRead[]> {
  const { covered, coveredTo = '0' } = digest;
  // The messages with greater ids are of the digest.
  const firstId = String(toFirstId(Date.parse(digest.since)) - 1n);
  const toPlace = (channel: GuildTextBasedChannel): PlaceToRead => {
    const knownId = covered[channel.id] ?? firstId;
    return { channel, afterId: compareSnowflakes(knownId, coveredTo) > 0 ? knownId : coveredTo };
  };
  const found = await findTextChannels(channels, firstId, guild, continuity);
  return found
    .map(toPlace)
    .filter(({ channel, afterId }) => compareSnowflakes(channel.lastMessageId ?? '0', afterId) > 0);
}

/** Reads at most `limit` messages of these sources that the digest has not covered, oldest first. */
export async function readSources(
  digest: Digest,
  { channels, leftOut }: Sources,
  guild: Guild,
  limit: number,
  watch: ReadingWatch & Pick<Watch, 'makeRoom' | 'onProgress'> & { readonly continuity?: GatewayContinuity },
): Promise<DigestReading> {
  const { signal } = watch;
  await watch.makeRoom?.(0, signal);
  const places = await findPlaces(channels, digest, guild, watch.continuity);
  // No place is read further than all others, so what is covered is covered up to its newest message everywhere.
  const last = places
    .map(({ channel: { id, lastMessageId } }) => ({ id, lastId: lastMessageId ?? '0' }))
    .sort((a, b) => compareSnowflakes(a.lastId, b.lastId))
    .at(-1);
  const pages = places.map(({ channel, afterId }) => ({
    channel,
    pages: pageForward(channel, { afterId, lastId: last?.lastId }, signal),
  }));
  const { records: taken, hasMore } = await readPlaces(pages, {
    order: 'oldest first',
    count: limit,
    onProgress: watch.onProgress,
    makeRoom: async read => watch.makeRoom?.(read, signal),
  });
  const { source, ...conversation } = await readConversation(taken, channels, guild, watch);
  const named = new Map(channels.flatMap(each => toPlacing(each).channel ?? []).map(each => [each.id, each]));
  return {
    // Where there are more messages than were read, a channel without one may still have news.
    conversation: {
      ...conversation,
      source: hasMore ? source : { ...source, channels: [...named.values()] },
    },
    covered: {
      ...Object.fromEntries(taken.map(({ channel, record }) => [channel.id, record.id])),
      // Also where that message was deleted, which Discord still names as the last.
      ...(last && !hasMore && { [last.id]: last.lastId }),
    },
    hasMore,
    leftOut,
  };
}

/** Posts a message; repeated calls within some minutes post nothing. Rejects with `PostRefused` if a retry is useless. */
export async function sendOnce(
  destination: Exclude<Destination, ForumChannel>,
  message: MessageCreateOptions,
  key: string,
): Promise<PostedMessage> {
  try {
    const { id } = await postOnce(destination, message, key);
    return { channelId: destination.id, messageId: id };
  } catch (error) {
    throw isClosedDirect(error) ? new PostRefused('direct_closed') : error;
  }
}

/** Makes a new post. Its first message has the id of the post. */
export async function sendToForum(
  forum: ForumChannel,
  name: string,
  message: MessageBody,
  chosen: Digest['destination'],
): Promise<PostedMessage> {
  const { id } = await forum.threads.create({ name, message, appliedTags: toTagIds(chosen, forum) });
  return { channelId: id, messageId: id };
}

/** The most messages of a channel that are searched for the last post of a digest. */
const mostSearched = 2_000;
/** The most of our posts in a forum to search. */
const mostPosts = 50;

/** Posts of a digest that it does not know of are newer than this. */
export function toFloor(digest: Pick<Digest, 'covered' | 'coveredTo' | 'since'>): string {
  return toCoveredTo(digest) ?? String(toFirstId(Date.parse(digest.since)));
}

/** The posts of a digest since it was covered last, the newest first. A post covers older messages only, so no clock matters. */
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
    if (!isForum(destination))
      await orUnavailable(deleteMessage(destination.client, { channelId, messageId }));
    else if (mayDeletePosts(destination))
      await orUnavailable(destination.client.rest.delete(Routes.channel(channelId)));
  }
}

/** More messages do not follow a message before it is searched for. */
const mostFollowing = 500;

/** The newest wanted message of the bot since this time; null if none. The newest page is always searched: our clock may be wrong. */
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
