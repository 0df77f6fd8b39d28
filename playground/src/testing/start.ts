import { Client, Events, GatewayIntentBits, Partials } from 'discord.js';
import { expect, onTestFinished } from 'vitest';
import { createPlayground, type Playground, type PlaygroundOptions } from '../discord/server.ts';
import { findProblems } from './description.ts';
import { watchExchanges } from './failed-exchanges.ts';

/** Starts a playground that is closed after the test, every exchange of it checked against Discord's description. */
export async function start(options: PlaygroundOptions = {}): Promise<Playground> {
  const playground = await createPlayground(options);
  watchExchanges(playground);
  onTestFinished(async () => {
    await playground.close();
    expect(playground.exchanges.filter(one => one.status < 500).flatMap(findProblems)).toEqual([]);
  });
  return playground;
}

/** A server with an owner, two members, the bot, and a text channel. */
export function setUp({ world }: Playground) {
  const ada = world.addUser({ name: 'ada', displayName: 'Ada' });
  const ben = world.addUser({ name: 'ben', displayName: 'Ben', locale: 'de' });
  const cleo = world.addUser({ name: 'cleo' });
  const guild = world.addGuild({ name: 'Makers', owner: ada, members: [ben, cleo] });
  const general = world.addChannel(guild, { name: 'general' });
  return { ada, ben, cleo, guild, general };
}

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
