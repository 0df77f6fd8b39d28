import { createPlayground, type Playground } from '@footnote/playground/discord';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { startScript } from '../start-script.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await createPlayground();
});
afterEach(() => playground.close());

function deploy(args: string[] = [], environment: Readonly<Record<string, string>> = {}) {
  const { token, applicationId, url } = playground;
  const target = {
    DISCORD_TOKEN: token,
    DISCORD_APPLICATION_ID: applicationId,
    DISCORD_API_URL: `${url}/api`,
  };
  return startScript('deploy-commands.ts', { ...target, ...environment }, args).ended;
}

function call(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${playground.url}/api/v10/applications/${playground.applicationId}/commands${path}`, {
    method,
    headers: { authorization: `Bot ${playground.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const names = commands.map(({ definition }) => definition.name);
const writes = () => playground.exchanges.filter(({ method }) => method !== 'GET');

describe('npm run deploy', () => {
  test('as a dry run tells what it would add and changes nothing', async () => {
    const { code, stdout, stderr } = await deploy(['--dry-run']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [...names.map(name => `added     ${name}`), 'Dry run: nothing was changed for all servers.', ''].join(
        '\n',
      ),
    );
    expect(writes()).toEqual([]);
  });

  test('puts all commands in one request, after which a dry run finds them unchanged', async () => {
    const { code, stdout } = await deploy();
    expect(code).toBe(0);
    expect(stdout).toContain(`Deployed ${names.length} commands to all servers.`);
    expect(writes().map(({ method, status }) => [method, status])).toEqual([['PUT', 200]]);
    const again = await deploy(['--dry-run']);
    expect(again.stdout.match(/^unchanged /gm)).toHaveLength(names.length);
  });

  test('tells what was changed behind its back and what is not ours, and puts it right', async () => {
    await deploy();
    const deployed = (await (await call('GET', '')).json()) as {
      id: string;
      name: string;
      options: object[];
    }[];
    const id = (name: string) => deployed.find(each => each.name === name)?.id;
    await call('PATCH', `/${id('usage')}`, { description: 'something else' });
    const options = deployed.find(({ name }) => name === 'summarize')?.options ?? [];
    const [types] = options.flatMap(each => ('file_types' in each ? [each.file_types as string[]] : []));
    // One type less than ours is a difference too.
    types?.pop();
    await call('PATCH', `/${id('summarize')}`, { options });
    await call('POST', '', { name: 'left-over', description: 'of another time' });
    const { stdout } = await deploy(['--dry-run']);
    expect(stdout.split('\n').slice(0, names.length + 1)).toEqual([
      'changed   summarize',
      'changed   usage',
      'removed   left-over',
      ...names.filter(name => name !== 'summarize' && name !== 'usage').map(name => `unchanged ${name}`),
    ]);
    await deploy();
    const after = (await (await call('GET', '')).json()) as { name: string }[];
    expect(after.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  test('refuses a typo, deploys nothing, and ends with 2', async () => {
    const { code, stdout, stderr } = await deploy(['--dryrun']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: (?:unknown option|too many arguments)/);
    expect(stderr).toContain('Nothing was deployed');
    expect(playground.exchanges).toEqual([]);
  });

  test('says that Discord does not accept the token, without repeating it, and ends with 1', async () => {
    const { code, stderr } = await deploy([], { DISCORD_TOKEN: 'open-sesame' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'Discord rejected DISCORD_TOKEN. Reset the token in the Developer Portal (your application, Bot, Reset Token) and copy it again.\n',
    );
  });
});
