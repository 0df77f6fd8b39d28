import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, onTestFinished, test } from 'vitest';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { Engine, Judge } from '../../../src/app/ports.ts';
import { createHeldEngine } from '../engines.ts';
import { fill } from '../scene.ts';
import { createHttpScene } from './http-scene.ts';

const chat = [
  '21/03/2026, 09:00 - Mia: When is the fair?',
  '21/03/2026, 09:02 - Tom: The fair is on 28 March in the old gym.',
].join('\n');
const uploaded = {
  statements: ['The fair is on 28 March.'],
  conversation: [{ author: 'Tom', time: '2026-03-21T09:02:00Z', text: 'The fair is on 28 March.' }],
};

async function setUp(options: Parameters<typeof createHttpScene>[0] = {}) {
  const http = await createHttpScene(options);
  onTestFinished(http.close);
  const token = await http.grant({ userId: http.bob.id });
  const importChat = () =>
    http.fetch('/whatsapp/chats?chat=fair&zone=Europe/Berlin', {
      body: chat,
      headers: { 'content-type': 'text/plain' },
      token,
    });
  /** What costs the server something and reads no channel. */
  const askAll = async () => {
    const imported = await importChat();
    const summary = await http.fetch('/whatsapp/chats/fair/summarize?wait=30', { body: {}, token });
    const checked = await http.fetch('/check?wait=30', { body: uploaded, token });
    return [imported.status, summary.status, checked.status];
  };
  return { ...http, token, importChat, askAll };
}

test('a token costs the server nothing while its owner has no role that may use Footnote, or has left', async () => {
  const spent: string[] = [];
  const engine: Engine = {
    name: 'counted',
    draft: (...given) => {
      spent.push('a draft');
      return extractiveEngine.draft(...given);
    },
  };
  const judge: Judge = {
    model: 'counted',
    judge: async () => {
      spent.push('a judgement');
      return { judgements: [], usage: null, failure: null };
    },
  };
  const http = await setUp({ engine, judge });
  const { world, guild, bob } = http;
  const role = world.addRole(guild, { name: 'readers' });
  world.giveRole(guild, bob, role);
  const { privacy } = http.running().store;
  await privacy.changeAccess(guild.id, rules => ({ ...rules, roleIds: [role.id] }));
  expect(await http.askAll()).toEqual([201, 200, 200]);
  expect(new Set(spent.splice(0))).toEqual(new Set(['a draft', 'a judgement']));
  world.takeRole(guild, bob, role);
  expect(await http.askAll()).toEqual([403, 403, 403]);
  world.giveRole(guild, bob, role);
  world.removeMember(guild, bob);
  expect(await http.askAll()).toEqual([403, 403, 403]);
  expect(spent).toEqual([]);
  expect((await http.importChat()).json).toMatchObject({ code: 'not_allowed', title: 'Forbidden' });
  // Their own data can still be deleted.
  expect((await http.fetch('/whatsapp/chats/fair', { method: 'DELETE', token: http.token })).status).toBe(
    204,
  );
});

test('nobody is refused for good while Discord fails: the answer says that it is unavailable', async () => {
  const http = await setUp();
  const { faults } = http.playground;
  for (const status of [500, 503]) {
    faults.failWith(status, 'GET /guilds/*/members/*', 1_000);
    expect(await http.askAll()).toEqual([503, 503, 503]);
    const digests = await http.fetch('/digests', { token: http.token });
    expect([digests.status, digests.json.code]).toEqual([503, 'unavailable']);
    faults.clear();
  }
});

test('a summary of a chat is not given to somebody who left the server while it was written', async () => {
  const { engine, reached, release } = createHeldEngine();
  const http = await setUp({ engine });
  await http.importChat();
  const asked = http.fetch('/whatsapp/chats/fair/summarize?wait=30', { body: {}, token: http.token });
  await reached;
  http.world.removeMember(http.guild, http.bob);
  release();
  expect((await asked).status).toBe(403);
});

test('a check of an upload is not given to somebody who left the server while it ran', async () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const judge: Judge = {
    model: 'held',
    judge: async () => {
      reached.resolve();
      await released.promise;
      return { judgements: [], usage: null, failure: null };
    },
  };
  const http = await setUp({ judge });
  const asked = http.fetch('/check?wait=30', { body: uploaded, token: http.token });
  await reached.promise;
  http.world.removeMember(http.guild, http.bob);
  released.resolve();
  expect((await asked).status).toBe(403);
});

test.each([
  ['a chat', '/whatsapp/chats/fair/summarize'],
  ['a channel', null],
])('revoking a token ends its running summary of %s', async (_, path) => {
  const { engine, reached } = createHeldEngine();
  const http = await setUp({ engine });
  fill(http);
  await http.importChat();
  const started = await http.fetch(path ?? `/discord/channels/${http.channel.id}/summarize`, {
    body: {},
    token: http.token,
  });
  expect(started.status).toBe(202);
  await reached;
  const { apiJobs, tokens } = http.running().store;
  await tokens.remove(http.token.split('_')[1] ?? '');
  const status = async () => (await apiJobs.get(started.json.job_id))?.status;
  await expect.poll(status, { timeout: 20_000 }).toBe('canceled');
  expect((await http.fetch(started.json.links.self, { token: http.token })).status).toBe(401);
});

test('revoking a token ends a request that waits for its result', async () => {
  const { engine, reached } = createHeldEngine();
  const http = await setUp({ engine });
  await http.importChat();
  const asked = http.fetch('/whatsapp/chats/fair/summarize?wait=30', { body: {}, token: http.token });
  await reached;
  await http.running().store.tokens.remove(http.token.split('_')[1] ?? '');
  expect((await asked).status).toBe(401);
});

test('a summary of a linked message is not given to its owner where they may no longer read that one', async () => {
  const engine: Engine = {
    name: 'linked',
    draft: async ({ evidence }, onClaim) => {
      const proof = evidence.messages.map(({ position }) => ({ position, quote: '' }));
      onClaim({ text: 'Ann approved the purple tent.', kind: 'key_point', evidence: proof });
      return { engine: { name: 'linked' }, usage: null, failure: null };
    },
  };
  const { world, guild, channel, ann, bob, token, fetch, running } = await setUp({ engine });
  const kitchen = world.addChannel(guild, { name: 'kitchen' });
  const target = world.addMessage(kitchen, { by: ann, content: 'The purple tent costs 450 euros.' });
  const link = `https://discord.com/channels/${guild.id}/${kitchen.id}/${target.id}`;
  world.addMessage(channel, { by: bob, content: `I approve of this, please order it: ${link}` });
  const body = { messages: 1 };
  const { json } = await fetch(`/discord/channels/${channel.id}/summarize?wait=30`, { body, token });
  const ask = () => fetch(`/summaries/${json.summary_id}`, { token });
  expect((await ask()).text).toContain('purple');
  const stored = await running().store.summaries.get(guild.id, json.summary_id);
  expect(stored?.linked).toEqual({ [target.id]: kitchen.id });
  world.overwrite(kitchen, { role: guild.id, deny: PermissionFlagsBits.ViewChannel });
  expect((await ask()).status).toBe(404);
});
