import type { KeyObject } from 'node:crypto';
import type { z } from 'zod';
import { type SettingDefaults, toSettingDefaults } from './core/settings.ts';
import {
  botSchema,
  type Environment,
  type environmentSchema,
  isVariableSet,
  readVariables,
  shellSchema,
  snowflake,
} from './environment.ts';

type Variables = z.output<typeof environmentSchema>;

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
  readonly logLevel: Variables['LOG_LEVEL'];
  readonly discord: {
    readonly token?: string;
    /** The bot's user id, which its token begins with. Absent for tokens that are not Discord's. */
    readonly botId?: string;
    readonly applicationId?: string;
    readonly guildId?: string;
    /** Without a trailing slash. */
    readonly apiUrl: string;
    readonly requestsPerSecond: number;
  };
  /** The bot's clock; `playground` is accepted only if the Discord API is on this machine. */
  readonly clock: Variables['FOOTNOTE_CLOCK'];
  readonly claude: ClaudeConfig;
  /** Absent if there is no HTTP API. */
  readonly http?: {
    readonly host: string;
    readonly port: number;
    readonly requestsPerMinute: number;
    readonly publicUrl?: string;
    readonly corsOrigins?: readonly string[];
    readonly metricsToken?: string;
  };
  /** Without a trailing slash; absent if runs are not traced. */
  readonly otlpEndpoint?: string;
  /** Whether the person who adds the bot to a server gets a message. */
  readonly isWelcoming: boolean;
  readonly storeUrl: string;
  /** Absent if this process shares no jobs with others. */
  readonly redisUrl?: string;
  readonly role: Variables['FOOTNOTE_ROLE'];
  readonly shards: { readonly count: number; readonly ids: readonly number[] };
  /** The first key encrypts stored data, and each of them can decrypt it. If absent, data is not encrypted. */
  readonly storeKeys?: readonly KeyObject[];
  /** What applies where a server sets nothing. */
  readonly defaults: SettingDefaults;
  /** Digests per server. */
  readonly mostDigests: number;
  readonly digestsAtOnce: number;
  /** `private` allows addresses of private networks too. */
  readonly webhooks: Variables['FOOTNOTE_WEBHOOKS'];
  /** Messages per summary. */
  readonly maxMessages: number;
  /** Caps of the whole bot per calendar month. */
  readonly botCaps: { readonly usd: number; readonly tokens?: number };
  /** Whether the environment sets no cap in dollars for the whole bot. */
  readonly isCappedByDefault: boolean;
};

/** Like `readConfig`, for the variables that the CLI reads. */
export function readShellConfig(environment: Environment): ShellConfig {
  const data = readVariables(shellSchema, environment);
  return { logLevel: data.LOG_LEVEL, claude: toClaudeConfig(data) };
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

/** Reads the bot's configuration; throws as `readVariables` does. */
export function readConfig(environment: Environment): Config {
  const data = readVariables(botSchema, environment);
  return {
    logLevel: data.LOG_LEVEL,
    claude: toClaudeConfig(data),
    clock: data.FOOTNOTE_CLOCK,
    isWelcoming: data.FOOTNOTE_WELCOME === 'on',
    discord: {
      ...(data.DISCORD_TOKEN !== undefined && toBot(data.DISCORD_TOKEN)),
      ...(data.DISCORD_APPLICATION_ID !== undefined && { applicationId: data.DISCORD_APPLICATION_ID }),
      ...(data.DISCORD_GUILD_ID !== undefined && { guildId: data.DISCORD_GUILD_ID }),
      apiUrl: data.DISCORD_API_URL,
      requestsPerSecond: data.DISCORD_REQUESTS_PER_SECOND,
    },
    ...(data.HTTP_PORT !== undefined && {
      http: {
        host: data.HTTP_HOST,
        port: data.HTTP_PORT,
        ...(data.HTTP_PUBLIC_URL !== undefined && { publicUrl: data.HTTP_PUBLIC_URL }),
        ...(data.HTTP_CORS_ORIGINS !== undefined && { corsOrigins: data.HTTP_CORS_ORIGINS }),
        ...(data.HTTP_METRICS_TOKEN !== undefined && { metricsToken: data.HTTP_METRICS_TOKEN }),
        requestsPerMinute: data.HTTP_REQUESTS_PER_MINUTE,
      },
    }),
    ...(data.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && { otlpEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT }),
    storeUrl: data.STORE_URL,
    ...(data.STORE_KEY !== undefined && { storeKeys: data.STORE_KEY }),
    ...(data.REDIS_URL !== undefined && { redisUrl: data.REDIS_URL }),
    role: data.FOOTNOTE_ROLE,
    shards: { count: data.SHARD_COUNT, ids: data.SHARDS ?? [...Array(data.SHARD_COUNT).keys()] },
    defaults: toSettingDefaults(data),
    mostDigests: data.FOOTNOTE_DIGESTS,
    digestsAtOnce: data.FOOTNOTE_DIGESTS_AT_ONCE,
    webhooks: data.FOOTNOTE_WEBHOOKS,
    maxMessages: data.FOOTNOTE_MAX_MESSAGES,
    botCaps: {
      usd: data.FOOTNOTE_MONTHLY_USD,
      ...(data.FOOTNOTE_MONTHLY_TOKENS !== undefined && { tokens: data.FOOTNOTE_MONTHLY_TOKENS }),
    },
    isCappedByDefault: !isVariableSet(environment, 'FOOTNOTE_MONTHLY_USD'),
  };
}

function toBot(token: string) {
  const first = Buffer.from(token.split('.')[0] ?? '', 'base64').toString();
  const botId = snowflake.safeParse(first).data;
  return { token, ...(botId !== undefined && { botId }) };
}
