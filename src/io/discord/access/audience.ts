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
import { type AccessSnapshot, type Denial, toSnapshotOf, toViewBits } from './check-access.ts';
import { type ReadableChannel, type SourceChannel, toPermissionChannel } from './places.ts';

/** One request each. With more readers whose roles could be a gap, there counts as being one. */
const mostLookups = 10;

/** Whether everyone who can read `shownIn` may read `channel`, so that its summary can be posted there; null if so. */
export async function checkAudience(
  channel: SourceChannel,
  shownIn: GuildBasedChannel | ReadableChannel,
  given?: AccessSnapshot | null,
): Promise<Denial | null> {
  if (channel.id === shownIn.id) return null;
  const denial: Denial = { reason: 'audience', channelId: channel.id };
  if (shownIn.isDMBased() || channel.guildId !== shownIn.guildId) return denial;
  const snapshot = await toSnapshotOf(shownIn, given);
  const { guild } = snapshot;
  const from = await findPermissions(channel, snapshot);
  const to = await findPermissions(shownIn, snapshot);
  if (typeof guild === 'string' || from === null || to === null) return denial;
  const permissions = toGuildPermissions(guild);
  const known = new Map<string, readonly string[]>();
  for (;;) {
    const gap = findAudienceGap(from, to, permissions, known);
    if (gap === null) return null;
    if (gap.reason !== 'permission')
      return gap.reason === 'age_restricted' ? { ...denial, reason: gap.reason } : denial;
    const { memberId } = gap;
    if (memberId === null || known.has(memberId) || known.size === mostLookups) return denial;
    const member = await snapshot.member(memberId);
    // Who is not a member now may come back, without roles.
    if (typeof member === 'string') return denial;
    known.set(memberId, [...member.roles.cache.keys()]);
  }
}

/** Who can read a channel; null if it is gone. */
export async function findChannelReaders(
  channel: GuildBasedChannel,
  snapshot: AccessSnapshot,
): Promise<Readers | null> {
  const permissions = await findPermissions(channel, snapshot);
  const { guild } = snapshot;
  return permissions && typeof guild !== 'string'
    ? findReaders(permissions, toGuildPermissions(guild))
    : null;
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

/** The permissions of a channel, for a thread those of its parent, without the bot's own overwrite; null if it is gone. */
async function findPermissions(
  channel: GuildBasedChannel,
  { find }: AccessSnapshot,
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
