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
import { orRefusal, type Refusal } from '../interaction/refusals.ts';
import type { Denial } from './check-access.ts';
import { fetchFresh } from './permission-snapshot.ts';
import { type ReadableChannel, type SourceChannel, toRuling } from './places.ts';

/** Whether everybody who can read `shownIn` may read `channel`, so that a summary of it can be posted there; `null` if so. */
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
 * Why some readers of the destination may not read the source, from permissions that are asked of Discord anew; `null`
 * if all may. The list of members is not needed.
 *
 * @param known The server and the channel with the destination's permissions, asked for just now for several sources.
 */
export async function fetchAudienceGap(
  source: GuildBasedChannel,
  destination: GuildBasedChannel,
  known?: KnownDestination | Refusal,
): Promise<AudienceGap | Refusal | null> {
  const from = toRuling(source);
  if (from === null) return 'gone';
  const [sourceRuling, shown] = await Promise.all([
    fetchFresh(source.guild, from.id),
    known ?? fetchKnownDestination(destination),
  ]);
  if (typeof sourceRuling === 'string') return sourceRuling;
  if (typeof shown === 'string') return shown;
  if (sourceRuling.isThread()) return 'gone';
  return findAudienceGap(
    toChannelPermissions(source, sourceRuling),
    toChannelPermissions(destination, shown.ruling),
    toGuildPermissions(shown.guild),
  );
}

/** A server with its roles, and the channel with the destination's permissions. */
export type KnownDestination = { readonly guild: Guild; readonly ruling: NonThreadGuildBasedChannel };

export async function fetchKnownDestination(
  destination: GuildBasedChannel,
): Promise<KnownDestination | Refusal> {
  const to = toRuling(destination);
  if (to === null) return 'gone';
  const [guild, ruling] = await Promise.all([
    orRefusal(destination.guild.fetch()),
    fetchFresh(destination.guild, to.id),
  ]);
  if (typeof guild === 'string') return guild;
  if (typeof ruling === 'string') return ruling;
  return ruling.isThread() ? 'gone' : { guild, ruling };
}

/** Who can read a channel, from permissions that are asked of Discord anew; null if it is gone. */
export async function fetchReaders(channel: GuildBasedChannel): Promise<Readers | null> {
  const known = await fetchKnownDestination(channel);
  if (typeof known === 'string') return null;
  return findReaders(toChannelPermissions(channel, known.ruling), toGuildPermissions(known.guild));
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
