import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { UserError } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const reviewModes = ['off', 'before-sharing'] as const;
const clocks = ['system', 'playground'] as const;
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const snowflake = z.string().regex(/^\d{15,20}$/, 'must be a Discord id: 15 to 20 digits');

const address = z
  .string()
  .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, 'must be an address that begins with https:// or http://')
  .transform(url => url.replace(/\/+$/, ''))
  .refine(url => URL.canParse(url) && !/@/.test(url), 'must be an address without a name and password in it');

const storeKey = /[\da-f]{64}|[\w+/-]{43}=?/i.source;

/** Keys of 32 bytes, as key objects: those do not print their bytes. */
const storeKeys = z
  .string()
  .regex(
    new RegExp(`^(?:${storeKey})(?:\\s*,\\s*(?:${storeKey}))*$`, 'i'),
    'must be 32 bytes in base64 or hex, or several such keys separated by commas',
  )
  .transform((text): readonly KeyObject[] =>
    text.split(/\s*,\s*/).map(each => createSecretKey(each, each.length === 64 ? 'hex' : 'base64')),
  );

/** Every variable of the environment that is read, what it is for, and what holds without it. */
export const environmentSchema = z.object({
  LOG_LEVEL: z
    .enum(levels, { error: `must be one of ${levels.join(', ')}` })
    .default('warn')
    .describe('How much is logged, as JSON lines on stderr. Logs hold ids and counts, never message text.'),
  DISCORD_TOKEN: z
    .string()
    .regex(/^\S+$/, 'must be the token alone, without “Bot” in front and without spaces')
    .optional()
    .describe('The token of the bot, from the Discord developer portal. It is a secret and never logged.'),
  DISCORD_APPLICATION_ID: snowflake
    .optional()
    .describe('The id of the application, from the Discord developer portal; needed to deploy commands.'),
  DISCORD_GUILD_ID: snowflake
    .optional()
    .describe('For development: a server that gets the commands at once; without it they go to all servers.'),
  DISCORD_API_URL: address
    .default('https://discord.com/api')
    .describe('Where the Discord API is; tests and the playground put a Discord of their own here.'),
  FOOTNOTE_CLOCK: z
    .enum(clocks, { error: `must be one of ${clocks.join(', ')}` })
    .default('system')
    .describe(
      'For development: with playground the bot follows the clock of the playground, which can be moved.',
    ),
  ANTHROPIC_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be the key alone, without spaces')
    .optional()
    .describe(
      'The key of the Claude API: with it Claude writes, and what is summarized is sent there. It is a secret and never logged.',
    ),
  ANTHROPIC_BASE_URL: address
    .refine(url => !url.endsWith('/v1'), 'must be without /v1 at its end, which is added to it')
    .default('https://api.anthropic.com')
    .describe('Where the Claude API is; tests and the playground put a Claude of their own here.'),
  FOOTNOTE_MODEL: z
    .string()
    .regex(/^[\w.:@-]{1,100}$/, 'must be the id of a model, such as claude-sonnet-5-5')
    .default('claude-sonnet-5-5')
    .describe('The model of Claude that writes summaries.'),
  FOOTNOTE_MODEL_SMALL: z
    .string()
    .regex(/^[\w.:@-]{1,100}$/, 'must be the id of a model, such as claude-haiku-5-5')
    .default('claude-haiku-5-5')
    .describe('The model of Claude that judges claims.'),
  FOOTNOTE_JUDGE: z
    .string()
    .pipe(z.enum(['on', 'off'], { error: 'must be on or off' }))
    .default('on')
    .describe('Whether a second model checks each claim against the messages that it cites (needs a key).'),
  FOOTNOTE_PRICES: z
    .string()
    .optional()
    .describe(
      'A JSON file of prices that stand before our own: {MODEL: {input, output, cacheWrite, cacheRead}}.',
    ),
  STORE_URL: z
    .string()
    .default('sqlite://data/footnote.sqlite')
    .describe('Where summaries and settings are kept: sqlite://PATH, redis://HOST:PORT or memory://.'),
  STORE_KEY: storeKeys
    .optional()
    .describe(
      'The key that encrypts what is stored: 32 bytes in base64 or hex. It is a secret and never logged.',
    ),
  FOOTNOTE_DAILY_RUNS: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number from 0 to 999999')
    .transform(Number)
    .default(50)
    .describe('How many summaries one person may ask for on a day (UTC); 0 is as many as they like.'),
  FOOTNOTE_DIGESTS: z
    .string()
    .regex(/^(?:1?\d|2[0-5])$/, 'must be a whole number from 0 to 25')
    .transform(Number)
    .default(25)
    .describe('How many scheduled digests a server may have; 0 allows no new ones.'),
  FOOTNOTE_DIGESTS_AT_ONCE: z
    .string()
    .regex(/^(?:[1-9]|1\d|20)$/, 'must be a whole number from 1 to 20')
    .transform(Number)
    .default(2)
    .describe('How many digests run at the same time; others that are due wait.'),
  FOOTNOTE_MIN_CONFIDENCE: z
    .string()
    .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'must be a number from 0 to 1, such as 0.5')
    .transform(Number)
    .default(0)
    .describe('Claims of less confidence are hidden and counted: 0 shows all, 1 only what is certain.'),
  FOOTNOTE_RETENTION_DAYS: z
    .string()
    .regex(/^(?:[1-9]|[1-8]\d|90)$/, 'must be a whole number from 1 to 90')
    .transform(Number)
    .default(30)
    .describe('How many days a summary is kept, with the messages that it cites.'),
  FOOTNOTE_REVIEW: z
    .enum(reviewModes, { error: `must be one of ${reviewModes.join(', ')}` })
    .default('off')
    .describe('Whether a person has to review a summary before everybody sees it: off or before-sharing.'),
});

