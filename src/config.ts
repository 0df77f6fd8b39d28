import type { z } from 'zod';
import { toSettingDefaults } from './core/settings.ts';
import { snowflake } from './core/stored.ts';
import { botSchema, type Environment, readVariables, shellSchema } from './environment.ts';

/** Claude is not used without `apiKey`. */
export type ClaudeConfig = ReturnType<typeof toClaudeConfig>;
/** The part that the CLI needs. Errors in other variables do not affect its commands. */
export type ShellConfig = ReturnType<typeof readShellConfig>;
export type Config = ReturnType<typeof readConfig>;

export function readShellConfig(environment: Environment) {
  const data = readVariables(shellSchema, environment);
  return { logLevel: data.LOG_LEVEL, claude: toClaudeConfig(data) };
}

function toClaudeConfig(data: z.output<typeof shellSchema>) {
  const { FOOTNOTE_PROVIDER: provider, ANTHROPIC_BASE_URL: baseUrl } = data;
  const { FOOTNOTE_JUDGE_BASE_URL: judgeUrl, FOOTNOTE_JUDGE_API_KEY: judgeKey } = data;
  return {
    // Other providers have credentials of their own.
    apiKey: data.ANTHROPIC_API_KEY ?? (provider === 'anthropic' ? undefined : ''),
    baseUrl,
    provider,
    /** Where the small model is, if it is elsewhere. A key is never sent to another address than its own. */
    smallAddress:
      judgeUrl === undefined && judgeKey === undefined
        ? undefined
        : ({
            apiKey: judgeKey ?? 'none',
            baseUrl: judgeUrl ?? baseUrl,
            variables: { key: 'FOOTNOTE_JUDGE_API_KEY', url: 'FOOTNOTE_JUDGE_BASE_URL' },
          } as const),
    model: data.FOOTNOTE_MODEL,
    smallModel: data.FOOTNOTE_MODEL_SMALL,
    judges: data.FOOTNOTE_JUDGE === 'on',
    pricesPath: data.FOOTNOTE_PRICES,
  };
}

export function readConfig(environment: Environment) {
  const data = readVariables(botSchema, environment);
  const { DISCORD_TOKEN: token } = data;
  // A token begins with the bot's user id; those that are not Discord's have none.
  const first = Buffer.from(token?.split('.')[0] ?? '', 'base64').toString();
  return {
    logLevel: data.LOG_LEVEL,
    claude: toClaudeConfig(data),
    clock: data.FOOTNOTE_CLOCK,
    discord: {
      token,
      botId: snowflake.safeParse(first).data,
      applicationId: data.DISCORD_APPLICATION_ID,
      guildId: data.DISCORD_GUILD_ID,
      apiUrl: data.DISCORD_API_URL,
      requestsPerSecond: data.DISCORD_REQUESTS_PER_SECOND,
    },
    http:
      data.HTTP_PORT === undefined
        ? undefined
        : {
            host: data.HTTP_HOST,
            port: data.HTTP_PORT,
            publicUrl: data.HTTP_PUBLIC_URL,
            corsOrigins: data.HTTP_CORS_ORIGINS,
            metricsToken: data.HTTP_METRICS_TOKEN,
            requestsPerMinute: data.HTTP_REQUESTS_PER_MINUTE,
          },
    otlpEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    storeUrl: data.STORE_URL,
    storeKeys: data.STORE_KEY,
    redisUrl: data.REDIS_URL,
    role: data.FOOTNOTE_ROLE,
    shards: { count: data.SHARD_COUNT, ids: data.SHARDS ?? [...Array(data.SHARD_COUNT).keys()] },
    defaults: toSettingDefaults(data),
    mostDigests: data.FOOTNOTE_DIGESTS,
    digestsAtOnce: data.FOOTNOTE_DIGESTS_AT_ONCE,
    webhooks: data.FOOTNOTE_WEBHOOKS,
    maxMessages: data.FOOTNOTE_MAX_MESSAGES,
    botCaps: { usd: data.FOOTNOTE_MONTHLY_USD, tokens: data.FOOTNOTE_MONTHLY_TOKENS },
  };
}
