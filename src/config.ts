import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import {
  maxMessagesSetting,
  type NumberSetting,
  numberSettings,
  type ReviewMode,
  reviewModes,
  reviewSetting,
  toNumberSchema,
} from './core/settings.ts';
import { UserError } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const clocks = ['system', 'playground'] as const;
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const snowflake = z.string().regex(/^\d{15,20}$/, 'must be a Discord id: 15 to 20 digits');

const address = z
  .string()
  .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, 'must be a URL that begins with https:// or http://')
  .transform(url => url.replace(/\/+$/, ''))
  .refine(url => URL.canParse(url) && !/@/.test(url), 'must be a valid URL without a user name or password');

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

function toNumberVariable(setting: Omit<NumberSetting, 'variable'>) {
  const { min, max, isWhole, byDefault, purpose } = setting;
  const problem = `must be a ${isWhole ? 'whole number' : 'number'} from ${min} to ${max}`;
  return z
    .string()
    .regex(isWhole ? /^\d+$/ : /^\d+(?:\.\d+)?$/, problem)
    .transform(Number)
    .refine(value => toNumberSchema(setting).safeParse(value).success, problem)
    .default(byDefault)
    .describe(purpose);
}

/** Every environment variable that Footnote reads, with its purpose and its default. */
export const environmentSchema = z.object({
  LOG_LEVEL: z
    .enum(levels, { error: `must be one of ${levels.join(', ')}` })
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
  FOOTNOTE_CLOCK: z
    .enum(clocks, { error: `must be one of ${clocks.join(', ')}` })
    .default('system')
    .describe('For development: `playground` follows the playground’s clock, which can be moved.'),
  ANTHROPIC_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be the bare key, without spaces')
    .optional()
    .describe(
      'A Claude API key. With it, Claude writes the summaries and conversations are sent to Anthropic. Secret; never logged.',
    ),
  ANTHROPIC_BASE_URL: address
    .refine(url => !url.endsWith('/v1'), 'must be given without /v1, which Footnote adds')
    .default('https://api.anthropic.com')
    .describe('The base URL of the Claude API. Tests and the demo set it to a stand-in.'),
  FOOTNOTE_MODEL: z
    .string()
    .regex(/^[\w.:@-]{1,100}$/, 'must be the id of a model, such as claude-sonnet-5-5')
    .default('claude-sonnet-5-5')
    .describe('The Claude model that writes summaries.'),
  FOOTNOTE_MODEL_SMALL: z
    .string()
    .regex(/^[\w.:@-]{1,100}$/, 'must be the id of a model, such as claude-haiku-5-5')
    .default('claude-haiku-5-5')
    .describe('The Claude model that judges claims, and reads long conversations part by part.'),
  FOOTNOTE_JUDGE: z
    .string()
    .pipe(z.enum(['on', 'off'], { error: 'must be on or off' }))
    .default('on')
    .describe(
      'Whether a second model checks each claim against the messages it cites. Needs `ANTHROPIC_API_KEY`.',
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
    isWhole: true,
    byDefault: 120,
    purpose: 'How many requests each API token may send per minute, 1 to 1000000.',
  }),
  STORE_URL: z
    .string()
    .default('sqlite://data/footnote.sqlite')
    .describe('Where data is stored: `sqlite://PATH`, `redis://HOST:PORT` or `memory://`.'),
  STORE_KEY: storeKeys
    .optional()
    .describe('Encrypts stored data: 32 bytes in base64 or hex. Secret; never logged.'),
  [numberSettings.dailyRuns.variable]: toNumberVariable(numberSettings.dailyRuns),
  FOOTNOTE_DIGESTS: toNumberVariable({
    min: 0,
    max: 25,
    isWhole: true,
    byDefault: 25,
    purpose: 'Scheduled digests per server, 0 to 25. With 0, no new digests can be created.',
  }),
  FOOTNOTE_DIGESTS_AT_ONCE: toNumberVariable({
    min: 1,
    max: 20,
    isWhole: true,
    byDefault: 2,
    purpose: 'How many digests run at the same time, 1 to 20. The others wait.',
  }),
  FOOTNOTE_BATCH_MINUTES: toNumberVariable({
    min: 0,
    max: 1_380,
    isWhole: true,
    byDefault: 0,
    purpose:
      'How many minutes a scheduled digest may wait for Claude’s batches at half the price. 0 = never.',
  }),
  [maxMessagesSetting.variable]: toNumberVariable(maxMessagesSetting),
  [numberSettings.minConfidence.variable]: toNumberVariable(numberSettings.minConfidence),
  [numberSettings.retentionDays.variable]: toNumberVariable(numberSettings.retentionDays),
  [numberSettings.serverUsd.variable]: toNumberVariable(numberSettings.serverUsd),
  [numberSettings.serverTokens.variable]: toNumberVariable(numberSettings.serverTokens),
  [numberSettings.memberUsd.variable]: toNumberVariable(numberSettings.memberUsd),
  [numberSettings.memberTokens.variable]: toNumberVariable(numberSettings.memberTokens),
  FOOTNOTE_MONTHLY_USD: toNumberVariable({
    ...numberSettings.serverUsd,
    purpose: 'US dollars that the whole bot may spend in a calendar month (UTC). 0 = unlimited.',
  }),
  FOOTNOTE_MONTHLY_TOKENS: toNumberVariable({
    ...numberSettings.serverTokens,
    max: 999_999_999_999,
    purpose: 'Tokens that the whole bot may use in a calendar month (UTC). 0 = unlimited.',
  }),
  [reviewSetting.variable]: z
    .enum(reviewModes, { error: `must be one of ${reviewModes.join(', ')}` })
    .default(reviewSetting.byDefault)
    .describe(reviewSetting.purpose),
});

