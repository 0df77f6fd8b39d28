import { ChannelType, type GuildMember, PermissionFlagsBits } from 'discord.js';
import { toViewBits } from './access-snapshot.ts';
import type { Denial } from './check-access.ts';
import { type ReadableChannel, toPermissionChannel } from './places.ts';

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