export type ClaudeConfig = {
  /** Without it Claude is not used. */
  readonly apiKey?: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly model: string;
  /** The model that judges claims. */
  readonly smallModel: string;
  /** Whether claims are judged. */
  readonly judges: boolean;
  /** Where the file of prices is. */
  readonly pricesPath?: string;
};

/** What the shell needs of it: what is wrong with the rest is no business of a command. */
export type ShellConfig = Pick<Config, 'logLevel' | 'claude'>;

export type Config = {
  readonly logLevel: (typeof levels)[number];
  readonly discord: {
    readonly token?: string;
    readonly applicationId?: string;
    readonly guildId?: string;
    /** Without a slash at its end. */
    readonly apiUrl: string;
  };
  /** Whose clock the bot follows; the playground's only where its Discord is on this machine. */
  readonly clock: (typeof clocks)[number];
  readonly claude: ClaudeConfig;
  readonly storeUrl: string;
  /** The first encrypts what is stored, all decrypt it; without any it is not encrypted. */
  readonly storeKeys?: readonly KeyObject[];
  /** Runs a person may begin on a day; 0 is no limit. */
  readonly dailyRuns: number;
  /** Digests of a server. */
  readonly mostDigests: number;
  readonly digestsAtOnce: number;
  /** Claims below it are hidden; 0 to 1. */
  readonly minConfidence: number;
  readonly retentionDays: number;
  readonly review: (typeof reviewModes)[number];
};

/** Names of this machine, as `URL` writes them. */
const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** A clock that somebody else can move is no clock for a bot on the real Discord. */
const botSchema = environmentSchema.superRefine((data, context) => {
  if (data.FOOTNOTE_CLOCK === 'system' || loopback.includes(new URL(data.DISCORD_API_URL).hostname)) return;
  context.addIssue({
    code: 'custom',
    path: ['FOOTNOTE_CLOCK'],
    message:
      'must be system unless DISCORD_API_URL is on this machine (127.0.0.1, ::1 or localhost), for the clock of the playground is only for development',
  });
});

/** The variables that the shell heeds. */
export const shellSchema = environmentSchema.pick({
  LOG_LEVEL: true,
  ANTHROPIC_API_KEY: true,
  ANTHROPIC_BASE_URL: true,
  FOOTNOTE_MODEL: true,
  FOOTNOTE_MODEL_SMALL: true,
  FOOTNOTE_JUDGE: true,
  FOOTNOTE_PRICES: true,
});

/** Reads of the environment what the shell needs, as `readConfig` does. */
export function readShellConfig(environment: Environment): ShellConfig {
  const data = read(shellSchema, environment);
  return { logLevel: data.LOG_LEVEL, claude: toClaudeConfig(data) };
}

/** Reads only the log level, because errors in the other settings have to be logged. */
export function readLogLevel(environment: Environment): Config['logLevel'] {
  const { LOG_LEVEL: level } = environmentSchema.shape;
  return level.safeParse(toSet(environment)['LOG_LEVEL']).data ?? level.parse(undefined);
}

/**
 * The variables that are set, without surrounding spaces. The first name may begin with the byte order mark of its file.
 */
function toSet(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).map(
    ([name, value = '']) => [name.replace(/^\ufeff/, ''), value.trim()] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value));
}

function read<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const parsed = schema.safeParse(toSet(environment));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new UserError('bad_environment', `The environment is not usable: ${problems.join('; ')}.`);
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

/** Reads the environment; empty means unset. All problems are reported at once, and no value is repeated. */
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
    storeUrl: data.STORE_URL,
    ...(data.STORE_KEY !== undefined && { storeKeys: data.STORE_KEY }),
    dailyRuns: data.FOOTNOTE_DAILY_RUNS,
    mostDigests: data.FOOTNOTE_DIGESTS,
    digestsAtOnce: data.FOOTNOTE_DIGESTS_AT_ONCE,
    minConfidence: data.FOOTNOTE_MIN_CONFIDENCE,
    retentionDays: data.FOOTNOTE_RETENTION_DAYS,
    review: data.FOOTNOTE_REVIEW,
  };
}
