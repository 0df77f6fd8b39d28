import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toBotCaps, toUnpricedCaps } from '../src/app/usage/caps.ts';
import { readConfig, readShellConfig } from '../src/config.ts';
import { settingEntries, usualDefaults } from '../src/core/settings.ts';
import { deleteEmptyVariables, type Environment, environmentSchema } from '../src/environment.ts';
import { UserError } from '../src/errors.ts';

const base64 = Buffer.alloc(32, 7).toString('base64');

const bare = {
  logLevel: 'warn',
  discord: { apiUrl: 'https://discord.com/api', requestsPerSecond: 50 },
  clock: 'system',
  claude: {
    baseUrl: 'https://api.anthropic.com',
    provider: 'anthropic',
    model: 'claude-sonnet-5-5',
    judges: true,
    smallModel: 'claude-haiku-5-5',
  },
  storeUrl: 'sqlite://data/footnote.sqlite',
  role: 'all',
  shards: { count: 1, ids: [0] },
  defaults: usualDefaults,
  mostDigests: 25,
  digestsAtOnce: 1_000,
  webhooks: 'public',
  maxMessages: 50_000,
  botCaps: { usd: 10 },
};

describe('the configuration', () => {
  test('leaves libraries no empty variable of ours to read, and others alone', () => {
    const names = Object.keys(environmentSchema.shape);
    const environment = { ...Object.fromEntries(names.map(name => [name, ' '])), SHARDS: '0', NO_COLOR: '' };
    deleteEmptyVariables(environment);
    expect(environment).toEqual({ SHARDS: '0', NO_COLOR: '' });
  });

  test('takes what is set, without spaces around it and slashes behind it', () => {
    const { discord, claude, storeKeys, defaults, ...others } = readConfig({
      DISCORD_TOKEN: ' abc.def-ghi_jkl.m\n',
      DISCORD_APPLICATION_ID: '1099000000000000007',
      DISCORD_GUILD_ID: '1099000000000000042',
      DISCORD_API_URL: 'http://127.0.0.1:8080/api//',
      DISCORD_REQUESTS_PER_SECOND: '500',
      FOOTNOTE_CLOCK: 'playground',
      ANTHROPIC_API_KEY: ' sk-ant-1\n',
      FOOTNOTE_JUDGE_BASE_URL: 'http://127.0.0.1:8082/',
      FOOTNOTE_PROVIDER: 'vertex',
      FOOTNOTE_MODEL_SMALL: ' claude-haiku-4-5 ',
      FOOTNOTE_JUDGE: ' off ',
      FOOTNOTE_PRICES: 'prices.json',
      STORE_KEY: ` ${base64} , ${'0F'.repeat(32)}\n`,
      FOOTNOTE_DIGESTS: '0',
      FOOTNOTE_DIGESTS_AT_ONCE: '4',
      FOOTNOTE_WEBHOOKS: 'private',
      FOOTNOTE_MAX_MESSAGES: '2000',
      FOOTNOTE_MIN_CONFIDENCE: '0.25',
      FOOTNOTE_MONTHLY_USD: '100',
      FOOTNOTE_MONTHLY_TOKENS: '5',
    });
    expect(discord).toEqual({
      token: 'abc.def-ghi_jkl.m',
      applicationId: '1099000000000000007',
      guildId: '1099000000000000042',
      apiUrl: 'http://127.0.0.1:8080/api',
      requestsPerSecond: 500,
    });
    expect(claude).toEqual({
      ...bare.claude,
      apiKey: 'sk-ant-1',
      provider: 'vertex',
      // The key of one address is not sent to another.
      smallAddress: {
        apiKey: 'none',
        baseUrl: 'http://127.0.0.1:8082',
        variables: { key: 'FOOTNOTE_JUDGE_API_KEY', url: 'FOOTNOTE_JUDGE_BASE_URL' },
      },
      smallModel: 'claude-haiku-4-5',
      judges: false,
      pricesPath: 'prices.json',
    });
    expect(storeKeys).toEqual([7, 15].map(byte => createSecretKey(Buffer.alloc(32, byte))));
    expect(defaults).toEqual({ ...usualDefaults, minConfidence: 0.25 });
    expect(others).toMatchObject({
      ...{ clock: 'playground', mostDigests: 0, digestsAtOnce: 4, webhooks: 'private' },
      ...{ maxMessages: 2_000, botCaps: { usd: 100, tokens: 5 } },
    });
  });

  test('ignores spaces around values, and a byte order mark before the first name', () => {
    const spaced = { LOG_LEVEL: 'debug\r', FOOTNOTE_REVIEW: 'before-sharing ', FOOTNOTE_CLOCK: ' system' };
    expect(readConfig(spaced)).toEqual({
      ...bare,
      logLevel: 'debug',
      defaults: { ...bare.defaults, review: 'before-sharing' },
    });
    expect(readConfig({ '\ufeffDISCORD_TOKEN': 'abc.def.ghi' }).discord.token).toBe('abc.def.ghi');
    for (const [name, schema] of Object.entries(environmentSchema.shape)) {
      const value = String(schema.parse(undefined) ?? '');
      if (value) expect(() => readConfig({ [name]: ` ${value}\t` }), name).not.toThrow();
    }
  });

  test('for the CLI ignores errors in variables that only the bot reads', () => {
    expect(readShellConfig({ DISCORD_TOKEN: 'Bot x y', FOOTNOTE_MODEL: 'claude-opus-5-5' })).toEqual({
      logLevel: 'warn',
      claude: {
        baseUrl: 'https://api.anthropic.com',
        provider: 'anthropic',
        model: 'claude-opus-5-5',
        judges: true,
        smallModel: 'claude-haiku-5-5',
      },
    });
  });

  test.each([
    ['DISCORD_TOKEN', 'Bot abc.def'],
    ['DISCORD_TOKEN', 'abc.def'],
    ['DISCORD_APPLICATION_ID', 'footnote'],
    ['DISCORD_API_URL', 'discord.com/api'],
    ['ANTHROPIC_API_KEY', 'sk ant'],
    ['ANTHROPIC_BASE_URL', 'https://api.anthropic.com/v1/'],
    ['DISCORD_API_URL', 'https://me:secret@discord.com'],
    ['FOOTNOTE_MODEL', 'the best one'],
    ['FOOTNOTE_JUDGE', 'yes'],
    ['STORE_KEY', 'sesame'],
    ['STORE_KEY', `${base64},`],
    ['FOOTNOTE_DAILY_RUNS', '1.5'],
    ['FOOTNOTE_DAILY_RUNS', '10001'],
    ['FOOTNOTE_MIN_CONFIDENCE', '1.1'],
    ['FOOTNOTE_REVIEW', 'always'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s when it is “%s”', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`Invalid environment: ${name} must be `);
  });

  test('reports all problems at once and repeats no value, for it may be a secret', () => {
    const wrong = {
      DISCORD_TOKEN: 'Bot s3cret.token',
      DISCORD_APPLICATION_ID: 's3cret',
      DISCORD_GUILD_ID: 's3cret',
      DISCORD_API_URL: 's3cret',
      ANTHROPIC_API_KEY: 's3cret key',
      ANTHROPIC_BASE_URL: 's3cret',
      STORE_KEY: 's3cret',
      FOOTNOTE_DAILY_RUNS: 's3cret',
      LOG_LEVEL: 's3cret',
    };
    let problem: unknown;
    try {
      readConfig(wrong);
    } catch (error) {
      problem = error;
    }
    if (!(problem instanceof UserError)) throw new Error('nothing was wrong');
    expect(problem.code).toBe('bad_environment');
    for (const name of Object.keys(wrong)) expect(problem.message).toContain(`${name} must be`);
    expect(`${problem.message} ${problem.cause ?? ''}`).not.toContain('s3cret');
  });

  test.each(['http://127.0.0.1:4000/api', 'http://LOCALHOST:4000/api'])(
    'follows the clock of the playground where Discord is %s',
    url => {
      expect(readConfig({ FOOTNOTE_CLOCK: 'playground', DISCORD_API_URL: url }).clock).toBe('playground');
    },
  );

  test.each([
    undefined,
    'https://discord.com/api',
    'http://192.168.1.5:4000/api',
    'http://127.0.0.1.example.com/api',
    'https://discord.com/127.0.0.1/api',
  ])('refuses the clock of the playground where Discord is %s', url => {
    expect(() => readConfig({ FOOTNOTE_CLOCK: 'playground', DISCORD_API_URL: url })).toThrow(
      'Invalid environment: FOOTNOTE_CLOCK must be system unless DISCORD_API_URL is on this machine (127.0.0.1, ::1 or localhost): the playground’s clock is only for development.',
    );
  });

  test('caps the tokens of the bot while a price is unknown, unless a variable says otherwise', () => {
    const capsOf = (environment: Environment) => {
      const { defaults, botCaps } = readConfig(environment);
      const { isRefused } = toUnpricedCaps(defaults, botCaps);
      return [toBotCaps(botCaps, true), toBotCaps(botCaps, false), isRefused];
    };
    const [priced, unpriced] = [
      { usd: 10, tokens: 0 },
      { usd: 10, tokens: 1_000_000 },
    ];
    expect(capsOf({})).toEqual([priced, unpriced, false]);
    expect(capsOf({ FOOTNOTE_MONTHLY_TOKENS: '0' })).toEqual([priced, priced, true]);
    const unlimited = { usd: 0, tokens: 0 };
    expect(capsOf({ FOOTNOTE_MONTHLY_USD: '0' })).toEqual([unlimited, unlimited, false]);
    expect(capsOf({ FOOTNOTE_MEMBER_USD: '1' }).at(-1)).toBe(true);
    expect(capsOf({ FOOTNOTE_MONTHLY_TOKENS: '9' })).toEqual([priced, { usd: 10, tokens: 9 }, false]);
  });

  test('divides work over processes only if they share a Redis', () => {
    const shared = { REDIS_URL: 'redis://r:6379', STORE_URL: 'redis://r:6379' };
    const { role, shards } = readConfig({
      ...shared,
      FOOTNOTE_ROLE: 'worker',
      SHARD_COUNT: '4',
      SHARDS: '1, 3',
    });
    expect([role, shards]).toEqual(['worker', { count: 4, ids: [1, 3] }]);
    expect(readConfig({ SHARD_COUNT: '2' }).shards.ids).toEqual([0, 1]);
    for (const [environment, problem] of [
      [{ FOOTNOTE_ROLE: 'gateway' }, /FOOTNOTE_ROLE gateway needs REDIS_URL/],
      [{ ...shared, STORE_URL: 'memory://', FOOTNOTE_ROLE: 'worker' }, /FOOTNOTE_ROLE worker needs/],
      [{ ...shared, FOOTNOTE_ROLE: 'api' }, /FOOTNOTE_ROLE api needs HTTP_PORT/],
      [{ SHARDS: '0', SHARD_COUNT: '2' }, /SHARDS needs REDIS_URL/],
      [{ ...shared, SHARDS: '2', SHARD_COUNT: '2' }, /SHARDS must be below SHARD_COUNT/],
      [{ REDIS_URL: 'localhost' }, /REDIS_URL must be an address/],
    ] as const)
      expect(() => readConfig(environment)).toThrow(problem);
  });

  test('is listed whole in .env.example, with what each variable is for and its default', () => {
    const example = readFileSync('.env.example', 'utf8');
    const listed = [...example.matchAll(/^(\w+)=/gm)].map(match => match[1]);
    expect(listed).toEqual(Object.keys(environmentSchema.shape));
    for (const [name, schema] of Object.entries(environmentSchema.shape)) {
      const [block = ''] = example.split(`\n${name}=`)[0]?.split('\n\n').slice(-1) ?? [];
      expect(block, name).toMatch(/^# [A-Z].+[.:]$/m);
      expect(block, name).toMatch(new RegExp(`Default: ${schema.parse(undefined) ?? 'none'}$`));
      const [, least, most] = /, (\d+) to (\d+)\b/.exec(block) ?? [];
      if (least === undefined) continue;
      for (const value of [least, most]) expect(schema.safeParse(value).success, name).toBe(true);
      for (const value of [Number(least) - 1, Number(most) + 1])
        expect(schema.safeParse(String(value)).success, name).toBe(false);
    }
  });

  test('says in .env.example of every server setting, and of no other, that /settings can override it', () => {
    const example = readFileSync('.env.example', 'utf8');
    const overridable = [...example.matchAll(/\/settings can override it.*\n# Default: .*\n(\w+)=/g)];
    const variables = settingEntries.flatMap(([, { variable }]) => variable ?? []);
    expect(overridable.map(match => match[1]).sort()).toEqual(variables.sort());
  });
});
