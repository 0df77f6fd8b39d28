import { ChannelType, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { refuse } from './errors.ts';
import { findChannel } from './lookup.ts';
import { has, permissionsIn } from './permissions.ts';
import type { Channel, State } from './state.ts';

/** A channel with a person's permissions in it. */
export type Access = { readonly channel: Channel; readonly permissions: bigint };

/** The channel, if it exists (otherwise 10003) and the person may view it (otherwise 50001). */
export function openChannel(state: State, userId: string, channelId: string): Access {
  const channel = findChannel(state, channelId);
  const permissions = permissionsIn(state, userId, channel);
  if (!has(permissions, Flags.ViewChannel)) throw refuse('missingAccess');
  return { channel, permissions };
}

/** The text of a voice channel also requires the permission to connect. */
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

/** Forums contain posts and categories contain channels; neither contains messages. */
export function isText(channel: Channel): boolean {
  return !isForum(channel) && channel.type !== ChannelType.GuildCategory;
}

export function isForum(channel: Channel): boolean {
  return channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia;
}
