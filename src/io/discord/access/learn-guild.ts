import type { Client } from 'discord.js';
import { createLru } from '../../../lru.ts';
import { receivesEvents } from '../client.ts';
import { fetchGuild } from './fetch-guild.ts';

/** Makes a server known to discord.js, which finds no channel of other servers. */
export type LearnGuild = (guildId: string) => Promise<void>;

/** Channels that are newer are not known as parents of threads. */
const learnedMs = 60_000;

/** Permissions are fetched again at each check. Servers whose events this process gets are known. */
export function createLearnGuild(client: Client): LearnGuild {
  const learned = createLru<Promise<unknown>>(10_000, { ttl: learnedMs });
  return async guildId => {
    if (receivesEvents(client, guildId)) return;
    const learning = learned.get(guildId) ?? fetchGuild(client, guildId);
    if (!learned.has(guildId)) learned.set(guildId, learning);
    await learning.catch((error: unknown) => {
      learned.delete(guildId);
      throw error;
    });
  };
}
