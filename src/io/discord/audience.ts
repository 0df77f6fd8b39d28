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
} from '../../core/audience.ts';
import type { Denial } from './access.ts';
import { type ReadableChannel, toRuling } from './places.ts';
import { orRefusal, type Refusal } from './refusals.ts';
import { fetchFresh } from './standing.ts';

/** Whether everybody who can read `shownIn` may read `channel`, so that a summary of it can be posted there; `null` if so. */
export async function checkAudience(
  channel: ReadableChannel,
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
 * Why some readers of the destination may not read the source, from permissions that are asked of Discord anew; `null`
 * if all may. The list of members is not needed.
 */
export async function fetchAudienceGap(
  source: GuildBasedChannel,
  destination: GuildBasedChannel,
): Promise<AudienceGap | Refusal | null> {
  const [from, to] = [toRuling(source), toRuling(destination)];
  if (from === null || to === null) return 'gone';
  const freshFrom = fetchFresh(source.guild, from.id);
  const [guild, sourceRuling, destinationRuling] = await Promise.all([
    orRefusal(destination.guild.fetch()),
    freshFrom,
    from.id === to.id ? freshFrom : fetchFresh(destination.guild, to.id),
  ]);
  if (typeof guild === 'string') return guild;
  if (typeof sourceRuling === 'string') return sourceRuling;
  if (typeof destinationRuling === 'string') return destinationRuling;
  if (sourceRuling.isThread() || destinationRuling.isThread()) return 'gone';
  return findAudienceGap(
    toChannelPermissions(source, sourceRuling),
    toChannelPermissions(destination, destinationRuling),
    toGuildPermissions(guild),
  );
}

/** Who can read a channel, from permissions that are asked of Discord anew; null if it is gone. */
export async function fetchReaders(channel: GuildBasedChannel): Promise<Readers | null> {
  const ruling = toRuling(channel);
  if (ruling === null) return null;
  const [guild, fresh] = await Promise.all([
    orRefusal(channel.guild.fetch()),
    fetchFresh(channel.guild, ruling.id),
  ]);
  if (typeof guild === 'string' || typeof fresh === 'string' || fresh.isThread()) return null;
  return findReaders(toChannelPermissions(channel, fresh), toGuildPermissions(guild));
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
  ruling: NonThreadGuildBasedChannel,
): ChannelPermissions {
  return {
    id: channel.id,
    guildId: channel.guildId,
    isVoice: ruling.isVoiceBased(),
    isAgeRestricted: 'nsfw' in ruling && ruling.nsfw,
    isPrivateThread: channel.type === ChannelType.PrivateThread,
    overwrites: ruling.permissionOverwrites.cache
      .filter(({ id }) => id !== channel.client.user.id)
      .map(({ id, type, allow, deny }) => ({
        id,
        type: type === OverwriteType.Role ? 'role' : 'member',
        allow: `${allow.bitfield}`,
        deny: `${deny.bitfield}`,
      })),
  };
}
