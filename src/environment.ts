import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import {
  maxMessagesSetting,
  type NumberSetting,
  reviewModes,
  serverSettings,
  toNumberSchema,
} from './core/settings.ts';
import { snowflake } from './core/stored.ts';
import { UserError } from './errors.ts';

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
  return toNumberText(setting).default(setting.byDefault);
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

/** Every environment variable that Footnote reads, with its default. `.env.example` says what each is for. */
export const environmentSchema = z.object({
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  DISCORD_TOKEN: z
    .string()
    .regex(/^\S+$/, 'must be the bare token, without “Bot” and without spaces')
    .optional(),
  DISCORD_APPLICATION_ID: snowflake.optional(),
  DISCORD_GUILD_ID: snowflake.optional(),
  DISCORD_API_URL: address.default('https://discord.com/api'),
  DISCORD_REQUESTS_PER_SECOND: toNumberVariable({ kind: 'whole', min: 50, max: 10_000, byDefault: 50 }),
  FOOTNOTE_CLOCK: oneOf(['system', 'playground']).default('system'),
  ANTHROPIC_API_KEY: apiKey.optional(),
  ANTHROPIC_BASE_URL: baseUrl.default('https://api.anthropic.com'),
  FOOTNOTE_PROVIDER: oneOf(['anthropic', 'bedrock', 'vertex', 'foundry']).default('anthropic'),
  FOOTNOTE_MODEL: modelId('claude-sonnet-5-5'),
  FOOTNOTE_MODEL_SMALL: modelId('claude-haiku-5-5'),
  FOOTNOTE_JUDGE_BASE_URL: baseUrl.optional(),
  FOOTNOTE_JUDGE_API_KEY: apiKey.optional(),
  FOOTNOTE_JUDGE: oneOf(['on', 'off']).default('on'),
  FOOTNOTE_PRICES: z.string().optional(),
  HTTP_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number, 1 to 65535')
    .transform(Number)
    .refine(port => port >= 1 && port <= 65_535, 'must be a port number, 1 to 65535')
    .optional(),
  HTTP_HOST: z
    .string()
    .regex(/^[\w.:-]{1,255}$/, 'must be an address such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  HTTP_PUBLIC_URL: address.optional(),
  HTTP_REQUESTS_PER_MINUTE: toNumberVariable({ kind: 'whole', min: 1, max: 1_000_000, byDefault: 120 }),
  HTTP_CORS_ORIGINS: z
    .string()
    .regex(
      /^https?:\/\/[\w.:[\]-]+(?:\s*,\s*https?:\/\/[\w.:[\]-]+)*$/,
      'must be origins such as https://wiki.example, separated by commas',
    )
    .transform(text => text.split(',').map(origin => origin.trim()))
    .optional(),
  HTTP_METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or characters of -._~+/=')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  STORE_URL: z.string().default('sqlite://data/footnote.sqlite'),
  STORE_KEY: storeKeys.optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/[^\s/]+\S*$/, 'must be an address such as redis://127.0.0.1:6379')
    .optional(),
  FOOTNOTE_ROLE: oneOf(['all', 'gateway', 'worker', 'api']).default('all'),
  SHARD_COUNT: toNumberVariable({ kind: 'whole', min: 1, max: 10_000, byDefault: 1 }),
  SHARDS: z
    .string()
    .regex(/^\d{1,4}(?:\s*,\s*\d{1,4})*$/, 'must be shard numbers such as 0 or 0,1')
    .transform(text => [...new Set(text.split(',').map(Number))])
    .optional(),
  [serverSettings.dailyRuns.variable]: toNumberVariable(serverSettings.dailyRuns),
  FOOTNOTE_DIGESTS: toNumberVariable({ kind: 'whole', min: 0, max: 25, byDefault: 25 }),
  FOOTNOTE_DIGESTS_AT_ONCE: toNumberVariable({ kind: 'whole', min: 1, max: 1_000, byDefault: 1_000 }),
  FOOTNOTE_WEBHOOKS: oneOf(['public', 'private', 'off']).default('public'),
  FOOTNOTE_MAX_MESSAGES: toNumberVariable(maxMessagesSetting),
  [serverSettings.minConfidence.variable]: toNumberVariable(serverSettings.minConfidence),
  [serverSettings.retentionDays.variable]: toNumberVariable(serverSettings.retentionDays),
  [serverSettings.serverUsd.variable]: toNumberVariable(serverSettings.serverUsd),
  [serverSettings.memberUsd.variable]: toNumberVariable(serverSettings.memberUsd),
  FOOTNOTE_MONTHLY_USD: toNumberVariable({ ...serverSettings.serverUsd, byDefault: 10 }),
  FOOTNOTE_MONTHLY_TOKENS: toNumberText({ kind: 'whole', min: 0, max: 999_999_999_999 }).optional(),
  [serverSettings.review.variable]: oneOf(reviewModes).default(serverSettings.review.byDefault),
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

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are set, without surrounding spaces. The first name may start with a byte order mark. */
export function toSet(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).map(
    ([name, value = '']) => [name.replace(/^\ufeff/, ''), value.trim()] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value));
}

/** Deletes Footnote's variables that are empty. discord.js reads SHARD_COUNT itself, and takes an empty one for 0. */
export function deleteEmptyVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environmentSchema.shape))
    if (environment[name]?.trim() === '') delete environment[name];
}

export function readLogLevel(environment: Environment): z.output<typeof environmentSchema>['LOG_LEVEL'] {
  const { LOG_LEVEL: level } = environmentSchema.shape;
  return level.safeParse(toSet(environment)['LOG_LEVEL']).data ?? level.parse(undefined);
}

/** Variables that look like Footnote's but are not read, most likely because they are misspelled. */
export function findUnknownVariables(environment: Environment): readonly string[] {
  const known = Object.keys(environmentSchema.shape);
  return Object.keys(toSet(environment)).filter(
    name => /^(?:FOOTNOTE|DISCORD|STORE|HTTP)_(?!PROXY)/.test(name) && !known.includes(name),
  );
}

/** Reads the variables of a schema; empty means unset. @throws UserError `bad_environment` with all problems but no values. */
export function readVariables<Schema extends z.ZodType>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> {
  const parsed = schema.safeParse(toSet(environment));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new UserError('bad_environment', `Invalid environment: ${problems.join('; ')}.`);
}
