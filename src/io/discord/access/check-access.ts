import {
  ChannelType,
  type GuildBasedChannel,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  PermissionFlagsBits,
} from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { type ChannelFacts, evaluateRules, type PersonFacts } from '../../../core/access-rules.ts';
import type { Unavailable } from '../interaction/unavailable.ts';
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

export type AccessOptions = {
  /** The channels that Footnote may read, and the roles that may use it. */
  readonly privacy: PrivacyStore;
  /** The channel in which others will see the result. */
  readonly shownIn?: ReadableChannel | undefined;
  /** What the other checks of the same request go by; without it, one is taken. */
  readonly snapshot?: AccessSnapshot | null | undefined;
};

/** The snapshot of a request, or a new one for a channel of another server. */
export async function toSnapshotOf(
  { client, guildId }: GuildBasedChannel,
  snapshot: AccessSnapshot | null | undefined,
  personId?: string,
): Promise<AccessSnapshot> {
  if (snapshot?.guildId === guildId) return snapshot;
  return takeSnapshot(client, guildId, personId === undefined ? {} : { personId });
}

/**
 * Whether this person and the bot may read a channel; null if so.
 *
 * Everything was fetched from Discord, so that a role removed a second ago counts. The person's missing permissions are
 * reported before the bot's, and those before the server's rules: people learn no more about a channel than that they
 * cannot see it. Rejects if Discord does not answer.
 */
export async function checkAccess(
  channel: ReadableChannel | SourceChannel,
  personId: string,
  options: AccessOptions,
): Promise<Denial | null> {
  if (channel.isDMBased()) {
    return channel.recipientId === personId ? null : { reason: 'person_view', channelId: channel.id };
  }
  const { privacy, shownIn } = options;
  const snapshot = await toSnapshotOf(channel, options.snapshot, personId);
  const facts = await findFacts(channel, personId, snapshot);
  const denial = judge(channel, facts);
  if (denial) return denial;
  if (channel.type === ChannelType.PrivateThread) {
    const locked = await judgePrivateThread(channel, facts, personId);
    if (locked) return locked;
  }
  const forbidden = evaluateRules(
    await privacy.access(channel.guildId),
    toRuledChannel(channel, facts),
    toRuledPerson(facts.person),
  );
  if (forbidden) return { reason: forbidden, channelId: toPermissionChannel(channel)?.id ?? channel.id };
  const isRestricted = shownIn && isAgeRestricted(channel) && !isAgeRestricted(shownIn);
  return isRestricted ? { reason: 'age_restricted', channelId: channel.id } : null;
}

/** What a check of one channel and one person goes by. */
type Facts = AccessSnapshot & {
  readonly fresh: GuildBasedChannel | Unavailable;
  /** The channel that permissions are kept on. */
  readonly permissionChannel: NonThreadGuildBasedChannel | Unavailable;
  readonly person: GuildMember | Unavailable;
};

async function findFacts(channel: SourceChannel, personId: string, snapshot: AccessSnapshot): Promise<Facts> {
  const parentId = channel.isThread() ? channel.parentId : null;
  const [fresh, parent, person] = await Promise.all([
    snapshot.find(channel.id),
    parentId === null ? null : snapshot.find(parentId),
    snapshot.member(personId),
  ]);
  const found = parent ?? fresh;
  const permissionChannel = typeof found === 'string' ? found : (toPermissionChannel(found) ?? 'gone');
  return { ...snapshot, fresh, permissionChannel, person };
}

function toRuledChannel(channel: GuildBasedChannel, { permissionChannel: fresh }: Facts): ChannelFacts {
  const permissionChannel = typeof fresh === 'string' ? toPermissionChannel(channel) : fresh;
  return { id: permissionChannel?.id ?? channel.id, categoryId: permissionChannel?.parentId ?? null };
}

export function toRuledPerson(person: GuildMember | Unavailable): PersonFacts {
  if (typeof person === 'string') return null;
  return {
    roleIds: [...person.roles.cache.keys()],
    isManager: person.permissions.has(PermissionFlagsBits.ManageGuild),
  };
}

