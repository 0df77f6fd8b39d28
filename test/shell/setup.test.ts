import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createPlayground, type Playground } from '@footnote/playground/discord';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { type Claude, createClaude } from '../../demo/claude/claude.ts';
import { setVariables } from '../../src/cli/dot-env.ts';
import { toSet } from '../../src/environment.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';
import { hasTerminal, startTyped } from './typed.ts';

const { folder } = createFiles();

let claude: Claude;
let playground: Playground;
beforeAll(async () => {
  claude = await createClaude();
  playground = await createPlayground({ token: 'discord-secret' });
});
afterAll(async () => {
  await claude.close();
  await playground.close();
});

let cwd = '';
let count = 0;
beforeEach(() => {
  cwd = join(folder, `setup-${count++}`);
  mkdirSync(cwd);
});

const path = () => join(cwd, '.env');
const read = () => toSet(parseEnv(readFileSync(path(), 'utf8')));
const write = (text: string) => writeFileSync(path(), text);
const addresses = () => ({ DISCORD_API_URL: `${playground.url}/api`, ANTHROPIC_BASE_URL: claude.url });
const run = (environment = {}) =>
  runFootnote(['setup', '--yes'], { ...addresses(), ...environment }, undefined, cwd);

describe.skipIf(!hasTerminal)('npm run setup', () => {
  const start = () => startTyped(['setup'], addresses(), cwd);

  test('asks, checks each answer, writes a private .env, registers the commands and starts the bot', async () => {
    const { answer, shown, ended } = start();
    await answer('DISCORD_TOKEN: ', 'wrong-token\r');
    await answer('Discord rejected DISCORD_TOKEN', '');
    await answer('DISCORD_TOKEN: ', 'discord-secret\r');
    await answer('ANTHROPIC_API_KEY [Enter: none]: ', 'wrong-key\r');
    await answer('ANTHROPIC_API_KEY [Enter: none]: ', `${claude.apiKey}\r`);
    await answer('FOOTNOTE_MONTHLY_USD [Enter: 10]: ', 'much\r');
    await answer('FOOTNOTE_MONTHLY_USD must be a number', '');
    await answer('FOOTNOTE_MONTHLY_USD [Enter: 10]: ', '5\r');
    await answer('FOOTNOTE_MEMBER_USD [Enter: 0]: ', '0.5\r');
    await answer('STORE_KEY [Enter: a new key]: ', '\r');
    await answer('Start the bot now? [Y/n] ', '\r');
    await answer('Footnote is logged in', '\u0003');
    expect(await ended).toBe(0);
    expect(shown()).toContain('The Claude API rejected ANTHROPIC_API_KEY.');
    expect(shown()).toContain(
      `https://discord.com/oauth2/authorize?client_id=${playground.applicationId}&scope=bot+applications.commands&permissions=274877991936`,
    );
    expect(shown()).toContain(`Registered ${commands.length} commands for all servers.`);
    expect(shown()).not.toMatch(new RegExp(`wrong-|discord-secret|${claude.apiKey}`));
    expect(read()).toEqual({
      ...addresses(),
      DISCORD_TOKEN: 'discord-secret',
      DISCORD_APPLICATION_ID: playground.applicationId,
      ANTHROPIC_API_KEY: claude.apiKey,
      FOOTNOTE_MONTHLY_USD: '5',
      FOOTNOTE_MEMBER_USD: '0.5',
      STORE_KEY: expect.stringMatching(/^[\w+/]{43}=$/),
    });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(readFileSync(path(), 'utf8')).toContain('# The bot token from the Discord Developer Portal.');
    expect(existsSync(join(cwd, 'data/footnote.sqlite'))).toBe(true);
  });

  test('a second time shows what is set, secrets masked, keeps it with Enter and removes a key with -', async () => {
    write(
      `# ours\r\nDISCORD_TOKEN=discord-secret\r\nexport ANTHROPIC_API_KEY="${claude.apiKey}"\r\nFOOTNOTE_MODEL=claude-haiku-5-5`,
    );
    chmodSync(path(), 0o644);
    const { answer, shown, ended } = start();
    await answer('DISCORD_TOKEN [•••• cret: Enter keeps it]: ', '\r');
    await answer('ANTHROPIC_API_KEY [•••• -key: Enter keeps it, - removes it]: ', '-\r');
    await answer('STORE_KEY [Enter: a new key]: ', '\r');
    await answer('Start the bot now? [Y/n] ', 'n\r');
    expect(await ended).toBe(0);
    expect(shown()).toContain('Start the bot with: npm start');
    const text = readFileSync(path(), 'utf8');
    expect(text).toMatch(
      /^# ours\r\nDISCORD_TOKEN=discord-secret\r\nexport ANTHROPIC_API_KEY=\r\nFOOTNOTE_MODEL=claude-haiku-5-5\n[^#]*STORE_KEY=/,
    );
    expect(read()['DISCORD_APPLICATION_ID']).toBe(playground.applicationId);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  test('checks a token again with Enter where Discord cannot be reached', async () => {
    const environment = { ...addresses(), DISCORD_API_URL: 'http://127.0.0.1:9/api' };
    const { answer, shown, ended } = startTyped(['setup'], environment, cwd);
    await answer('DISCORD_TOKEN: ', 'discord-secret\r');
    await answer('DISCORD_TOKEN [•••• cret: Enter keeps it]: ', '\r');
    await answer('DISCORD_TOKEN [•••• cret: Enter keeps it]: ', '\u0003');
    expect(await ended).toBe(1);
    expect(shown()).toContain('Discord cannot be reached');
    expect(existsSync(path())).toBe(false);
  });

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('%s ends it, and nothing is written', async (_, key) => {
    const sent = playground.exchanges.length;
    const { answer, shown, ended } = start();
    await answer('DISCORD_TOKEN: ', 'discord-secret\r');
    await answer('ANTHROPIC_API_KEY', key);
    expect(await ended).toBe(1);
    expect(shown()).toContain('Cancelled. Nothing was written.');
    expect(existsSync(path())).toBe(false);
    expect(playground.exchanges.slice(sent).every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('npm run setup -- --yes', () => {
  test('takes what the environment and .env have, asks nothing, and can be repeated', async () => {
    write(
      `DISCORD_TOKEN=\n# ours\nFOOTNOTE_MONTHLY_USD=7\nDISCORD_API_URL=${addresses().DISCORD_API_URL}\nANTHROPIC_BASE_URL=\n`,
    );
    const { code, stdout, stderr } = await run({ DISCORD_TOKEN: 'discord-secret' });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Start the bot with: npm start');
    const text = readFileSync(path(), 'utf8');
    expect(text).toBe(
      `DISCORD_TOKEN=discord-secret\n# ours\nFOOTNOTE_MONTHLY_USD=7\nDISCORD_API_URL=${addresses().DISCORD_API_URL}\nANTHROPIC_BASE_URL=${claude.url}\nDISCORD_APPLICATION_ID=${playground.applicationId}\n`,
    );
    expect((await run()).code).toBe(0);
    expect(readFileSync(path(), 'utf8')).toBe(text);
  });

  test('writes what the environment has, so that the bot starts with what was checked', async () => {
    write('FOOTNOTE_MODEL=claude-opus-5-5\n');
    const environment = {
      ...{ DISCORD_TOKEN: 'discord-secret', ANTHROPIC_API_KEY: claude.apiKey, FOOTNOTE_MONTHLY_USD: '3' },
      ...{ FOOTNOTE_MODEL: 'claude-sonnet-5-5', FOOTNOTE_MODEL_SMALL: 'claude-haiku-5-5' },
      ...{ FOOTNOTE_PROVIDER: 'anthropic', FOOTNOTE_JUDGE_BASE_URL: claude.url },
      ...{ FOOTNOTE_JUDGE_API_KEY: 'judge-secret', STORE_URL: 'sqlite://other.sqlite' },
    };
    const { code, stdout, stderr } = await run({ ...environment, HTTP_PORT: ' ', EDITOR: 'vi' });
    expect([code, stderr]).toEqual([0, '']);
    expect(read()).toEqual({
      ...addresses(),
      ...environment,
      DISCORD_APPLICATION_ID: playground.applicationId,
    });
    expect(stdout).toContain('FOOTNOTE_MODEL, FOOTNOTE_MODEL_SMALL');
    expect(stdout).not.toContain('judge-secret');
  });

  test('says what is missing or refused, and writes nothing', async () => {
    const missing = await run();
    expect([missing.code, missing.stderr]).toEqual([
      2,
      'DISCORD_TOKEN is missing. Set DISCORD_TOKEN in the environment or .env, then run this again.\n',
    ]);
    const refused = await run({ DISCORD_TOKEN: 'wrong-token' });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/^Discord rejected DISCORD_TOKEN\./),
    ]);
    const short = await run({ DISCORD_TOKEN: 'abc', DISCORD_API_URL: 'https://discord.com/api' });
    expect([short.code, short.stderr]).toEqual([2, expect.stringContaining('must be a bot token')]);
    const away = await run({ DISCORD_TOKEN: 'discord-secret', DISCORD_API_URL: 'http://127.0.0.1:9/api' });
    expect([away.code, away.stderr]).toEqual([1, expect.stringMatching(/^Discord cannot be reached/)]);
    const other = await run({ DISCORD_TOKEN: 'discord-secret', SHARD_COUNT: 'many' });
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('SHARD_COUNT must be')]);
    expect(existsSync(path())).toBe(false);
  });

  test('says that it needs a terminal without --yes', async () => {
    const { code, stderr } = await runFootnote(['setup'], addresses(), '', cwd);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/needs a terminal.*npm run setup -- --yes\n$/)]);
  });
});

describe('setting variables in .env', () => {
  test('changes every line of a name, leaves no piece of a secret, and quotes what needs it', () => {
    expect(setVariables('\ufeffA=1#secret\n#A=2\nA = "3"\r\nB=2', { A: 'x #y', C: undefined })).toBe(
      '\ufeffA="x #y"\n#A=2\nA ="x #y"\r\nB=2',
    );
  });

  test('refuses to change a value over several lines, which would stay in part', () => {
    expect(() => setVariables('A="old\nsecret"\n', { A: 'new' })).toThrow('value over several lines');
  });

  test('refuses to change a line that is part of another value', () => {
    expect(() => setVariables('B="\nA=1\n"\n', { A: '2' })).toThrow('value over several lines');
  });
});
