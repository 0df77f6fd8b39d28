import {
  ChannelType,
  type GuildBasedChannel,
  type NonThreadGuildBasedChannel,
  OverwriteType,
  PermissionFlagsBits,
} from 'discord.js';
import type { MarkupNames } from '../../../core/conversation/discord/markup.ts';
import { type ReadableChannel, toRuling } from '../access/places.ts';
import type { UserRecord } from './record.ts';

/** The names that people go by where a conversation stands, as far as the bot knows them now. */
export type KnownNames = MarkupNames & {
  /** A message tells its users' account names; their names in the server are kept apart. */
  readonly of: (user: UserRecord) => string;
};

/**
 * Nobody learns from a summary what a channel is called that they cannot see: a channel is named only where every
 * role that sees the conversation sees that channel too, as Discord's own client shows "No Access".
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
  const from = toRuling(here);
  const to = toRuling(other);
  if (!from || !to) return false;
  if (isForAll(to)) return true;
  // Overwrites of single people differ from what roles tell: then nothing is named.
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

/** @everyone sees it and nobody is kept out. */
function isForAll(channel: NonThreadGuildBasedChannel): boolean {
  const { ViewChannel } = PermissionFlagsBits;
  return (
    channel.permissionsFor(channel.guild.roles.everyone).has(ViewChannel) &&
    !channel.permissionOverwrites.cache.some(({ deny }) => deny.has(ViewChannel))
  );
}
