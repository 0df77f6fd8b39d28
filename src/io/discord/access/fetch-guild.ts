import type { Client, Guild } from 'discord.js';
import { receivesEvents } from '../client.ts';
import { orUnavailable, type Unavailable } from '../interaction/unavailable.ts';

/** A server as it is now. Without its events its channels are fetched too, because discord.js looks up parents there. */
export async function fetchGuild(client: Client, guildId: string): Promise<Guild | Unavailable> {
  const guild = await orUnavailable(client.guilds.fetch({ guild: guildId, force: true }));
  if (typeof guild !== 'string' && !receivesEvents(client, guildId)) await guild.channels.fetch();
  return guild;
}
