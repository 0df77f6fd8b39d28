import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApplicationFlags,
  Client,
  ClientApplication,
  ClientUser,
  DefaultRestOptions,
  DiscordAPIError,
  GatewayCloseCodes,
  GatewayIntentBits,
  HTTPError,
  Options,
  Partials,
  RateLimitError,
  type REST,
  Routes,
  ShardClientUtil,
  SimpleIdentifyThrottler,
  type WebSocketOptions,
} from 'discord.js';
import { z } from 'zod';
import type { SharedLogins, SharedRequests } from '../../app/usage/ports.ts';
import { abortable } from '../../deadline.ts';
import { UserError } from '../../errors.ts';
import { isConnectionError } from './interaction/failures.ts';
import {
  createOwnRequests,
  orOwnRequests,
  withGlobalLimit,
  withRetryRules,
  withTimeLimit,
} from './send-request.ts';

type ClientOptions = {
  readonly apiUrl: string;
  /** Default: one shard with all servers. */
  readonly shards?: { readonly count: number; readonly ids: readonly number[] } | undefined;
  /** What Discord allows the token; default 50. */
  readonly requestsPerSecond?: number | undefined;
  /** Only where several processes use the token. */
  readonly sharedRequests?: SharedRequests | undefined;
  readonly sharedLogins?: SharedLogins | undefined;
  /** Whether to ask for the Message Content intent; default true. */
  readonly wantsContent?: boolean | undefined;
};

/** Longer rate limits fail the request, and people are asked to retry. */
const longestLimitMs = 60_000;

/** A client with the intents for summaries and without a message cache; not logged in yet. */
export function createClient({
  apiUrl,
  shards,
  requestsPerSecond = DefaultRestOptions.globalRequestsPerSecond,
  sharedRequests,
  sharedLogins,
  wantsContent = true,
}: ClientOptions): Client {
  const { makeRequest, timeout } = DefaultRestOptions;
  const own = createOwnRequests(requestsPerSecond);
  const places = sharedRequests ? orOwnRequests(sharedRequests, own) : own;
  return new Client({
    ...(sharedLogins && { ws: { buildIdentifyThrottler: createThrottler(sharedLogins) } }),
    ...(shards && { shardCount: shards.count, shards: [...shards.ids] }),
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      ...(wantsContent ? [GatewayIntentBits.MessageContent] : []),
    ],
    partials: [Partials.Message, Partials.Channel],
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0 }),
    rest: {
      api: apiUrl,
      // It would count all that waits for its turn, and what answers interactions.
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      // It would count the wait for a turn; `withTimeLimit` does not. A timer takes no more.
      timeout: 2 ** 31 - 1,
      makeRequest: withRetryRules(withGlobalLimit(withTimeLimit(makeRequest, timeout), places)),
      rejectOnRateLimit: ({ timeToReset, retryAfter }) => Math.max(timeToReset, retryAfter) > longestLimitMs,
    },
  });
}

/** Lets shards log in one after the other, also those of other processes; while these cannot be asked, its own. */
function createThrottler({ take }: SharedLogins): NonNullable<WebSocketOptions['buildIdentifyThrottler']> {
  return async manager => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    const own = new SimpleIdentifyThrottler(limit.max_concurrency);
    return {
      waitForIdentify: async (shardId, signal) => {
        const attempt = () => take(shardId % limit.max_concurrency).catch(() => null);
        let waitMs = await attempt();
        for (; waitMs !== null && waitMs > 0; waitMs = await attempt())
          await sleep(waitMs, undefined, { signal });
        if (waitMs === null) await own.waitForIdentify(shardId, signal);
      },
    };
  };
}

const badToken =
  'Discord rejected DISCORD_TOKEN. Reset the token in the Developer Portal (your application, Bot, Reset Token) and copy it again.';
/** The flags of an application that may read message content: one for approved bots, one for others. */
const contentFlags = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
export const contentOff =
  'The Message Content intent is off, so Footnote reads only files, messages that mention it, the message of a menu, and what is stored. Turn the intent on in the Developer Portal (your application, Bot, Privileged Gateway Intents). If Discord has to approve it, see docs/privileged-intents.md.';

/** Whether Discord shows an application the text, files and embeds of all messages, not only of those to the bot. */
export function readsContent(flags: number): boolean {
  return (flags & contentFlags) !== 0;
}

/** Discord sends the list of servers within a minute; discord.js itself would wait forever. */
const loginTimeoutMs = 90_000;

/** Logs in and waits for the servers; without the Message Content intent if Discord refuses it. Other refusals say what to change. */
export async function login(
  create: (options: Pick<ClientOptions, 'wantsContent'>) => Client,
  token: string,
  timeoutMs = loginTimeoutMs,
): Promise<Client<true>> {
  try {
    return await loginOnce(create({ wantsContent: true }), token, timeoutMs);
  } catch (error) {
    if (!(error instanceof UserError && isContentRefused(error.cause))) throw error;
    return loginOnce(create({ wantsContent: false }), token, timeoutMs);
  }
}

function loginOnce(client: Client, token: string, timeoutMs: number): Promise<Client<true>> {
  const ready = new Promise<Client<true>>(resolve => client.once('clientReady', resolve));
  return connect(client, token, timeoutMs, async () => {
    await client.login(token);
    return ready;
  });
}

