import {
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  PermissionFlagsBits,
} from 'discord.js';
import { receivesEvents } from '../client.ts';
import { orUnavailable, type Unavailable } from '../interaction/unavailable.ts';
import { fetchMember } from './fetch-member.ts';
import { toPermissionChannel } from './places.ts';
import { shareRequest } from './share-request.ts';

/** What must be granted to see a channel; who may not connect to a voice channel sees nothing written in it either. */
export function toViewBits(permissionChannel: NonThreadGuildBasedChannel): bigint {
  const { ViewChannel, Connect } = PermissionFlagsBits;
  return permissionChannel.isVoiceBased() ? ViewChannel | Connect : ViewChannel;
}

/** The current permissions on Discord. Every part is fetched with REST, because the gateway cache may be outdated. */
export type PermissionSnapshot = {
  readonly guild: Guild | Unavailable;
  readonly channel: GuildBasedChannel | Unavailable;
  /** The channel that permissions are kept on; as last known where the bot may not see it. */
  readonly permissionChannel: NonThreadGuildBasedChannel | Unavailable;
  readonly bot: GuildMember | Unavailable;
  readonly person: GuildMember | Unavailable;
};

/** The part that is the same for all channels of a server. */
export type GuildSnapshot = Pick<PermissionSnapshot, 'guild' | 'bot' | 'person'>;

/** @param member As an interaction that has just come contains it: Discord allows few requests for members. */
export async function fetchGuildSnapshot(
  guild: Guild,
  personId: string,
  member?: GuildMember,
): Promise<GuildSnapshot> {
  const { client, id } = guild;
  const [freshGuild, bot, person] = await Promise.all([
    shareRequest(client, `guild ${id}`, () => orUnavailable(guild.fetch())),
    shareRequest(client, `bot ${id}`, () => orUnavailable(guild.members.fetchMe({ force: true }))),
    member ?? fetchMember(guild, personId),
  ]);
  return { guild: freshGuild, bot, person };
}

/** @param known Fetched just now, or being fetched. */
export async function fetchPermissionSnapshot(
  channel: GuildBasedChannel,
  personId: string,
  known?: GuildSnapshot | Promise<GuildSnapshot>,
): Promise<PermissionSnapshot> {
  const { guild } = channel;
  const permissionChannelId = channel.isThread() ? channel.parentId : null;
  const [guildSnapshot, freshChannel, freshPermissionChannel] = await Promise.all([
    known ?? fetchGuildSnapshot(guild, personId),
    fetchFresh(guild, channel.id),
    permissionChannelId === null ? null : fetchFresh(guild, permissionChannelId),
  ]);
  const permissionChannel = freshPermissionChannel ?? freshChannel;
  return {
    ...guildSnapshot,
    channel: freshChannel,
    permissionChannel:
      typeof permissionChannel === 'string'
        ? permissionChannel
        : (toPermissionChannel(permissionChannel) ?? 'gone'),
  };
}

/** The same from cached gateway data, without asking Discord; `member` comes from the interaction. */
export function toCachedSnapshot(channel: GuildBasedChannel, member: GuildMember): PermissionSnapshot {
  const { guild } = channel;
  return {
    guild,
    channel,
    permissionChannel: toPermissionChannel(channel) ?? 'gone',
    bot: guild.members.me ?? 'gone',
    person: member,
  };
}

/** The bot as a member, as events tell; fetched where this process does not get them. */
export async function toBotMember({ id, client, members }: Guild): Promise<GuildMember | Unavailable> {
  const known = receivesEvents(client, id) ? members.me : null;
  return known ?? orUnavailable(members.fetchMe({ force: true }));
}

/** A channel or thread of this server as it is now. */
export async function fetchFresh(guild: Guild, id: string): Promise<GuildBasedChannel | Unavailable> {
  const { client } = guild;
  const channel = await shareRequest(client, `channel ${id}`, () =>
    orUnavailable(client.channels.fetch(id, { force: true })),
  );
  if (typeof channel === 'string') return channel;
  return channel === null || channel.isDMBased() || channel.guildId !== guild.id ? 'gone' : channel;
}

/** Whether somebody is in a private thread. */
export async function isInThread(thread: GuildBasedChannel, userId: string): Promise<boolean | Unavailable> {
  if (!thread.isThread()) return true;
  const member = await orUnavailable(thread.members.fetch({ member: userId, force: true, cache: false }));
  if (member === 'gone') return false;
  return typeof member === 'string' ? member : true;
}