export type ClaudeConfig = {
  /** If absent, Claude is not used. */
  readonly apiKey?: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly model: string;
  /** The model that judges claims. */
  readonly smallModel: string;
  /** Whether claims are judged. */
  readonly judges: boolean;
  /** The path of the price file. */
  readonly pricesPath?: string;
};

/** The part that the CLI needs. Errors in other variables do not affect its commands. */
export type ShellConfig = Pick<Config, 'logLevel' | 'claude'>;

export type Config = {
  readonly logLevel: (typeof levels)[number];
  readonly discord: {
    readonly token?: string;
    readonly applicationId?: string;
    readonly guildId?: string;
    /** Without a trailing slash. */
    readonly apiUrl: string;
  };
  /** The bot's clock; `playground` is accepted only if the Discord API is on this machine. */
  readonly clock: (typeof clocks)[number];
  readonly claude: ClaudeConfig;
  /** Absent if there is no HTTP API. */
  readonly http?: {
    readonly host: string;
    readonly port: number;
    readonly requestsPerMinute: number;
    readonly publicUrl?: string;
  };
  readonly storeUrl: string;
  /** The first key encrypts stored data, and each of them can decrypt it. If absent, data is not encrypted. */
  readonly storeKeys?: readonly KeyObject[];
  /** Summaries per person and day; 0 = unlimited. */
  readonly dailyRuns: number;
  /** Digests per server. */
  readonly mostDigests: number;
  readonly digestsAtOnce: number;
  /** How long a scheduled digest may wait for a batch; 0 = not at all. */
  readonly batchMinutes: number;
  /** Messages per summary. */
  readonly maxMessages: number;
  /** 0 to 1; claims below it are hidden. */
  readonly minConfidence: number;
  readonly retentionDays: number;
  /** Caps per calendar month of a server, and per day of a member; 0 = unlimited. */
  readonly serverUsd: number;
  readonly serverTokens: number;
  readonly memberUsd: number;
  readonly memberTokens: number;
  /** Caps of the whole bot per calendar month. */
  readonly botCaps: { readonly usd: number; readonly tokens: number };
  readonly review: ReviewMode;
};

/** The host names of this machine as `URL` writes them. */
const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Rejects the playground's clock for the real Discord, because anyone who can reach the playground can move it. */
const botSchema = environmentSchema.superRefine((data, context) => {
  if (data.FOOTNOTE_CLOCK === 'system' || loopback.includes(new URL(data.DISCORD_API_URL).hostname)) return;
  context.addIssue({
    code: 'custom',
    path: ['FOOTNOTE_CLOCK'],
    message:
      'must be system unless DISCORD_API_URL is on this machine (127.0.0.1, ::1 or localhost): the playground’s clock is only for development',
  });
});

/** The variables that the CLI reads. */
export const shellSchema = environmentSchema.pick({
  LOG_LEVEL: true,
  ANTHROPIC_API_KEY: true,
  ANTHROPIC_BASE_URL: true,
  FOOTNOTE_MODEL: true,
  FOOTNOTE_MODEL_SMALL: true,
  FOOTNOTE_JUDGE: true,
  FOOTNOTE_PRICES: true,
});

/** Like `readConfig`, for the variables that the CLI reads. */
export function readShellConfig(environment: Environment): ShellConfig {
  const data = read(shellSchema, environment);
  return { logLevel: data.LOG_LEVEL, claude: toClaudeConfig(data) };
}

