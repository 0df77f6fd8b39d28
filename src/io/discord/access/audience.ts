import {
  ChannelType,
  type Guild,
  type GuildBasedChannel,
  type NonThreadGuildBasedChannel,
  OverwriteType,
} from 'discord.js';
import {
  type AudienceGap,
  type ChannelPermissions,
  findAudienceGap,
  findReaders,
  type GuildPermissions,
  type Readers,
} from '../../../core/audience.ts';
import { orUnavailable, type Unavailable } from '../interaction/unavailable.ts';
import type { Denial } from './check-access.ts';
import { fetchFresh } from './permission-snapshot.ts';
import { type ReadableChannel, type SourceChannel, toPermissionChannel } from './places.ts';

/** Whether everyone who can read `shownIn` may read `channel`, so that its summary can be posted there; `null` if so. */
export async function checkAudience(
  channel: ReadableChannel | SourceChannel,
  shownIn: ReadableChannel,
): Promise<Denial | null> {
  if (channel.id === shownIn.id) return null;
  const denial: Denial = { reason: 'audience', channelId: channel.id };
  if (channel.isDMBased() || shownIn.isDMBased()) return denial;
  const gap = await fetchAudienceGap(channel, shownIn);
  if (gap === null) return null;
  const isAgeGap = typeof gap !== 'string' && gap.reason === 'age_restricted';
  return isAgeGap ? { ...denial, reason: 'age_restricted' } : denial;
}

/**
 * Why some readers of the destination may not read the source, from freshly fetched permissions; `null` if all may. The
 * list of members is not needed.
 *
 * @param known The server and the channel with the destination's permissions, if they were just fetched for several
 * sources.
 */
export async function fetchAudienceGap(
  source: GuildBasedChannel,
  destination: GuildBasedChannel,
  known?: KnownDestination | Unavailable,
): Promise<AudienceGap | Unavailable | null> {
  const from = toPermissionChannel(source);
  if (from === null) return 'gone';
  const [sourcePermissionChannel, shown] = await Promise.all([
    fetchFresh(source.guild, from.id),
    known ?? fetchKnownDestination(destination),
  ]);
  if (typeof sourcePermissionChannel === 'string') return sourcePermissionChannel;
  if (typeof shown === 'string') return shown;
  if (sourcePermissionChannel.isThread()) return 'gone';
  return findAudienceGap(
    toChannelPermissions(source, sourcePermissionChannel),
    toChannelPermissions(destination, shown.permissionChannel),
    toGuildPermissions(shown.guild),
  );
}

/** A server with its roles, and the channel with the destination's permissions. */
type KnownDestination = {
  readonly guild: Guild;
  readonly permissionChannel: NonThreadGuildBasedChannel;
};

export async function fetchKnownDestination(
  destination: GuildBasedChannel,
): Promise<KnownDestination | Unavailable> {
  const to = toPermissionChannel(destination);
  if (to === null) return 'gone';
  const [guild, permissionChannel] = await Promise.all([
    orUnavailable(destination.guild.fetch()),
    fetchFresh(destination.guild, to.id),
  ]);
  if (typeof guild === 'string') return guild;
  if (typeof permissionChannel === 'string') return permissionChannel;
  return permissionChannel.isThread() ? 'gone' : { guild, permissionChannel };
}

/** Who can read a channel, from freshly fetched permissions; null if it is gone. */
export async function fetchReaders(channel: GuildBasedChannel): Promise<Readers | null> {
  const known = await fetchKnownDestination(channel);
  if (typeof known === 'string') return null;
  return findReaders(toChannelPermissions(channel, known.permissionChannel), toGuildPermissions(known.guild));
}

/** Without the bot's own role: the bot is not one of the readers. */
function toGuildPermissions(guild: Guild): GuildPermissions {
  const own = guild.roles.botRoleFor(guild.client.user);
  return {
    id: guild.id,
    ownerId: guild.ownerId,
    roles: guild.roles.cache
      .filter(({ id }) => id !== own?.id)
      .map(({ id, permissions }) => ({ id, permissions: `${permissions.bitfield}` })),
  };
}

/** Without the bot's own overwrite. */
function toChannelPermissions(
  channel: GuildBasedChannel,
  permissionChannel: NonThreadGuildBasedChannel,
): ChannelPermissions {
  return {
    id: channel.id,
    guildId: channel.guildId,
    isVoice: permissionChannel.isVoiceBased(),
    isAgeRestricted: 'nsfw' in permissionChannel && permissionChannel.nsfw,
    isPrivateThread: channel.type === ChannelType.PrivateThread,
    overwrites: permissionChannel.permissionOverwrites.cache
      .filter(({ id }) => id !== channel.client.user.id)
      .map(({ id, type, allow, deny }) => ({
        id,
        type: type === OverwriteType.Role ? 'role' : 'member',
        allow: `${allow.bitfield}`,
        deny: `${deny.bitfield}`,
      })),
  };
}
