import { Client, DiscordAPIError, GatewayIntentBits, Options, Partials } from 'discord.js';
import { UserError } from '../../errors.ts';

export type ClientOptions = {
  readonly token: string;
  /** Discord's own, or a stand-in on loopback. */
  readonly apiUrl: string;
};

/** A client that asks for what summaries need and keeps no messages in memory; it is not logged in yet. */
export function createClient({ apiUrl }: Pick<ClientOptions, 'apiUrl'>): Client {
  return new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
    partials: [Partials.Message, Partials.Channel],
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0 }),
    rest: { api: apiUrl },
  });
}

const badToken =
  'Discord does not accept DISCORD_TOKEN. Copy the token anew: Developer Portal, your application, Bot, Reset Token.';
const intentsOff =
  'Discord refuses the intents of this bot. Switch on Message Content Intent: Developer Portal, your application, Bot, Privileged Gateway Intents.';

/** Logs in and waits until the servers are known; what Discord refuses is told as what to switch where. */
export async function login(client: Client, token: string): Promise<Client<true>> {
  const ready = new Promise<Client<true>>(resolve => client.once('clientReady', resolve));
  try {
    await client.login(token);
    return await ready;
  } catch (error) {
    const message = toRefusal(error);
    if (message === null) throw error;
    throw new UserError('bad_environment', message, { cause: error });
  }
}

/** What a refused login means for whoever runs the bot; null where it is no refusal. */
export function toRefusal(error: unknown): string | null {
  if (error instanceof DiscordAPIError && error.status === 401) return badToken;
  const text = error instanceof Error ? `${'code' in error ? error.code : ''} ${error.message}` : '';
  if (/TokenInvalid|invalid token|Authentication failed|4004/i.test(text)) return badToken;
  return /DisallowedIntents|disallowed intents|4014/i.test(text) ? intentsOff : null;
}
