import { Client, Events, GatewayIntentBits, Partials, type TextChannel } from 'discord.js';
import { onTestFinished } from 'vitest';
import type { Playground } from '../src/discord/server.ts';

const INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent,
];

/** The real discord.js, not yet logged in; destroyed after the test. */
export function createClient(
  playground: Playground,
  intents: readonly GatewayIntentBits[] = INTENTS,
): Client {
  const client = new Client({
    intents: [...intents],
    partials: [Partials.Message, Partials.Channel, Partials.Reaction],
    rest: { api: `${playground.url}/api`, timeout: 3000 },
  });
  onTestFinished(() => client.destroy());
  return client;
}

/** The real discord.js, logged in and ready. */
export async function logIn(
  playground: Playground,
  intents: readonly GatewayIntentBits[] = INTENTS,
): Promise<Client<true>> {
  const client = createClient(playground, intents);
  const ready = new Promise<Client<true>>(resolve => client.once(Events.ClientReady, resolve));
  await client.login(playground.token);
  return ready;
}

/** A text channel as discord.js has it. */
export async function textChannel(client: Client<true>, id: string): Promise<TextChannel> {
  const channel = await client.channels.fetch(id);
  if (!channel?.isTextBased() || channel.isDMBased() || channel.isThread())
    throw new Error('no text channel');
  return channel as TextChannel;
}

/** The next time something holds, looked at every few milliseconds. */
export async function eventually(condition: () => boolean, timeoutMs = 45_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${timeoutMs} ms`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
