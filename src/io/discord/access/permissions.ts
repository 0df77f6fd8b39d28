import {
  ChannelType,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  OverwriteType,
  PermissionFlagsBits,
} from 'discord.js';
import {
  type ChannelPermissions,
  findAudienceGap,
  findReaders,
  type GuildPermissions,
  type Readers,
} from '../../../core/audience.ts';
import type { Texts } from '../../../render/texts.ts';
import type { Unavailable } from '../interaction/failures.ts';
import { type ReadableChannel, toPermissionChannel } from './places.ts';

type DenialReason =
  | 'gone'
  | 'bot_view'
  | 'bot_history'
  | 'person_view'
  | 'person_history'
  | 'private_thread'
  | 'age_restricted'
  | 'not_a_member'
  | 'audience'
  | 'bot_send'
  | 'channel_excluded'
  | 'role_needed';

export type Denial = {
  readonly reason: DenialReason;
  /** The channel to change; for a thread, its parent, which has the permissions. */
  readonly channelId: string;
  /** For a private thread: who is not a member. */
  readonly who?: 'bot' | 'person';
};

export function toDenialWords({ reason, channelId }: Denial, t: Texts): string {
  return t(`bot.denied.${reason}`, { place: `<#${channelId}>` });
}

/** A server as somebody asks about it: the snapshot of a request. */
type Server = {
  readonly guild: Guild | Unavailable;
  readonly find: (id: string) => Promise<GuildBasedChannel | Unavailable>;
};

/** Who can read a channel; null if it is gone. */
export async function findChannelReaders(
  channel: GuildBasedChannel,
  server: Server,
): Promise<Readers | null> {
  const permissions = await findPermissions(channel, server);
  const { guild } = server;
  return permissions && typeof guild !== 'string'
    ? findReaders(permissions, toGuildPermissions(guild))
    : null;
}

/** Without the bot's own role: the bot is not one of the readers. */
export function toGuildPermissions(guild: Guild): GuildPermissions {
  const own = guild.roles.botRoleFor(guild.client.user);
  return {
    id: guild.id,
    ownerId: guild.ownerId,
    roles: guild.roles.cache
      .filter(({ id }) => id !== own?.id)
      .map(({ id, permissions, tags }) => ({
        id,
        permissions: permissions.bitfield,
        ...(tags?.botId !== undefined && { botId: tags.botId }),
      })),
  };
}

/** The permissions of a channel, for a thread those of its parent, without the bot's own overwrite; null if it is gone. */
export async function findPermissions(
  channel: GuildBasedChannel,
  { find }: Server,
): Promise<ChannelPermissions | null> {
  const known = toPermissionChannel(channel);
  const fresh = known && (await find(known.id));
  if (fresh === null || typeof fresh === 'string' || fresh.isThread()) return null;
  return toChannelPermissions(channel, fresh);
}

/** Whether everyone who can read a channel may see another one of its server, as events tell; for names in messages. */
export function mayReadersSee(here: GuildBasedChannel, other: GuildBasedChannel): boolean {
  const [from, to] = [other, here].map(channel => {
    const kept = toPermissionChannel(channel);
    return kept && toChannelPermissions(channel, kept);
  });
  return Boolean(from && to && findAudienceGap(from, to, toGuildPermissions(here.guild)) === null);
}

function toChannelPermissions(
  channel: GuildBasedChannel,
  kept: NonThreadGuildBasedChannel,
): ChannelPermissions {
  return {
    id: channel.id,
    guildId: channel.guildId,
    isVoice: kept.isVoiceBased(),
    isAgeRestricted: 'nsfw' in kept && kept.nsfw,
    isPrivateThread: channel.type === ChannelType.PrivateThread,
    overwrites: kept.permissionOverwrites.cache
      .filter(({ id }) => id !== channel.client.user.id)
      .map(({ id, type, allow, deny }) => ({
        id,
        type: type === OverwriteType.Role ? 'role' : 'member',
        allow: allow.bitfield,
        deny: deny.bitfield,
      })),
  };
}

/** Whether the bot may post a summary here, from cached gateway data. Null if allowed. */
export function checkPostPermission(channel: ReadableChannel, bot: GuildMember): Denial | null {
  if (channel.isDMBased()) return null;
  const kept = toPermissionChannel(channel);
  if (kept === null) return { reason: 'gone', channelId: channel.id };
  const { SendMessages, SendMessagesInThreads, EmbedLinks, ManageThreads } = PermissionFlagsBits;
  const permissions = kept.permissionsFor(bot);
  if (!permissions.has(toViewBits(kept))) return { reason: 'bot_view', channelId: kept.id };
  const isSilenced = bot.isCommunicationDisabled() && !permissions.has(PermissionFlagsBits.Administrator);
  const send = channel.isThread() ? SendMessagesInThreads : SendMessages;
  if (isSilenced || !permissions.has(send | EmbedLinks)) return { reason: 'bot_send', channelId: kept.id };
  if (!channel.isThread() || permissions.has(ManageThreads)) return null;
  // A post reopens an archived thread, unless it is locked.
  if (channel.locked) return { reason: 'bot_send', channelId: channel.id };
  return channel.type === ChannelType.PrivateThread && !channel.joined
    ? { reason: 'private_thread', channelId: channel.id, who: 'bot' }
    : null;
}

/** What must be granted to see a channel; who may not connect to a voice channel sees nothing written in it either. */
export function toViewBits(channel: NonThreadGuildBasedChannel): bigint {
  const { ViewChannel, Connect } = PermissionFlagsBits;
  return channel.isVoiceBased() ? ViewChannel | Connect : ViewChannel;
}