/** Checks the token and leaves it at that: without a gateway, what is known of servers is what was fetched. */
export function loginWithoutGateway(client: Client, token: string): Promise<Client<true>> {
  withoutGateway.add(client);
  return connect(client, token, loginTimeoutMs, async () => {
    const [user, application] = await Promise.all([
      client.rest.get(Routes.user()),
      client.rest.get(Routes.currentApplication()),
    ]);
    // discord.js creates both from the first event of the gateway, and keeps the constructors to itself.
    return Object.assign(client as Client<true>, {
      user: Reflect.construct(ClientUser, [client, user]),
      application: Reflect.construct(ClientApplication, [client, application]),
    });
  });
}

const withoutGateway = new WeakSet<Client>();

/** Whether events tell this client what changes; without them everything is fetched when it is needed. */
export function hasGateway(client: Client): boolean {
  return !withoutGateway.has(client);
}

/** Whether this client gets the events of a server: those of other shards go to other processes, which answer for them. */
export function receivesEvents(client: Client, guildId: string): boolean {
  const { shards, shardCount = 1 } = client.options;
  const shard = ShardClientUtil.shardIdForGuildId(guildId, shardCount);
  return hasGateway(client) && (!Array.isArray(shards) || shards.includes(shard));
}

async function connect(
  client: Client,
  token: string,
  timeoutMs: number,
  work: () => Promise<Client<true>>,
): Promise<Client<true>> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await abortable(late, async () => {
      await requireDiscord(client.rest.setToken(token));
      return work();
    });
  } catch (error) {
    if (error === late.reason)
      throw new UserError(
        'discord_unavailable',
        `Discord did not complete the login within ${timeoutMs / 1_000} seconds. See https://discordstatus.com, then try again.`,
      );
    if (error instanceof UserError) throw error;
    const message = toRefusal(error);
    if (message !== null) throw new UserError('bad_environment', message, { cause: error });
    const fault = toFault(error);
    if (fault === null) throw error;
    throw new UserError('discord_unavailable', fault, { cause: error });
  }
}

const gateway = z.object({
  url: z.string().regex(/^wss?:\/\/./),
  session_start_limit: z.object({ remaining: z.number() }),
});

/** Fetches the gateway's address. Throws `UserError('bad_environment')` if something other than Discord answers. */
export async function requireDiscord(rest: REST): Promise<void> {
  const answer = await rest.get(Routes.gatewayBot()).catch((error: unknown) => {
    if (error instanceof DiscordAPIError && typeof error.code !== 'number') return null;
    throw error;
  });
  if (gateway.safeParse(answer).success) return;
  throw new UserError(
    'bad_environment',
    `The server at ${rest.options.api} (DISCORD_API_URL) is not the Discord API. Correct the address, or leave it empty.`,
  );
}

/** A sentence if Discord is unreachable, failing or limiting logins; null for other errors. */
export function toFault(error: unknown): string | null {
  if (error instanceof RateLimitError) {
    const seconds = Math.ceil(Math.max(error.timeToReset, error.retryAfter) / 1_000);
    return `Discord asks Footnote to wait ${seconds} seconds before the next login. Try again after that.`;
  }
  const [, resets] = /^Not enough sessions remaining.*resets at (\S+)/.exec(toText(error)) ?? [];
  if (resets !== undefined)
    return `Discord allows this bot no more logins until ${resets}. If something starts it again and again, stop that, then try again after that time.`;
  if (error instanceof HTTPError)
    return `Discord answered with an error (status ${error.status}). See https://discordstatus.com, then try again.`;
  if (!isConnectionError(error)) return null;
  return `Discord cannot be reached (${toText(error) || 'no answer'}). Check the network and, if it is set, DISCORD_API_URL, then try again.`;
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** The code with which Discord closes the gateway if the Message Content intent is no longer allowed. */
export const contentRefused = GatewayCloseCodes.DisallowedIntents;

/** What to do after Discord closed the gateway permanently with this code. */
export function toClosedWords(code: number): string {
  if (code === contentRefused)
    return 'Discord no longer allows the Message Content intent. Start the bot again: it then works without it.';
  return (
    toRefusal(new Error(String(code))) ??
    `Discord closed the connection permanently (code ${code}). See https://discordstatus.com, then start the bot again.`
  );
}

const invalidShards =
  'Discord refused the shards. Give each process other numbers in SHARDS, all below SHARD_COUNT.';
const shardingRequired =
  'Discord allows 2,500 servers in a shard. Set a higher SHARD_COUNT for all processes: one shard per 1,000 servers leaves room.';

/** What to do about a refused login; null for other errors. */
export function toRefusal(error: unknown): string | null {
  if (error instanceof DiscordAPIError && error.status === 401) return badToken;
  const text = error instanceof Error ? `${'code' in error ? error.code : ''} ${error.message}` : '';
  if (/TokenInvalid|invalid token|Authentication failed|4004/i.test(text)) return badToken;
  if (/invalid ?shard|4010/i.test(text)) return invalidShards;
  if (/sharding ?(?:is )?required|4011/i.test(text)) return shardingRequired;
  return isContentRefused(error) ? contentOff : null;
}

function isContentRefused(error: unknown): boolean {
  return error instanceof Error && /DisallowedIntents|disallowed intents/i.test(error.message);
}
