import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClaude as createOther, type Lack, type ReceivedPrompt } from '@footnote/playground/claude';
import { createPlayground, type Playground, type PlaygroundOptions } from '@footnote/playground/discord';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { type Claude, createClaude } from '../../demo/claude/claude.ts';
import { createClaimJudge } from '../../demo/claude/judge.ts';
import { ownTexts } from '../../src/app/grade/own-texts.ts';
import { deployCommands } from '../../src/io/discord/check-discord.ts';
import { createKey, openLogged } from '../io/keyv/stored-summaries.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { folder } = createFiles();

let claude: Claude;
let playground: Playground;
beforeAll(async () => {
  claude = await createClaude();
  playground = await startDiscord();
});
afterAll(async () => {
  await claude.close();
  await playground.close();
});
beforeEach(() => {
  claude.faults.clear();
  playground.faults.clear();
});

/** A Discord whose one server has the bot and its commands. */
async function startDiscord(options: PlaygroundOptions = {}): Promise<Playground> {
  const started = await createPlayground({ token: 'discord-secret', ...options });
  const owner = started.world.addUser({ name: 'ann' });
  started.world.addGuild({ name: 'Fair', owner });
  const { token, applicationId, url } = started;
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
  return started;
}

let folders = 0;

/** Runs the doctor in an empty folder with these variables in its `.env`, on top of those of a sound bot. */
async function examine(
  changes: Readonly<Record<string, string>> = {},
  discord = playground,
  options: readonly string[] = [],
  mode = 0o600,
) {
  const cwd = join(folder, `doctor-${folders++}`);
  mkdirSync(cwd);
  const variables = {
    DISCORD_TOKEN: discord.token,
    DISCORD_APPLICATION_ID: discord.applicationId,
    DISCORD_API_URL: `${discord.url}/api`,
    ANTHROPIC_BASE_URL: claude.url,
    STORE_URL: 'sqlite://data/store.sqlite',
    ...changes,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(cwd, '.env'), lines.join('\n'), { mode });
  // The runner sets an empty key, and what is set wins over `.env`.
  const key = changes['ANTHROPIC_API_KEY'] ?? claude.apiKey;
  const ended = await runFootnote(['doctor', ...options], { ANTHROPIC_API_KEY: key }, undefined, cwd);
  expect(ended.stdout + ended.stderr).not.toContain(discord.token);
  expect(ended.stdout + ended.stderr).not.toContain(claude.apiKey);
  expect(ended.stderr).toBe('');
  return { ...ended, cwd, problems: ended.stdout.split('\n').filter(line => line.startsWith('✗')) };
}

