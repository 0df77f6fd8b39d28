import { type Client, PermissionFlagsBits } from 'discord.js';
import { findChannel, toRuling } from '../../access/places.ts';
import { orRefusal } from '../../interaction/refusals.ts';

/** Whether somebody may manage messages in a channel of a server, as Discord says now. */
export async function mayManageMessages(
  client: Client,
  channelId: string,
  personId: string,
): Promise<boolean> {
  const channel = await findChannel(client, channelId);
  const ruling = channel && toRuling(channel);
  if (!ruling) return false;
  const member = await orRefusal(ruling.guild.members.fetch({ user: personId, force: true }));
  if (typeof member === 'string') return false;
  return ruling.permissionsFor(member).has(PermissionFlagsBits.ManageMessages);
}
