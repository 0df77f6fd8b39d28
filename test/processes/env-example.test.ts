import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlayground, type Playground } from '@footnote/playground/discord';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { type Script, startScript } from '../start-script.ts';
import { sure } from '../sure.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await createPlayground();
  onTestFinished(() => playground.close());
});

/** A folder with the shipped `.env.example` as its `.env`, in which these variables are filled in. */
function createFolder(filled: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const named = lines.map(line => {
    const value = filled[line.slice(0, -1)];
    return line.endsWith('=') && value !== undefined ? line + value : line;
  });
  writeFileSync(join(folder, '.env'), named.join('\n'));
  return folder;
}

/** What the README says to fill in, and where the playground is. */
function toFilled(apiUrl = `${playground.url}/api`): Readonly<Record<string, string>> {
  return {
    DISCORD_TOKEN: playground.token,
    DISCORD_APPLICATION_ID: playground.applicationId,
    DISCORD_API_URL: apiUrl,
  };
}

/** A server that answers every request with this; returns the address of its API. */
async function answerAll(status: number, body: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return `http://127.0.0.1:${port}/api`;
}

/** Runs what an npm script runs, in that folder. */
function run(name: 'start' | 'deploy' | 'footnote', cwd: string, args: readonly string[] = []): Script {
  const words = packageJson.scripts[name].replace('--require ./require-node.cjs ', '').split(' ').slice(1);
  const path = sure(words.pop());
  const script = startScript(path, {}, args, { nodeOptions: words, cwd });
  onTestFinished(async () => {
    script.kill('SIGKILL');
    await script.ended;
  });
  return script;
}

describe('with the shipped .env.example, a token and an id', () => {
  test('deploy registers the commands, after which doctor finds no problem', async () => {
    const folder = createFolder(toFilled());
    const deployed = await run('deploy', folder).ended;
    expect([deployed.code, deployed.stderr]).toEqual([0, '']);
    expect(deployed.stdout).toMatch(/^Deployed \d+ commands to all servers\.$/m);
    const examined = await run('footnote', folder, ['doctor']).ended;
    expect([examined.code, examined.stderr]).toEqual([0, '']);
    expect(examined.stdout).toContain('✓ Environment  The variables are valid (.env was read).');
  });
});

describe('npm start', () => {
  test('with a token that Discord refuses says so in a sentence, and never repeats it', async () => {
    const url = await answerAll(401, { message: '401: Unauthorized', code: 0 });
    const { code, stderr } = await run('start', createFolder({ ...toFilled(url), STORE_URL: 'memory://' }))
      .ended;
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Discord rejected DISCORD_TOKEN\. .*\.\n$/)]);
    expect(stderr).not.toContain(playground.token);
  });

  test('says until when Discord allows no more logins', async () => {
    const url = await answerAll(200, {
      url: 'ws://127.0.0.1:9',
      shards: 1,
      session_start_limit: { total: 1_000, remaining: 0, reset_after: 60_000, max_concurrency: 1 },
    });
    const { code, stderr } = await run('start', createFolder({ ...toFilled(url), STORE_URL: 'memory://' }))
      .ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Discord allows this bot no more logins until \d{4}-\S+Z\. .*\n$/);
  });
});
