import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import {
  maxMessagesSetting,
  type NumberSetting,
  reviewModes,
  serverSettings,
  toNumberSchema,
  unpricedTokens,
} from './core/settings.ts';
import { snowflake } from './core/stored.ts';

const address = z
  .string()
  .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, 'must be a URL that begins with https:// or http://')
  .transform(url => url.replace(/\/+$/, ''))
  .refine(url => URL.canParse(url) && !/@/.test(url), 'must be a valid URL without a user name or password');

const baseUrl = address.refine(url => !url.endsWith('/v1'), 'must be given without /v1, which Footnote adds');
const apiKey = z.string().regex(/^[\x21-\x7e]+$/, 'must be the bare key, without spaces');
const modelId = (byDefault: string) =>
  z
    .string()
    .regex(/^[\w.:@/-]{1,200}$/, `must be the id of a model, such as ${byDefault}`)
    .default(byDefault);

const storeKey = /[\da-f]{64}|[\w+/-]{43}=?/i.source;

/** 32-byte keys as key objects, which never print their bytes. */
const storeKeys = z
  .string()
  .regex(
    new RegExp(`^(?:${storeKey})(?:\\s*,\\s*(?:${storeKey}))*$`, 'i'),
    'must be 32 bytes in base64 or hex, or several such keys separated by commas',
  )
  .transform((text): readonly KeyObject[] =>
    text.split(/\s*,\s*/).map(each => createSecretKey(each, each.length === 64 ? 'hex' : 'base64')),
  );

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

function toNumberVariable(setting: NumberSetting) {
  return toNumberText(setting).default(setting.byDefault).describe(setting.purpose);
}

function toNumberText(setting: Pick<NumberSetting, 'kind' | 'min' | 'max'>) {
  const { min, max } = setting;
  const isWhole = setting.kind === 'whole';
  const problem = `must be a ${isWhole ? 'whole number' : 'number'} from ${min} to ${max}`;
  return z
    .string()
    .regex(isWhole ? /^\d+$/ : /^\d+(?:\.\d+)?$/, problem)
    .transform(Number)
    .refine(value => toNumberSchema(setting).safeParse(value).success, problem);
}

