import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { setUp, start } from '../../src/testing/start.ts';
import { at, call } from '../scene.ts';

const contents = (body: unknown): unknown[] =>
  Array.isArray(body) ? body.map(one => at(one, 'content')) : [];

async function startWithTen() {
  const playground = await start();
  const scene = setUp(playground);
  const startMs = Date.UTC(2026, 2, 1, 12);
  const lines = Array.from({ length: 10 }, (_, index) => [scene.ben, `m${index + 1}`] as const);
  const messages = playground.world.addConversation(scene.general, lines, { startMs });
  const get = (query: string) => call(playground, 'GET', `/channels/${scene.general.id}/messages${query}`);
  return { playground, ...scene, messages, get, startMs };
}

it('gives the newest fifty messages, newest first', async () => {
  const { playground, ben, general, get } = await startWithTen();
  for (let index = 11; index <= 60; index += 1)
    playground.world.addMessage(general, { by: ben, content: `m${index}` });
  const { body } = await get('');
  expect(contents(body)).toHaveLength(50);
  expect(contents(body).slice(0, 2)).toEqual(['m60', 'm59']);
});

it('gives the messages right behind an id newest first, also with after', async () => {
  const { messages, get } = await startWithTen();
  const { body } = await get(`?limit=3&after=${messages[2]?.id}`);
  expect(contents(body)).toEqual(['m6', 'm5', 'm4']);
});

it('gives the messages right before an id, and those around one', async () => {
  const { messages, get } = await startWithTen();
  expect(contents((await get(`?limit=2&before=${messages[2]?.id}`)).body)).toEqual(['m2', 'm1']);
  expect(contents((await get(`?limit=5&around=${messages[4]?.id}`)).body)).toEqual([
    'm7',
    'm6',
    'm5',
    'm4',
    'm3',
  ]);
});

it('takes ids made from times as cursors', async () => {
  const { get, startMs } = await startWithTen();
  const id = (BigInt(startMs + 5 * 60_000 - 1_420_070_400_000) << 22n).toString();
  expect(contents((await get(`?after=${id}&limit=100`)).body)).toEqual(['m10', 'm9', 'm8', 'm7', 'm6']);
});

it.each([
  ['?limit=0', 'NUMBER_TYPE_MIN'],
  ['?limit=101', 'NUMBER_TYPE_MAX'],
  ['?limit=x', 'NUMBER_TYPE_COERCE'],
])('refuses the query %s with %s', async (query, code) => {
  const { get } = await startWithTen();
  const { status, body } = await get(query);
  expect([status, at(body, 'code'), at(body, 'errors', 'limit', '_errors', 0, 'code')]).toEqual([
    400,
    50035,
    code,
  ]);
});

it('takes limits of 1 and of 100', async () => {
  const { get } = await startWithTen();
  expect(contents((await get('?limit=1')).body)).toEqual(['m10']);
  expect(contents((await get('?limit=100')).body)).toHaveLength(10);
});

it('shows an empty list, not an error, without Read Message History', async () => {
  const { playground, guild, general, get, messages } = await startWithTen();
  playground.world.overwrite(general, { role: guild, deny: Flags.ReadMessageHistory });
  expect(await get('')).toMatchObject({ status: 200, body: [] });
  const single = await call(playground, 'GET', `/channels/${general.id}/messages/${messages[0]?.id}`);
  expect(single).toMatchObject({ status: 403, body: { code: 50013 } });
});

it('answers 403 Missing Access without View Channel, and in a voice channel without Connect', async () => {
  const { playground, guild, general, get } = await startWithTen();
  const voice = playground.world.addChannel(guild, { name: 'Lounge', kind: 'voice' });
  const inVoice = () => call(playground, 'GET', `/channels/${voice.id}/messages`);
  expect((await inVoice()).status).toBe(200);
  playground.world.overwrite(voice, { role: guild, deny: Flags.Connect });
  playground.world.overwrite(general, { role: guild, deny: Flags.ViewChannel });
  const missing = { status: 403, body: { code: 50001, message: 'Missing Access' } };
  expect(await get('')).toMatchObject(missing);
  expect(await inVoice()).toMatchObject(missing);
});

it('answers 404 for a channel, a message and a server that are not there', async () => {
  const { playground, general } = await startWithTen();
  const get = (path: string) => call(playground, 'GET', path);
  expect(await get('/channels/1/messages')).toMatchObject({
    status: 404,
    body: { code: 10003, message: 'Unknown Channel' },
  });
  expect(await get(`/channels/${general.id}/messages/1`)).toMatchObject({
    status: 404,
    body: { code: 10008, message: 'Unknown Message' },
  });
  expect(await get('/guilds/1')).toMatchObject({
    status: 404,
    body: { code: 10004, message: 'Unknown Guild' },
  });
});

it('answers 401 without the right token', async () => {
  const { playground } = await startWithTen();
  const answer = await call(playground, 'GET', '/users/@me', undefined, { authorization: 'Bot wrong' });
  expect(answer).toMatchObject({ status: 401, body: { code: 0, message: '401: Unauthorized' } });
});

it('tells the rate limit of the bucket with every answer, and refuses what is over it', async () => {
  const playground = await start({ rateLimit: { limit: 2, windowMs: 60_000 } });
  const { general } = setUp(playground);
  const get = () => call(playground, 'GET', `/channels/${general.id}/messages`);
  const { headers } = await get();
  expect(headers.get('x-ratelimit-limit')).toBe('2');
  expect(headers.get('x-ratelimit-remaining')).toBe('1');
  expect(Number(headers.get('x-ratelimit-reset-after'))).toBeGreaterThan(50);
  expect(headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
  expect((await get()).status).toBe(200);
  const over = await get();
  expect(over).toMatchObject({ status: 429, body: { global: false } });
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(50);
  expect((await call(playground, 'GET', `/channels/${general.id}`)).status).toBe(200);
});

it('counts all routes together against a global limit, but no answers to interactions', async () => {
  const rateLimit = { limit: 9, windowMs: 60_000, global: { limit: 2, windowMs: 60_000 } };
  const playground = await start({ rateLimit });
  const { general } = setUp(playground);
  await call(playground, 'GET', '/users/@me');
  await call(playground, 'POST', '/webhooks/1/token', {});
  expect((await call(playground, 'GET', `/channels/${general.id}`)).status).toBe(200);
  const over = await call(playground, 'GET', '/users/@me');
  expect(over).toMatchObject({ status: 429, body: { global: true } });
  expect(over.headers.get('x-ratelimit-global')).toBe('true');
});

it('hides the content of others in REST too where the Message Content intent is not approved', async () => {
  const { playground, general, ben, get } = await startWithTen();
  playground.world.approve({ messageContent: false });
  const { bot } = playground.world;
  playground.world.addMessage(general, { by: bot, content: 'my own' });
  playground.world.addMessage(general, { by: ben, content: `<@${bot.id}> hi` });
  playground.world.addMessage(general, {
    by: ben,
    content: 'secret',
    embeds: [{ title: 'secret' }],
    files: [{ name: 'a.txt', content: 'secret' }],
    poll: { question: 'secret?', answers: [{ text: 'yes' }] },
  });
  const { body } = await get('?limit=4');
  expect(contents(body)).toEqual(['', `<@${bot.id}> hi`, 'my own', '']);
  expect(at(body, 0)).toMatchObject({ embeds: [], attachments: [], components: [] });
  expect(JSON.stringify(at(body, 0))).not.toContain('secret');
});
