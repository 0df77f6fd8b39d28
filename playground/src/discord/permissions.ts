import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import type { Channel, Guild, Member, State } from './state.ts';

export const ALL_PERMISSIONS: bigint = Object.values(Flags).reduce((all, bit) => all | bit, 0n);

const WHILE_TIMED_OUT = Flags.ViewChannel | Flags.ReadMessageHistory;

/** Permissions without a meaning in direct messages are absent; both sides have all others. */
const IN_DIRECT_MESSAGES =
  Flags.ViewChannel |
  Flags.SendMessages |
  Flags.ReadMessageHistory |
  Flags.EmbedLinks |
  Flags.AttachFiles |
  Flags.AddReactions |
  Flags.UseApplicationCommands |
  Flags.UseExternalEmojis |
  Flags.MentionEveryone |
  Flags.SendPolls;

export function has(permissions: bigint, wanted: bigint): boolean {
  return (permissions & wanted) === wanted;
}

/** A member's permissions in the whole server: the union of their roles; owner and administrators have all. */
export function toBasePermissions(guild: Guild, member: Member): bigint {
  if (guild.ownerId === member.userId) return ALL_PERMISSIONS;
  let permissions = guild.roles.get(guild.id)?.permissions ?? 0n;
  for (const id of member.roles) permissions |= guild.roles.get(id)?.permissions ?? 0n;
  return has(permissions, Flags.Administrator) ? ALL_PERMISSIONS : permissions;
}

/**
 * A member's permissions in a channel, by the algorithm of Discord's "Permissions" page: base, then the overwrite of
 * @everyone, then those of the roles together, then the member's own, then implicit denials.
 */
export function toChannelPermissions(guild: Guild, member: Member, channel: Channel, nowMs: number): bigint {
  const base = toBasePermissions(guild, member);
  if (base === ALL_PERMISSIONS) return ALL_PERMISSIONS;
  const granted = applyOverwrites(base, guild.id, member, channel);
  if (!has(granted, Flags.ViewChannel)) return 0n;
  const isTimedOut = member.timedOutUntilMs !== null && member.timedOutUntilMs > nowMs;
  return isTimedOut ? granted & WHILE_TIMED_OUT : granted;
}

function applyOverwrites(base: bigint, everyoneId: string, member: Member, channel: Channel): bigint {
  let permissions = base;
  const everyone = channel.overwrites.get(everyoneId);
  if (everyone) permissions = (permissions & ~everyone.deny) | everyone.allow;
  let allow = 0n;
  let deny = 0n;
  for (const id of member.roles) {
    const overwrite = channel.overwrites.get(id);
    if (!overwrite) continue;
    allow |= overwrite.allow;
    deny |= overwrite.deny;
  }
  permissions = (permissions & ~deny) | allow;
  const own = channel.overwrites.get(member.userId);
  return own ? (permissions & ~own.deny) | own.allow : permissions;
}

/**
 * A user's permissions in any channel, zero if they cannot see it. A thread inherits from its parent; a private thread
 * is visible to its members and to people who may manage threads.
 */
export function permissionsIn(state: State, userId: string, channel: Channel): bigint {
  if (channel.guildId === null) return channel.recipientIds.includes(userId) ? IN_DIRECT_MESSAGES : 0n;
  const guild = state.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  if (!guild || !member) return 0n;
  const ruling = channel.thread ? state.channels.get(channel.parentId ?? '') : channel;
  if (!ruling) return 0n;
  const permissions = toChannelPermissions(guild, member, ruling, state.now());
  const isHidden =
    channel.thread?.isPrivate === true &&
    !channel.thread.memberIds.has(userId) &&
    !has(permissions, Flags.ManageThreads);
  return isHidden ? 0n : permissions;
}

export function canView(state: State, userId: string, channel: Channel): boolean {
  return has(permissionsIn(state, userId, channel), Flags.ViewChannel);
}

/** Writing in threads needs another permission than writing in their parent. */
export function writePermission(channel: Channel): bigint {
  return channel.thread ? Flags.SendMessagesInThreads : Flags.SendMessages;
}
