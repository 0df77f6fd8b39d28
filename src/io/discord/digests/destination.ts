import {
  ChannelType,
  type Client,
  type ForumChannel,
  type Guild,
  type GuildTextBasedChannel,
  PermissionFlagsBits,
} from 'discord.js';
import type { PostedMessage } from '../../../app/ports.ts';
import type { Digest, PauseReason } from '../../../core/digests/digest.ts';
import { toRuling } from '../places.ts';
import { checkPostable } from '../postable.ts';
import { postOnce } from '../posting.ts';
import type { MessageRecord } from '../record.ts';
import { pageBack } from '../records.ts';
import { orRefusal } from '../refusals.ts';
import { toFirstId } from '../snowflake.ts';
import { fetchFresh } from '../standing.ts';
import type { MessageBody } from '../summary-message.ts';

/** Where a digest is posted: a channel or thread, or a forum in which each run is a post of its own. */
export type Destination = GuildTextBasedChannel | ForumChannel;

/** The destination as it is now, if the bot may post there and the creator may still have it post there. */
export async function findDestination(
  digest: Pick<Digest, 'destination' | 'creatorId'>,
  guild: Guild,
): Promise<Destination | PauseReason> {
  if (digest.destination.kind === 'dm') return 'destination_gone';
  const channel = await fetchFresh(guild, digest.destination.channelId);
  if (channel === 'hidden') return 'destination_denied';
  if (channel === 'gone') return 'destination_gone';
  const isForum = channel.type === ChannelType.GuildForum;
  if (!isForum && !channel.isTextBased()) return 'destination_gone';
  const bot = await orRefusal(guild.members.fetchMe({ force: true }));
  if (typeof bot === 'string') return 'destination_denied';
  const mayPost = isForum
    ? channel
        .permissionsFor(bot)
        .has(['ViewChannel', 'SendMessages', 'SendMessagesInThreads', 'EmbedLinks'] as const)
    : checkPostable(channel, bot) === null;
  if (!mayPost) return 'destination_denied';
  const creator = await orRefusal(guild.members.fetch({ user: digest.creatorId, force: true }));
  if (typeof creator === 'string') return 'creator_left';
  const { ManageGuild, ManageChannels } = PermissionFlagsBits;
  const mayManage =
    creator.permissions.has(ManageGuild) ||
    toRuling(channel)?.permissionsFor(creator).has(ManageChannels) === true;
  return mayManage ? channel : 'creator_demoted';
}

/** Posts a body once for some minutes; in a forum as a new post with this title. */
export async function postBody(
  destination: Destination,
  body: MessageBody,
  key: string,
  title: string,
): Promise<PostedMessage> {
  if (destination.type !== ChannelType.GuildForum) {
    const { id } = await postOnce(destination, body, key);
    return { channelId: destination.id, messageId: id };
  }
  const thread = await destination.threads.create({ name: title, message: body });
  // The first message of a forum post has the id of the post.
  return { channelId: thread.id, messageId: thread.id };
}

/** More of our own runs and of other people's messages do not follow a post before it is looked for. */
const mostSearched = 500;

/** The bot's message with a button of this summary, posted since an instant; `unreadable` without its history. */
export async function findPostOf(
  destination: Destination,
  summaryId: string,
  since: string,
  client: Client<true>,
): Promise<PostedMessage | 'unreadable' | null> {
  const bot = destination.guild.members.me;
  const ruling = toRuling(destination);
  const mayRead = bot && ruling?.permissionsFor(bot).has(PermissionFlagsBits.ReadMessageHistory);
  if (!mayRead) return 'unreadable';
  const places =
    destination.type === ChannelType.GuildForum
      ? await findOwnThreads(destination, since, client)
      : [destination];
  const signal = new AbortController().signal;
  const firstId = toFirstId(Date.parse(since));
  for (const place of places) {
    for await (const page of pageBack(place, { count: mostSearched }, signal)) {
      const found = page.find(
        record => record.author.id === client.user.id && hasButtonOf(record, summaryId),
      );
      if (found) return { channelId: place.id, messageId: found.id };
      if (page.some(({ id }) => BigInt(id) < firstId)) break;
    }
  }
  return null;
}

async function findOwnThreads(forum: ForumChannel, since: string, client: Client<true>) {
  const { threads } = await forum.guild.channels.fetchActiveThreads(false);
  return [...threads.values()].filter(
    ({ parentId, ownerId, createdTimestamp }) =>
      parentId === forum.id && ownerId === client.user.id && (createdTimestamp ?? 0) >= Date.parse(since),
  );
}

/** Buttons of a summary carry its id between colons. */
function hasButtonOf({ components = [] }: MessageRecord, summaryId: string): boolean {
  return JSON.stringify(components).includes(`:${summaryId}:`);
}
