import { ChannelType, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { refuse } from './errors.ts';
import { findChannel } from './lookup.ts';
import { has, permissionsIn } from './permissions.ts';
import type { Channel, State } from './state.ts';

/** A channel with what somebody may do in it. */
export type Access = { readonly channel: Channel; readonly permissions: bigint };

/** The channel, if there is one (10003 otherwise) and they may view it (50001 otherwise). */
export function openChannel(state: State, userId: string, channelId: string): Access {
  const channel = findChannel(state, channelId);
  const permissions = permissionsIn(state, userId, channel);
  if (!has(permissions, Flags.ViewChannel)) throw refuse('missingAccess');
  return { channel, permissions };
}

/** A voice channel's text is also closed to people who may not connect. */
export function openText(state: State, userId: string, channelId: string): Access {
  const access = openChannel(state, userId, channelId);
  if (isVoice(access.channel) && !has(access.permissions, Flags.Connect)) throw refuse('missingAccess');
  if (!isText(access.channel)) throw refuse('nonTextChannel');
  return access;
}

export function requirePermission(permissions: bigint, wanted: bigint): void {
  if (!has(permissions, wanted)) throw refuse('missingPermissions');
}

export function isVoice(channel: Channel): boolean {
  return channel.type === ChannelType.GuildVoice || channel.type === ChannelType.GuildStageVoice;
}

/** Forums hold posts and categories hold channels; neither holds messages. */
export function isText(channel: Channel): boolean {
  return !isForum(channel) && channel.type !== ChannelType.GuildCategory;
}

export function isForum(channel: Channel): boolean {
  return channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia;
}