/** Every environment variable that Footnote reads, with its purpose and its default. */
export const environmentSchema = z.object({
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('warn')
    .describe('How much to log, as JSON lines on stderr. Logs contain ids and counts, never message text.'),
  DISCORD_TOKEN: z
    .string()
    .regex(/^\S+$/, 'must be the bare token, without “Bot” and without spaces')
    .optional()
    .describe('The bot token from the Discord Developer Portal. Secret; never logged.'),
  DISCORD_APPLICATION_ID: snowflake
    .optional()
    .describe('The application ID from the Discord Developer Portal. Needed to deploy the commands.'),
  DISCORD_GUILD_ID: snowflake
    .optional()
    .describe('For development: register the commands in this server only, instead of globally.'),
  DISCORD_API_URL: address
    .default('https://discord.com/api')
    .describe('The base URL of the Discord API. Tests and the demo set it to the playground.'),
  DISCORD_REQUESTS_PER_SECOND: toNumberVariable({
    min: 50,
    max: 10_000,
    kind: 'whole',
    byDefault: 50,
    purpose:
      'How many requests per second Discord allows the bot, 50 to 10000. Discord may raise it for large bots.',
  }),
  FOOTNOTE_CLOCK: oneOf(['system', 'playground'])
    .default('system')
    .describe('For development: `playground` follows the playground’s clock, which can be moved.'),
  ANTHROPIC_API_KEY: apiKey
    .optional()
    .describe(
      'A Claude API key. With it, a model writes the summaries and conversations are sent to `ANTHROPIC_BASE_URL`. Secret; never logged.',
    ),
  ANTHROPIC_BASE_URL: baseUrl
    .default('https://api.anthropic.com')
    .describe(
      'The base URL of the Claude API, or of a server that speaks it, such as Ollama. Tests and the demo set it to a stand-in.',
    ),
  FOOTNOTE_PROVIDER: oneOf(['anthropic', 'bedrock', 'vertex', 'foundry'])
    .default('anthropic')
    .describe(
      'The service that runs Claude: `anthropic`, `bedrock`, `vertex` or `foundry`. All but the first need a package and credentials of their own.',
    ),
  FOOTNOTE_MODEL: modelId('claude-sonnet-5-5').describe('The model that writes summaries.'),
  FOOTNOTE_MODEL_SMALL: modelId('claude-haiku-5-5').describe(
    'The model that judges claims, names the messages behind them, and reads long conversations part by part.',
  ),
  FOOTNOTE_JUDGE_BASE_URL: baseUrl
    .optional()
    .describe('The base URL for `FOOTNOTE_MODEL_SMALL`, if it is on another server than `FOOTNOTE_MODEL`.'),
  FOOTNOTE_JUDGE_API_KEY: apiKey
    .optional()
    .describe('The key for `FOOTNOTE_JUDGE_BASE_URL`. Secret; never logged.'),
  FOOTNOTE_JUDGE: oneOf(['on', 'off'])
    .default('on')
    .describe(
      'Whether a second model checks each claim against the messages it cites, and compares decisions. Needs `ANTHROPIC_API_KEY`.',
    ),
  FOOTNOTE_PRICES: z
    .string()
    .optional()
    .describe(
      'The path of a JSON file whose prices override the built-in ones: `{MODEL: {input, output, cacheWrite, cacheRead}}`.',
    ),
  HTTP_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number, 1 to 65535')
    .transform(Number)
    .refine(port => port >= 1 && port <= 65_535, 'must be a port number, 1 to 65535')
    .optional()
    .describe('Serves the HTTP API on this port. Without it there is no HTTP API.'),
  HTTP_HOST: z
    .string()
    .regex(/^[\w.:-]{1,255}$/, 'must be an address such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1')
    .describe('The address that the HTTP API listens on. The default is reachable from this machine only.'),
  HTTP_PUBLIC_URL: address
    .optional()
    .describe(
      'Where browsers reach the HTTP API. With it, **More** in Discord offers **Open in browser**. Needs `HTTP_PORT`.',
    ),
  HTTP_REQUESTS_PER_MINUTE: toNumberVariable({
    min: 1,
    max: 1_000_000,
    kind: 'whole',
    byDefault: 120,
    purpose: 'How many requests each API token may send per minute, 1 to 1000000.',
  }),
  HTTP_CORS_ORIGINS: z
    .string()
    .regex(
      /^https?:\/\/[\w.:[\]-]+(?:\s*,\s*https?:\/\/[\w.:[\]-]+)*$/,
      'must be origins such as https://wiki.example, separated by commas',
    )
    .transform(text => text.split(',').map(origin => origin.trim()))
    .optional()
    .describe('Websites whose scripts may call the HTTP API with an API token, separated by commas.'),
  HTTP_METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or characters of -._~+/=')
    .optional()
    .describe(
      'Serves metrics for Prometheus at `/metrics` to requests with this bearer token. Needs `HTTP_PORT`. Secret; never logged.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .describe(
      'Sends a trace of each run to this OpenTelemetry collector (OTLP over HTTP, without `/v1/traces`). Traces contain ids and counts, never message text.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers for the collector, as `NAME=VALUE,NAME=VALUE`. Secret; never logged.'),
  STORE_URL: z
    .string()
    .default('sqlite://data/footnote.sqlite')
    .describe('Where data is stored: `sqlite://PATH`, `redis://HOST:PORT` or `memory://`.'),
  STORE_KEY: storeKeys
    .optional()
    .describe(
      'Encrypts stored data: 32 bytes in base64 or hex. Unset: a new SQLite store gets a key beside it. Secret; never logged.',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/[^\s/]+\S*$/, 'must be an address such as redis://127.0.0.1:6379')
    .optional()
    .describe('A Redis server for what several processes share: jobs and the limits of Claude and Discord.'),
  FOOTNOTE_ROLE: oneOf(['all', 'gateway', 'worker', 'api'])
    .default('all')
    .describe(
      'What this process does: `gateway` answers people, `worker` runs digests and other jobs, `api` serves HTTP.',
    ),
  SHARD_COUNT: toNumberVariable({
    min: 1,
    max: 10_000,
    kind: 'whole',
    byDefault: 1,
    purpose: 'How many shards there are in all processes together, 1 to 10000.',
  }),
  SHARDS: z
    .string()
    .regex(/^\d{1,4}(?:\s*,\s*\d{1,4})*$/, 'must be shard numbers such as 0 or 0,1')
    .transform(text => [...new Set(text.split(',').map(Number))])
    .optional()
    .describe('The shards that this process connects, such as `0,1`. The first is 0. Default: all.'),
  [serverSettings.dailyRuns.variable]: toNumberVariable(serverSettings.dailyRuns),
  FOOTNOTE_DIGESTS: toNumberVariable({
    min: 0,
    max: 25,
    kind: 'whole',
    byDefault: 25,
    purpose: 'Scheduled digests per server, 0 to 25. With 0, no new digests can be created.',
  }),
  FOOTNOTE_DIGESTS_AT_ONCE: toNumberVariable({
    min: 1,
    max: 1_000,
    kind: 'whole',
    byDefault: 1_000,
    purpose: 'How many digests run at the same time in a process, 1 to 1000. The others wait.',
  }),
  FOOTNOTE_WEBHOOKS: oneOf(['public', 'private', 'off'])
    .default('public')
    .describe(
      'Which addresses digests may be sent to: `public` ones, also `private` networks, or none (`off`).',
    ),
  FOOTNOTE_MAX_MESSAGES: toNumberVariable(maxMessagesSetting),
  [serverSettings.minConfidence.variable]: toNumberVariable(serverSettings.minConfidence),
  [serverSettings.retentionDays.variable]: toNumberVariable(serverSettings.retentionDays),
  [serverSettings.serverUsd.variable]: toNumberVariable(serverSettings.serverUsd),
  [serverSettings.memberUsd.variable]: toNumberVariable(serverSettings.memberUsd),
  FOOTNOTE_MONTHLY_USD: toNumberVariable({
    ...serverSettings.serverUsd,
    byDefault: 10,
    purpose: 'US dollars that the whole bot may spend in a calendar month (UTC). 0 = unlimited.',
  }),
  FOOTNOTE_MONTHLY_TOKENS: toNumberText({ kind: 'whole', min: 0, max: 999_999_999_999 })
    .optional()
    .describe(
      `Tokens that the whole bot may use in a calendar month (UTC) while the price of a model is unknown. 0 = unlimited. Unset: ${unpricedTokens} if \`FOOTNOTE_MONTHLY_USD\` is not 0, otherwise unlimited.`,
    ),
  [serverSettings.review.variable]: oneOf(reviewModes)
    .default(serverSettings.review.byDefault)
    .describe(serverSettings.review.purpose),
});