describe('footnote doctor', () => {
  test('finds nothing wrong with a bot that can start, changes nothing, and ends with 0', async () => {
    const sent = playground.exchanges.length;
    const { code, stdout, cwd } = await examine({ STORE_KEY: createKey(1).export().toString('hex') });
    expect(stdout.split('\n')).toEqual([
      '✓ Environment  The variables are valid (.env was read).',
      '✓ Store        data/store.sqlite does not exist yet, or is empty. The bot begins it at its first start, encrypted with STORE_KEY.',
      '✓ Claude       The key is accepted and claude-sonnet-5-5 is available.',
      '✓ Claude       The key is accepted and claude-haiku-5-5 is available.',
      '✓ Prices       The price of claude-sonnet-5-5 and of claude-haiku-5-5 is known. The built-in prices are of 2026-10-24; FOOTNOTE_PRICES overrides them.',
      '✓ Caps         The whole bot may spend $10 a month; unless /settings differs, a server without limit a month, a member without limit a day.',
      '✓ Discord      The token is accepted; the bot is bot.',
      '✓ Intents      The Message Content intent is on.',
      `✓ Commands     All ${commands.length} commands are deployed for all servers.`,
      '✓ Reach        The bot can reach at most 2 users: the sum over its servers, which counts people in several servers more than once. Discord counts each person once, and tells you in the Developer Portal: https://discord.com/developers/applications. From 10,000 reachable users on, Discord must approve the Message Content intent, and again each year: see docs/privileged-intents.md.',
      '',
      'Everything is ready.',
      '',
    ]);
    expect(code).toBe(0);
    expect(new Set(playground.exchanges.slice(sent).map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(readdirSync(cwd)).toEqual(['.env']);
  });

  test.each<readonly [string, readonly Lack[], readonly string[]]>([
    [
      'can do everything',
      ['models'],
      [
        '✓ Claude       qwen3:30b follows a schema (structured output).',
        '✓ Claude       qwen3:30b calls a tool that it has to call.',
        '✓ Claude       qwen3:30b reports its tokens.',
      ],
    ],
    [
      'lacks some of it',
      ['models', 'output_config', 'tool_choice', 'usage'],
      [
        '! Claude       qwen3:30b does not follow a schema (structured output), so it is asked to call a tool, or for JSON in words.',
        '! Claude       qwen3:30b does not call a tool that it has to call. Without structured output, it is asked for JSON in words.',
        '! Claude       qwen3:30b reports no tokens, so costs and caps rest on estimates.',
      ],
    ],
  ])('says what another server can do that %s', async (_, lacks, told) => {
    const answer = ({ schema }: ReceivedPrompt) => (schema === null ? 'Hello!' : '{"greeting":"Hello"}');
    const other = await createOther({ lacks, answer });
    onTestFinished(other.close);
    const { stdout, code } = await examine({
      ANTHROPIC_BASE_URL: other.url,
      FOOTNOTE_MODEL: 'qwen3:30b',
      FOOTNOTE_MODEL_SMALL: 'qwen3:30b',
    });
    expect(stdout.split('\n').filter(line => line.includes(' Claude '))).toEqual(told);
    expect(stdout).toContain('! Prices       The price of qwen3:30b is unknown');
    expect(code).toBe(0);
  });

  test('calls no model if only asked for the health, as the image does', async () => {
    const other = await createOther({ lacks: ['models', 'errors'] });
    onTestFinished(other.close);
    const { stdout, code } = await examine({ ANTHROPIC_BASE_URL: other.url }, playground, ['--health']);
    expect(stdout).toContain(
      '✓ Claude       claude-haiku-5-5 was not tried: its server does not describe its models.',
    );
    expect(code).toBe(0);
    expect(other.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^HEALTHCHECK .*"doctor", "--health"\]$/m);
    const away = await examine({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }, playground, ['--health']);
    expect([away.code, away.problems.length]).toEqual([1, 1]);
  });

  test('checks the judge where it is, with its own key, and names the variable of a key that is refused', async () => {
    const judging = await createOther({ apiKey: 'judge-secret' });
    onTestFinished(judging.close);
    const elsewhere = { FOOTNOTE_JUDGE_BASE_URL: judging.url };
    const right = await examine({ ...elsewhere, FOOTNOTE_JUDGE_API_KEY: 'judge-secret' });
    expect(right.stdout).toContain('✓ Claude       The key is accepted and claude-haiku-5-5 is available.');
    const { problems } = await examine(elsewhere);
    expect(problems).toEqual([
      expect.stringContaining('✗ Claude       The Claude API rejected FOOTNOTE_JUDGE_API_KEY.'),
    ]);
    expect(JSON.stringify(judging.requests)).not.toContain(claude.apiKey);
  });

  test('says which package another provider needs', async () => {
    const { problems } = await examine({ FOOTNOTE_PROVIDER: 'bedrock', ANTHROPIC_API_KEY: '' });
    expect(problems).toEqual([
      '✗ Claude       FOOTNOTE_PROVIDER=bedrock needs packages that are not installed. Run: npm install --no-save @anthropic-ai/bedrock-sdk',
    ]);
  });

  test('sends no key anywhere while one of its addresses is not usable', async () => {
    const before = claude.requests.length;
    const { problems, stdout } = await examine({
      FOOTNOTE_JUDGE_BASE_URL: `${claude.url}/v1`,
      FOOTNOTE_JUDGE_API_KEY: 'judge-secret',
    });
    expect(problems).toEqual([
      expect.stringContaining('✗ Environment  Invalid environment: FOOTNOTE_JUDGE_BASE_URL'),
    ]);
    expect(stdout).not.toContain(' Claude ');
    expect(claude.requests).toHaveLength(before);
  });

  test('writes to a store that exists and leaves no record in it', async () => {
    const path = join(folder, 'plain.sqlite');
    const { store } = await openLogged(`sqlite://${path}`);
    await store.close();
    const readRows = () => {
      using database = new DatabaseSync(path);
      return database.prepare('SELECT * FROM keyv').all();
    };
    const before = readRows();
    const url = `sqlite://${path}`;
    const plain = await examine({ STORE_URL: url });
    expect([plain.code, plain.stdout]).toEqual([
      0,
      expect.stringContaining(`! Store        ${path} can be read and written, but is not encrypted.`),
    ]);
    const { stdout } = await examine({ STORE_URL: url, STORE_KEY: createKey(1).export().toString('hex') });
    expect(stdout).toContain(`${path} can be read and written and will be encrypted with STORE_KEY at the`);
    expect(readRows()).toEqual(before);
  });

  test('without keys says what is missing; only the token is a problem', async () => {
    const { code, stdout, problems } = await examine({ DISCORD_TOKEN: '', ANTHROPIC_API_KEY: '' });
    expect([code, problems]).toEqual([1, [expect.stringContaining('DISCORD_TOKEN is not set')]]);
    expect(stdout).toContain(
      '! Claude       ANTHROPIC_API_KEY is not set, so summaries are Highlights (selected quotes).',
    );
    expect(stdout).toContain('\n1 problem found.\n');
  });

  test('names each variable that is not usable or not known, repeats no value, and checks nothing else', async () => {
    const { problems, stdout } = await examine({
      FOOTNOTE_DAILY_RUNS: 'many',
      STORE_KEY: 'sesame',
      FOOTNOTE_MODLE: 'claude-x',
    });
    expect(problems).toEqual([
      '✗ Environment  Invalid environment: STORE_KEY must be 32 bytes in base64 or hex, or several such keys separated by commas; FOOTNOTE_DAILY_RUNS must be a whole number from 0 to 10000.',
    ]);
    expect(stdout).toContain('FOOTNOTE_MODLE is set but not read.');
    expect(stdout).not.toMatch(/many|sesame|Store {2}|Intents/);
  });

  test('shows the caps, warns of none, and of an .env that others can read', async () => {
    const { stdout } = await examine({ FOOTNOTE_MEMBER_USD: '0.5' }, playground, [], 0o644);
    expect(stdout).toContain(
      '✓ Caps         The whole bot may spend $10 a month; unless /settings differs, a server without limit a month, a member $0.5 a day.',
    );
    expect(stdout).toContain('! Environment  Every user of this machine can read .env. Run: chmod 600 .env');
    const open = await examine({ FOOTNOTE_MONTHLY_USD: '0' }, playground, [], 0o640);
    expect(open.stdout).toMatch(
      /^! Caps {9}The whole bot may spend without limit .* FOOTNOTE_MONTHLY_USD limits/m,
    );
    expect(open.stdout).not.toContain('chmod');
  });

  test('says what Discord refuses and where to switch it on', async () => {
    const strict = await startDiscord({ approved: { messageContent: false } });
    onTestFinished(() => strict.close());
    await fetch(`${strict.url}/api/v10/applications/${strict.applicationId}/commands`, {
      method: 'PUT',
      headers: { authorization: `Bot ${strict.token}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ name: 'left-over', description: 'old' }]),
    });
    const id = '123456789012345678';
    const { code, problems, stdout } = await examine({ DISCORD_APPLICATION_ID: id }, strict);
    expect(stdout).toMatch(
      /^! Intents {6}The Message Content intent is off, so .*Turn the intent on in the Developer/m,
    );
    expect([code, problems]).toEqual([
      1,
      [
        `✗ Discord      DISCORD_APPLICATION_ID is not the application of this token. Set it to ${strict.applicationId}.`,
        expect.stringMatching(
          /not up to date \(missing: .*summarize.*; unknown: left-over\)\. Run npm run deploy\.$/,
        ),
      ],
    ]);
    const refused = await examine({ DISCORD_TOKEN: 'not-the-token' });
    expect(refused.problems).toEqual([
      expect.stringMatching(/^✗ Discord {6}Discord rejected DISCORD_TOKEN\. .*Reset Token.*\.$/),
    ]);
    const elsewhere = await examine({ DISCORD_GUILD_ID: id });
    expect(elsewhere.problems).toEqual([
      expect.stringContaining(`The bot is not in the server DISCORD_GUILD_ID (${id}).`),
    ]);
  });

  test('says what is wrong with the key, a model or the prices', async () => {
    const { problems } = await examine({ ANTHROPIC_API_KEY: 'wrong' });
    expect(problems).toEqual([expect.stringContaining('The Claude API rejected ANTHROPIC_API_KEY')]);
    const gone = await examine({ FOOTNOTE_MODEL: 'claude-none', FOOTNOTE_PRICES: 'none.json' });
    expect(gone.problems).toEqual([
      expect.stringMatching(/claude-none.*Set FOOTNOTE_MODEL to another/),
      expect.stringContaining('FOOTNOTE_PRICES: none.json cannot be read'),
    ]);
  });

  test('says what is wrong with the store, and leaves it as it was', async () => {
    const path = join(folder, 'encrypted.sqlite');
    const { store } = await openLogged(`sqlite://${path}`, { keys: [createKey(1)] });
    await store.close();
    const before = readFileSync(path);
    const { problems } = await examine({ STORE_URL: `sqlite://${path}` });
    expect(problems).toEqual([
      expect.stringContaining(
        'Neither the .key file beside an SQLite store nor STORE_KEY has the key that the store is encrypted with',
      ),
    ]);
    expect(readFileSync(path).equals(before)).toBe(true);
    const key = createKey(1).export().toString('hex');
    const { code, stdout } = await examine({ STORE_URL: `sqlite://${path}`, STORE_KEY: key });
    expect([code, stdout]).toEqual([0, expect.stringContaining('is encrypted with STORE_KEY.')]);
    writeFileSync(join(folder, 'notes.txt'), 'These are notes, no database. '.repeat(100));
    const notes = await examine({ STORE_URL: `sqlite://${join(folder, 'notes.txt')}` });
    expect(notes.problems).toEqual([expect.stringContaining('is not an SQLite database')]);
    const empty = join(folder, 'empty.sqlite');
    writeFileSync(empty, '');
    const { stdout: told } = await examine({ STORE_URL: `sqlite://${empty}` });
    expect(told).toContain(`✓ Store        ${empty} does not exist yet, or is empty`);
    expect(readFileSync(empty)).toHaveLength(0);
    const memory = await examine({ STORE_URL: 'memory://' });
    expect([memory.code, memory.stdout]).toEqual([
      0,
      expect.stringContaining('everything is lost when the bot stops'),
    ]);
  });

  test('offline says so, a sentence for each', async () => {
    const { code, problems } = await examine({
      DISCORD_API_URL: 'http://127.0.0.1:9/api',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      STORE_URL: 'redis://:pass-word@127.0.0.1:9',
    });
    expect(code).toBe(1);
    expect(problems).toEqual([
      expect.stringMatching(/^✗ Store .*The Redis at 127\.0\.0\.1:9 \(STORE_URL\) does not answer/),
      expect.stringMatching(/^✗ Claude .*The Claude API cannot be reached\. Check the network/),
      expect.stringMatching(/^✗ Discord .*Discord cannot be reached .*Check the network/),
    ]);
    expect(problems.join()).not.toContain('pass-word');
  });
});

describe('footnote doctor --grade', () => {
  const isTrue = new Map(ownTexts.flatMap(({ claims }) => claims.map(each => [each.text, each.isTrue])));
  const grade = async (key = claude.apiKey, more: Readonly<Record<string, string>> = {}) => {
    const variables = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: claude.url, ...more };
    const { stdout, stderr } = await runFootnote(['doctor', '--grade'], variables, undefined, folder);
    const lines = stdout.split('\n').filter(each => / Judge /.test(each));
    return { line: lines[0], lines, stderr };
  };
  const judgeAs = (toSupported: (text: string, isRight: boolean) => boolean) =>
    createClaimJudge(({ text }) => {
      const isSupported = toSupported(text, isTrue.get(text) ?? false);
      return { verdict: isSupported ? 'supported' : 'not_supported', positions: [1] };
    });

  test('says what grading costs, and how good the judge is', async () => {
    claude.judge = judgeAs((_, isRight) => isRight);
    const { line, stderr } = await grade();
    expect(stderr).toMatch(/claude-haiku-5-5 is graded with 200 labeled claims, for about \$0\.0\d\d\./);
    expect(line).toBe(
      '✓ Judge        Your judge claude-haiku-5-5 catches 100 % (96 to 100) of wrong claims and hurts 0 % (0 to 4) of true ones.',
    );
  });

  test.each<[string, number, RegExp]>([
    ['nine tenths of the claims', 20, /The grade could not be stored/],
    ['fewer', 5, /The grade is not stored, because fewer than 90 % of the claims got a verdict\./],
  ])('stores a grade only of enough claims: of %s', async (_, each, told) => {
    const silent = new Set([...isTrue.keys()].filter((_text, index) => index % each === 0));
    claude.judge = createClaimJudge(({ text }) =>
      silent.has(text) ? null : { verdict: isTrue.get(text) ? 'supported' : 'not_supported', positions: [1] },
    );
    const { lines } = await grade();
    expect(lines[0]).toMatch(/\d\d of 200 claims got no verdict/);
    expect(lines[1]).toMatch(told);
  });

  test('names what is missing where there is no judge or no verdict', async () => {
    expect((await grade('')).line).toMatch(/^✗ Judge .*There is no judge to grade\. Set ANTHROPIC_API_KEY/);
    claude.judge = () => [];
    const before = claude.requests.length;
    expect((await grade()).line).toMatch(/^✗ Judge .*gave no usable verdict/);
    // Each of the 20 claims of the first text alone at most, not all 200.
    expect(claude.requests.length - before).toBeLessThan(40);
  });
});