function judge(channel: GuildBasedChannel, facts: Facts): Denial | null {
  const { guild, bot, person, fresh } = facts;
  // The server's list has the permissions of channels that the bot cannot see.
  const permissionChannel =
    facts.permissionChannel === 'hidden' ? toPermissionChannel(channel) : facts.permissionChannel;
  if (typeof guild === 'string' || typeof bot === 'string') return { reason: 'gone', channelId: channel.id };
  if (fresh === 'gone' || permissionChannel === 'gone') return { reason: 'gone', channelId: channel.id };
  if (typeof person === 'string') return { reason: 'not_a_member', channelId: channel.id };
  if (permissionChannel === null) return { reason: 'bot_view', channelId: channel.id };
  const refused = toRefused(permissionChannel, person);
  if (refused) return { reason: `person_${refused}`, channelId: permissionChannel.id };
  const own = facts.permissionChannel === 'hidden' ? 'view' : toRefused(permissionChannel, bot);
  if (own) return { reason: `bot_${own}`, channelId: permissionChannel.id };
  if (fresh !== 'hidden') return null;
  return channel.type === ChannelType.PrivateThread
    ? { reason: 'private_thread', channelId: channel.id, who: 'bot' }
    : { reason: 'bot_view', channelId: channel.id };
}

/** Whether a member cannot see a channel, or only its history. */
function toRefused(
  permissionChannel: NonThreadGuildBasedChannel,
  member: GuildMember,
): 'view' | 'history' | null {
  const permissions = permissionChannel.permissionsFor(member);
  if (!permissions.has(toViewBits(permissionChannel))) return 'view';
  return permissions.has(PermissionFlagsBits.ReadMessageHistory) ? null : 'history';
}

async function judgePrivateThread(
  thread: GuildBasedChannel,
  { permissionChannel, bot, person, isInThread }: Facts,
  personId: string,
): Promise<Denial | null> {
  const isLetIn = async (member: GuildMember | string, id: string) => {
    const mayManage =
      typeof member !== 'string' &&
      typeof permissionChannel !== 'string' &&
      permissionChannel.permissionsFor(member).has(PermissionFlagsBits.ManageThreads);
    return mayManage || isInThread(thread, id);
  };
  const outside = { reason: 'private_thread', channelId: thread.id } as const;
  const [isPersonIn, isBotIn] = await Promise.all([
    isLetIn(person, personId),
    isLetIn(bot, thread.client.user.id),
  ]);
  if (!isPersonIn) return { ...outside, who: 'person' };
  return isBotIn ? null : { ...outside, who: 'bot' };
}

/** A thread is age-restricted if its parent is; a direct message never is. */
function isAgeRestricted(channel: ReadableChannel | SourceChannel): boolean {
  const permissionChannel = channel.isDMBased() ? null : toPermissionChannel(channel);
  return permissionChannel !== null && 'nsfw' in permissionChannel && permissionChannel.nsfw;
}

/** Whether the bot may post a summary here, from cached gateway data. Null if allowed. */
export function checkPostPermission(channel: ReadableChannel, bot: GuildMember): Denial | null {
  if (channel.isDMBased()) return null;
  const permissionChannel = toPermissionChannel(channel);
  if (permissionChannel === null) return { reason: 'gone', channelId: channel.id };
  const { SendMessages, SendMessagesInThreads, EmbedLinks, ManageThreads } = PermissionFlagsBits;
  const permissions = permissionChannel.permissionsFor(bot);
  if (!permissions.has(toViewBits(permissionChannel)))
    return { reason: 'bot_view', channelId: permissionChannel.id };
  const isSilenced = bot.isCommunicationDisabled() && !permissions.has(PermissionFlagsBits.Administrator);
  const send = channel.isThread() ? SendMessagesInThreads : SendMessages;
  if (isSilenced || !permissions.has(send | EmbedLinks))
    return { reason: 'bot_send', channelId: permissionChannel.id };
  if (!channel.isThread() || permissions.has(ManageThreads)) return null;
  // A post reopens an archived thread, unless it is locked.
  if (channel.locked) return { reason: 'bot_send', channelId: channel.id };
  return channel.type === ChannelType.PrivateThread && !channel.joined
    ? { reason: 'private_thread', channelId: channel.id, who: 'bot' }
    : null;
}
