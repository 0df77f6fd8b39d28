import {
  ChannelType,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  OverwriteType,
  PermissionFlagsBits,
} from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { evaluateRules, type PersonFacts } from '../../../core/access-rules.ts';
import {
  type ChannelPermissions,
  findAudienceGap,
  findReaders,
  type GuildPermissions,
  type Readers,
} from '../../../core/audience.ts';
import type { Texts } from '../../../render/texts.ts';
import type { Unavailable } from '../interaction/failures.ts';
import { type AccessSnapshot, takeSnapshot, toViewBits } from './access-snapshot.ts';
import { type ReadableChannel, type SourceChannel, toPermissionChannel } from './places.ts';

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

/** Why something may not be read, shown or posted. */
export type Denial = {
  readonly reason: DenialReason;
  /** The channel to change; for a thread, its parent, which has the permissions. */
  readonly channelId: string;
  /** For a private thread: who is not a member. */
  readonly who?: 'bot' | 'person';
};

/** Why something is refused, for the person. */
export function toDenialWords({ reason, channelId }: Denial, t: Texts): string {
  return t(`bot.denied.${reason}`, { place: `<#${channelId}>` });
}

export type AccessOptions = {
  /** The channels that Footnote may read, and the roles that may use it. */
  readonly privacy: PrivacyStore;
  /** The channel in which others will see the result. */
  readonly shownIn?: ReadableChannel | undefined;
  /** What the other checks of the same request go by; without it, one is taken. */
  readonly snapshot?: AccessSnapshot | null | undefined;
};

/** The snapshot of a request, or a new one for a channel of another server. */
async function toSnapshotOf(
  { client, guildId }: GuildBasedChannel,
  snapshot: AccessSnapshot | null | undefined,
  personId?: string,
): Promise<AccessSnapshot> {
  return snapshot?.guildId === guildId ? snapshot : takeSnapshot(client, guildId, { personId });
}

/**
 * Whether this person and the bot may read a channel; null if so.
 *
 * Everything was fetched from Discord, so that a role removed a second ago counts. The person's missing permissions are
 * reported before the bot's, and those before the server's rules: people learn no more about a channel than that they
 * cannot see it. Rejects if Discord does not answer.
 */
export async function checkAccess(
  channel: SourceChannel,
  personId: string,
  { privacy, shownIn, snapshot: given }: AccessOptions,
): Promise<Denial | null> {
  const snapshot = await toSnapshotOf(channel, given, personId);
  const { guild, bot } = snapshot;
  const parentId = channel.isThread() ? channel.parentId : null;
  const [fresh, parent, person] = await Promise.all([
    snapshot.find(channel.id),
    parentId === null ? null : snapshot.find(parentId),
    snapshot.member(personId),
  ]);
  const deny = (reason: DenialReason, channelId = channel.id): Denial => ({ reason, channelId });
  const found = parent ?? fresh;
  if (typeof guild === 'string' || typeof bot === 'string' || fresh === 'gone' || found === 'gone')
    return deny('gone');
  if (typeof person === 'string') return deny('not_a_member');
  // The server's list has the permissions of channels that the bot cannot see.
  const kept = toPermissionChannel(found === 'hidden' ? channel : found);
  if (kept === null) return deny(found === 'hidden' ? 'bot_view' : 'gone');
  const lacks = findMissing(kept, person);
  if (lacks) return deny(`person_${lacks}`, kept.id);
  const botLacks = found === 'hidden' ? 'view' : findMissing(kept, bot);
  if (botLacks) return deny(`bot_${botLacks}`, kept.id);
  const isPrivate = channel.type === ChannelType.PrivateThread;
  if (fresh === 'hidden') return isPrivate ? { ...deny('private_thread'), who: 'bot' } : deny('bot_view');
  if (isPrivate) {
    const isIn = (member: GuildMember) =>
      kept.permissionsFor(member).has(PermissionFlagsBits.ManageThreads) ||
      snapshot.isInThread(channel, member.id);
    const [isPersonIn, isBotIn] = await Promise.all([isIn(person), isIn(bot)]);
    if (!isPersonIn || !isBotIn) return { ...deny('private_thread'), who: isPersonIn ? 'bot' : 'person' };
  }
  const place = { id: kept.id, categoryId: kept.parentId };
  const forbidden = evaluateRules(await privacy.access(channel.guildId), place, toRuledPerson(person));
  if (forbidden) return deny(forbidden, kept.id);
  return shownIn && isAgeRestricted(channel) && !isAgeRestricted(shownIn) ? deny('age_restricted') : null;
}

export function toRuledPerson(person: GuildMember | Unavailable): PersonFacts {
  if (typeof person === 'string') return null;
  return {
    roleIds: [...person.roles.cache.keys()],
    isManager: person.permissions.has(PermissionFlagsBits.ManageGuild),
  };
}

/** Whether a member cannot see a channel, or only its history. */
function findMissing(channel: NonThreadGuildBasedChannel, member: GuildMember): 'view' | 'history' | null {
  const permissions = channel.permissionsFor(member);
  if (!permissions.has(toViewBits(channel))) return 'view';
  return permissions.has(PermissionFlagsBits.ReadMessageHistory) ? null : 'history';
}

/** A thread is age-restricted if its parent is; a direct message never is. */
function isAgeRestricted(channel: ReadableChannel | SourceChannel): boolean {
  const kept = channel.isDMBased() ? null : toPermissionChannel(channel);
  return kept !== null && 'nsfw' in kept && kept.nsfw;
}

/** One request each. With more readers whose roles could be a gap, there counts as being one. */
const mostLookups = 10;

/**
 * Whether everyone who can read `shownIn` may read `channel`, so that its summary can be posted there; `null` if so. The
 * list of members is not needed.
 */
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
