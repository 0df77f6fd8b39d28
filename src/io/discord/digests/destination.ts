import {
  ChannelFlags,
  ChannelType,
  DiscordAPIError,
  type DMChannel,
  type ForumChannel,
  type GuildBasedChannel,
  type GuildMember,
  type GuildTextBasedChannel,
  type MessageCreateOptions,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js';
import { PostRefused } from '../../../app/digests/ports.ts';
import type { PostedMessage } from '../../../app/ports.ts';
import type { Digest, PauseReason } from '../../../core/digests/digest.ts';
import type { AccessSnapshot } from '../access/access-snapshot.ts';
import { checkPostPermission } from '../access/check-access.ts';
import { toPermissionChannel } from '../access/places.ts';
import type { MessageBody } from '../components.ts';
import type { Unavailable } from '../interaction/failures.ts';
import { postOnce } from '../summarize/send-message.ts';

/**
 * Where a digest is posted: a channel or thread, a forum with a new post for each run, or the creator's direct
 * messages.
 */
export type Destination = GuildTextBasedChannel | ForumChannel | DMChannel;

/** The current destination, if the bot may post there and the creator may still choose it. */
export async function findDestination(
  digest: Pick<Digest, 'destination' | 'creatorId'>,
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
    if (checkPostPermission(channel, bot) !== null) return 'destination_denied';
  } else if (!channel.permissionsFor(bot).has(forumPermissions)) return 'destination_denied';
  // Earlier posts, which say what is covered, could not be found.
  if (!mayReadHistory(channel)) return 'destination_unreadable';
  if (typeof creator === 'string') return 'creator_left';
  const { ManageGuild, ManageChannels } = PermissionFlagsBits;
  const mayManage =
    creator.permissions.has(ManageGuild) ||
    toPermissionChannel(channel)?.permissionsFor(creator).has(ManageChannels) === true;
  if (!mayManage) return 'creator_demoted';
  const requiresTag = isForum(channel) && channel.flags.has(ChannelFlags.RequireTag);
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

/** Whether the bot may delete a post of its own. */
export function mayDeletePosts(destination: Destination): boolean {
  return !isForum(destination) || hasPermission(destination, PermissionFlagsBits.ManageThreads);
}

export function mayReadHistory(destination: Destination): boolean {
  return hasPermission(destination, PermissionFlagsBits.ReadMessageHistory);
}

/** Always true in a direct message. */
function hasPermission(destination: Destination, permission: bigint): boolean {
  if (destination.isDMBased()) return true;
  const bot = destination.guild.members.me;
  const permissions = bot && toPermissionChannel(destination)?.permissionsFor(bot);
  return permissions?.has(permission) === true;
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
    // Discord says only on an attempt that a person does not accept direct messages.
    const isClosed =
      error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.CannotSendMessagesToThisUser;
    throw isClosed ? new PostRefused('direct_closed') : error;
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

/** Replaces what a post shows. */
export async function editPost(
  destination: Destination,
  { channelId, messageId }: PostedMessage,
  body: MessageBody,
): Promise<void> {
  const place = isForum(destination) ? await destination.threads.fetch(channelId) : destination;
  await place?.messages.edit(messageId, body);
}
