import {
  ChannelType,
  type GuildBasedChannel,
  type NonThreadGuildBasedChannel,
  OverwriteType,
  PermissionFlagsBits,
} from 'discord.js';
import type { MarkupNames } from '../../../core/conversation/discord.ts';
import { type ReadableChannel, toPermissionChannel } from '../access/places.ts';
import type { UserRecord } from './record.ts';

/** The cached names of people, roles and channels in a conversation's server. */
export type KnownNames = MarkupNames & {
  /** Messages contain only account names; names in the server come from the member cache. */
  readonly of: (user: UserRecord) => string;
};

/**
 * A summary must not reveal the name of a channel that a reader cannot see. So a channel is named only if every role
 * that sees the conversation also sees that channel; otherwise it is like "No Access" in Discord's client.
 */
export function toKnownNames(channel: ReadableChannel): KnownNames {
  const { client } = channel;
  const guild = channel.isDMBased() ? null : channel.guild;
  const nameable = new Map<string, string | undefined>();
  const toMemberName = (id: string) => guild?.members.cache.get(id)?.nickname ?? undefined;
  return {
    of: user => toMemberName(user.id) ?? user.global_name ?? user.username,
    user: id => toMemberName(id) ?? client.users.cache.get(id)?.displayName,
    role: id => (id === guild?.id ? 'everyone' : guild?.roles.cache.get(id)?.name),
    channel: id => {
      if (!nameable.has(id)) {
        const other = guild?.channels.cache.get(id);
        const shown = other && !channel.isDMBased() && isSharedWith(channel, other);
        nameable.set(id, shown ? other.name : undefined);
      }
      return nameable.get(id);
    },
  };
}

function isSharedWith(here: GuildBasedChannel, other: GuildBasedChannel): boolean {
  if (other.id === here.id) return true;
  if (other.type === ChannelType.PrivateThread) return false;
  const from = toPermissionChannel(here);
  const to = toPermissionChannel(other);
  if (!from || !to) return false;
  if (isForAll(to)) return true;
  // Overwrites for members may differ from those for roles; then no channel is named.
  const ofPeople = [
    ...from.permissionOverwrites.cache.values(),
    ...to.permissionOverwrites.cache.values(),
  ].some(
    ({ type, allow, deny }) =>
      type === OverwriteType.Member &&
      (allow.has(PermissionFlagsBits.ViewChannel) || deny.has(PermissionFlagsBits.ViewChannel)),
  );
  if (ofPeople && from.id !== to.id) return false;
  return here.guild.roles.cache.every(
    role =>
      !from.permissionsFor(role).has(PermissionFlagsBits.ViewChannel) ||
      to.permissionsFor(role).has(PermissionFlagsBits.ViewChannel),
  );
}

/** @everyone sees it, and no overwrite denies it. */
function isForAll(channel: NonThreadGuildBasedChannel): boolean {
  const { ViewChannel } = PermissionFlagsBits;
  return (
    channel.permissionsFor(channel.guild.roles.everyone).has(ViewChannel) &&
    !channel.permissionOverwrites.cache.some(({ deny }) => deny.has(ViewChannel))
  );
}
