import { pathToFileURL } from 'node:url';
import { createPlayground } from '@footnote/playground/discord';
import { expect, onTestFinished, test } from 'vitest';
import { startScript } from '../start-script.ts';

/** Starts a script as if `npm install --omit=dev --workspaces=false` had installed it. */
function startSmall(path: string, environment: Readonly<Record<string, string>> = {}, args: string[] = []) {
  const hook = pathToFileURL('test/processes/scripts/hide-extras.ts');
  return startScript(path, { NODE_OPTIONS: `--import ${hook}`, ...environment }, args);
}

const command = 'needs packages that are not installed. Run: npm install --omit=dev\n';

test.each([
  ['HTTP_PORT', { HTTP_PORT: '3000' }],
  ['REDIS_URL', { REDIS_URL: 'redis://127.0.0.1:1', STORE_URL: 'memory://' }],
])(
  'the bot without the packages of %s names them and the command, and ends with 2',
  async (name, environment) => {
    const { code, stderr } = await startSmall('src/main.ts', { DISCORD_TOKEN: 'a.b.c', ...environment })
      .ended;
    expect([code, stderr]).toEqual([2, `${name} ${command}`]);
  },
);

test('the bot runs without them', async () => {
  const playground = await createPlayground();
  onTestFinished(playground.close);
  const bot = startSmall('src/main.ts', {
    DISCORD_TOKEN: playground.token,
    DISCORD_API_URL: `${playground.url}/api`,
    STORE_URL: 'memory://',
    ANTHROPIC_API_KEY: 'sk-ant-none',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
  });
  await expect.poll(bot.stderr).toContain('Footnote is logged in');
  expect(bot.stderr()).toContain(
    'The whole bot may spend $10 a month; unless /settings differs, a server without',
  );
  bot.kill('SIGTERM');
  expect(await bot.ended).toMatchObject({ code: 0 });
});

test('the CLI summarizes without them, and says what MCP needs', async () => {
  const { code, stdout } = await startSmall('src/cli.ts', {}, [
    'summarize',
    'test/fixtures/release-room.jsonl',
  ]).ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining('[1]')]);
  const mcp = await startSmall('src/cli.ts', {}, ['mcp']).ended;
  expect([mcp.code, mcp.stderr]).toEqual([2, expect.stringContaining(`The command mcp ${command}`)]);
});

test('the demo without the packages of the playground says how to install them, and ends with 1', async () => {
  expect(await startSmall('demo/demo.ts').ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The demo needs packages that are not installed. Run: npm install\n',
  });
});