/** The host names of this machine as `URL` writes them. */
const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Rejects the playground's clock for the real Discord, because anyone could move it, and processes without a place to share their work. */
export const botSchema = environmentSchema.superRefine((data, context) => {
  const reject = (name: keyof typeof data, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  // A wrong address has been reported already.
  const host = URL.parse(data.DISCORD_API_URL)?.hostname ?? '';
  if (data.FOOTNOTE_CLOCK !== 'system' && !loopback.includes(host))
    reject(
      'FOOTNOTE_CLOCK',
      'must be system unless DISCORD_API_URL is on this machine (127.0.0.1, ::1 or localhost): the playground’s clock is only for development',
    );
  const { DISCORD_TOKEN: token } = data;
  if (host === 'discord.com' && token !== undefined && !/^[\w-]+(?:\.[\w-]+){2}$/.test(token))
    reject(
      'DISCORD_TOKEN',
      'must be a bot token, which has three parts with dots between them: in the Developer Portal, under Bot, press Reset Token and copy it whole',
    );
  const { REDIS_URL, STORE_URL, FOOTNOTE_ROLE: role, HTTP_PORT, SHARDS, SHARD_COUNT } = data;
  const isShared = REDIS_URL !== undefined && /^rediss?:/.test(STORE_URL);
  const needed = 'needs REDIS_URL, and a STORE_URL that begins with redis://, which all processes share';
  if (role !== 'all' && !isShared) reject('FOOTNOTE_ROLE', `${role} ${needed}`);
  if (role === 'api' && HTTP_PORT === undefined) reject('FOOTNOTE_ROLE', 'api needs HTTP_PORT');
  if (SHARDS === undefined) return;
  if (SHARDS.some(id => id >= SHARD_COUNT))
    reject('SHARDS', `must be below SHARD_COUNT, which is ${SHARD_COUNT}`);
  else if (SHARDS.length < SHARD_COUNT && !isShared) reject('SHARDS', needed);
});

export const shellSchema = environmentSchema.pick({
  LOG_LEVEL: true,
  ANTHROPIC_API_KEY: true,
  ANTHROPIC_BASE_URL: true,
  FOOTNOTE_PROVIDER: true,
  FOOTNOTE_MODEL: true,
  FOOTNOTE_MODEL_SMALL: true,
  FOOTNOTE_JUDGE_BASE_URL: true,
  FOOTNOTE_JUDGE_API_KEY: true,
  FOOTNOTE_JUDGE: true,
  FOOTNOTE_PRICES: true,
});
