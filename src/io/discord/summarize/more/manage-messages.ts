import { type Client, PermissionFlagsBits } from 'discord.js';
import { findChannel, toPermissionChannel } from '../../access/places.ts';
import { orUnavailable } from '../../interaction/unavailable.ts';

/** Whether a person may manage messages in a channel, freshly fetched from Discord. */
export async function mayManageMessages(
  client: Client,
  channelId: string,
  personId: string,
): Promise<boolean> {
  const channel = await findChannel(client, channelId);
  const permissionChannel = channel && toPermissionChannel(channel);
  if (!permissionChannel) return false;
  const member = await orUnavailable(permissionChannel.guild.members.fetch({ user: personId, force: true }));
  if (typeof member === 'string') return false;
  return permissionChannel.permissionsFor(member).has(PermissionFlagsBits.ManageMessages);
}