/** Reads only the log level, because errors in the other variables have to be logged. */
export function readLogLevel(environment: Environment): Config['logLevel'] {
  const { LOG_LEVEL: level } = environmentSchema.shape;
  return level.safeParse(toSet(environment)['LOG_LEVEL']).data ?? level.parse(undefined);
}

/**
 * The variables that are set, without surrounding spaces. The first name may start with the byte order mark of its file.
 */
function toSet(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).map(
    ([name, value = '']) => [name.replace(/^\ufeff/, ''), value.trim()] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value));
}

/** A variable that cannot be used, or that Footnote does not know; `problem` follows its name and repeats no value. */
export type VariableProblem = { readonly name: string; readonly problem: string };

/** The variables of the bot that are not usable. */
export function findVariableProblems(environment: Environment): readonly VariableProblem[] {
  const { error } = botSchema.safeParse(toSet(environment));
  return (error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), problem: message }));
}

/** Variables that look like Footnote's but are not read, most likely because they are misspelled. */
export function findUnknownVariables(environment: Environment): readonly string[] {
  const known = Object.keys(environmentSchema.shape);
  return Object.keys(toSet(environment)).filter(
    name => /^(?:FOOTNOTE|DISCORD|STORE|HTTP)_(?!PROXY)/.test(name) && !known.includes(name),
  );
}

/** The number of Footnote's variables that are set. */
export function countVariables(environment: Environment): number {
  const set = toSet(environment);
  return Object.keys(environmentSchema.shape).filter(name => name in set).length;
}

function read<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const parsed = schema.safeParse(toSet(environment));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new UserError('bad_environment', `Invalid environment: ${problems.join('; ')}.`);
}

function toClaudeConfig(data: z.output<typeof shellSchema>): ClaudeConfig {
  return {
    ...(data.ANTHROPIC_API_KEY !== undefined && { apiKey: data.ANTHROPIC_API_KEY }),
    baseUrl: data.ANTHROPIC_BASE_URL,
    model: data.FOOTNOTE_MODEL,
    smallModel: data.FOOTNOTE_MODEL_SMALL,
    judges: data.FOOTNOTE_JUDGE === 'on',
    ...(data.FOOTNOTE_PRICES !== undefined && { pricesPath: data.FOOTNOTE_PRICES }),
  };
}

/**
 * Reads the environment; empty means unset.
 *
 * @throws UserError `bad_environment` with all problems but no values: they may be secret.
 */
export function readConfig(environment: Environment): Config {
  const data = read(botSchema, environment);
  return {
    logLevel: data.LOG_LEVEL,
    claude: toClaudeConfig(data),
    clock: data.FOOTNOTE_CLOCK,
    discord: {
      ...(data.DISCORD_TOKEN !== undefined && { token: data.DISCORD_TOKEN }),
      ...(data.DISCORD_APPLICATION_ID !== undefined && { applicationId: data.DISCORD_APPLICATION_ID }),
      ...(data.DISCORD_GUILD_ID !== undefined && { guildId: data.DISCORD_GUILD_ID }),
      apiUrl: data.DISCORD_API_URL,
    },
    ...(data.HTTP_PORT !== undefined && {
      http: {
        host: data.HTTP_HOST,
        port: data.HTTP_PORT,
        ...(data.HTTP_PUBLIC_URL !== undefined && { publicUrl: data.HTTP_PUBLIC_URL }),
        requestsPerMinute: data.HTTP_REQUESTS_PER_MINUTE,
      },
    }),
    storeUrl: data.STORE_URL,
    ...(data.STORE_KEY !== undefined && { storeKeys: data.STORE_KEY }),
    dailyRuns: data.FOOTNOTE_DAILY_RUNS,
    mostDigests: data.FOOTNOTE_DIGESTS,
    digestsAtOnce: data.FOOTNOTE_DIGESTS_AT_ONCE,
    batchMinutes: data.FOOTNOTE_BATCH_MINUTES,
    maxMessages: data.FOOTNOTE_MAX_MESSAGES,
    minConfidence: data.FOOTNOTE_MIN_CONFIDENCE,
    retentionDays: data.FOOTNOTE_RETENTION_DAYS,
    serverUsd: data.FOOTNOTE_SERVER_USD,
    serverTokens: data.FOOTNOTE_SERVER_TOKENS,
    memberUsd: data.FOOTNOTE_MEMBER_USD,
    memberTokens: data.FOOTNOTE_MEMBER_TOKENS,
    botCaps: { usd: data.FOOTNOTE_MONTHLY_USD, tokens: data.FOOTNOTE_MONTHLY_TOKENS },
    review: data.FOOTNOTE_REVIEW,
  };
}
