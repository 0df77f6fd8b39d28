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
import type { Unavailable } from '../interaction/unavailable.ts';
import type { AccessSnapshot } from './access-snapshot.ts';
import { type Denial, toSnapshotOf } from './check-access.ts';
import { type ReadableChannel, type SourceChannel, toPermissionChannel } from './places.ts';

/** Whether everyone who can read `shownIn` may read `channel`, so that its summary can be posted there; `null` if so. */
export async function checkAudience(
  channel: ReadableChannel | SourceChannel,
  shownIn: ReadableChannel,
  snapshot?: AccessSnapshot | null,
): Promise<Denial | null> {
  if (channel.id === shownIn.id) return null;
  const denial: Denial = { reason: 'audience', channelId: channel.id };
  if (channel.isDMBased() || shownIn.isDMBased()) return denial;
  const gap = await fetchAudienceGap(channel, shownIn, snapshot);
  if (gap === null) return null;
  const isAgeGap = typeof gap !== 'string' && gap.reason === 'age_restricted';
  return isAgeGap ? { ...denial, reason: 'age_restricted' } : denial;
}

/**
 * Why some readers of the destination may not read the source, from freshly fetched permissions; `null` if all may. The
 * list of members is not needed.
 */
export async function fetchAudienceGap(
  source: GuildBasedChannel,
  destination: GuildBasedChannel,
  given?: AccessSnapshot | null,
): Promise<AudienceGap | Unavailable | null> {
  if (source.guildId !== destination.guildId) return { reason: 'other_guild' };
  const snapshot = await toSnapshotOf(destination, given);
  const { guild } = snapshot;
  if (typeof guild === 'string') return guild;
  const from = await findPermissions(source, snapshot);
  if (typeof from === 'string') return from;
  const to = await findPermissions(destination, snapshot);
  if (typeof to === 'string') return to;
  const permissions = toGuildPermissions(guild);
  const known = new Map<string, readonly string[]>();
  while (true) {
    const gap = findAudienceGap(from, to, permissions, known);
    const memberId = gap?.reason === 'permission' ? gap.memberId : null;
    if (memberId === null || known.has(memberId) || known.size === mostLookups) return gap;
    const member = await snapshot.member(memberId);
    // Who is not a member now may come back, without roles.
    if (typeof member === 'string') return gap;
    known.set(memberId, [...member.roles.cache.keys()]);
  }
}

/** One request each. With more readers whose roles could be a gap, there counts as being one. */
const mostLookups = 10;

/** Who can read a channel; null if it is gone. */
export async function findChannelReaders(
  channel: GuildBasedChannel,
  snapshot: AccessSnapshot,
): Promise<Readers | null> {
  const permissions = await findPermissions(channel, snapshot);
  const { guild } = snapshot;
  if (typeof permissions === 'string' || typeof guild === 'string') return null;
  return findReaders(permissions, toGuildPermissions(guild));
}

/** The permissions of a channel; for a thread, those of its parent. */
async function findPermissions(
  channel: GuildBasedChannel,
  { find }: AccessSnapshot,
): Promise<ChannelPermissions | Unavailable> {
  const permissionChannel = toPermissionChannel(channel);
  if (permissionChannel === null) return 'gone';
  const fresh = await find(permissionChannel.id);
  if (typeof fresh === 'string') return fresh;
  return fresh.isThread() ? 'gone' : toChannelPermissions(channel, fresh);
}

/** Without the bot's own role: the bot is not one of the readers. */
function toGuildPermissions(guild: Guild): GuildPermissions {
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
        allow: allow.bitfield,
        deny: deny.bitfield,
      })),
  };
}
