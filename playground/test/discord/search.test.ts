import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { setUp, start } from '../../src/testing/start.ts';
import { at, call } from '../scene.ts';

async function startWithTalk() {
  const playground = await start();
  const scene = setUp(playground);
  const { world } = playground;
  const { guild, general, ben, cleo } = scene;
  const other = world.addChannel(guild, { name: 'other' });
  const asked = world.addMessage(general, { by: ben, content: 'asked' });
  world.addMessage(other, { by: cleo, content: 'answered', replyTo: asked });
  world.addMessage(other, { by: cleo, content: `named <@${ben.id}>` });
  const last = world.addMessage(general, { by: ben, content: 'last', reactions: { '👍': [cleo] } });
  const search = async (query: string) => {
    const { status, body } = await call(playground, 'GET', `/guilds/${guild.id}/messages/search?${query}`);
    const found = at(body, 'messages');
    const contents = Array.isArray(found) ? found.map(one => at(one, 0, 'content')) : null;
    return { status, body, contents };
  };
  return { playground, ...scene, other, asked, last, search };
}

it('finds by author, mention, reply, channel and id, newest first', async () => {
  const { search, ben, cleo, general, other, asked } = await startWithTalk();
  const find = async (query: string) => (await search(query)).contents;
  expect(await find(`author_id=${ben.id}`)).toEqual(['last', 'asked']);
  expect(await find(`author_id=${ben.id}&sort_order=asc&limit=1`)).toEqual(['asked']);
  expect(await find(`author_id=${ben.id}&min_id=${asked.id}`)).toEqual(['last']);
  expect(await find(`mentions=${ben.id}`)).toContain(`named <@${ben.id}>`);
  expect(await find(`replied_to_user_id=${ben.id}`)).toEqual(['answered']);
  expect(await find(`author_id=${cleo.id}&channel_id=${general.id}`)).toEqual([]);
  expect(await find(`author_id=${cleo.id}&channel_id=${general.id}&channel_id=${other.id}`)).toHaveLength(2);
});

it('tells how many there are in all, without reactions', async () => {
  const { search, ben, last } = await startWithTalk();
  const { body } = await search(`author_id=${ben.id}&limit=1`);
  expect(body).toMatchObject({ total_results: 2, doing_deep_historical_index: false });
  expect(at(body, 'messages', 0, 0, 'id')).toBe(last.id);
  expect(JSON.stringify(body)).not.toContain('reactions');
});

it('finds nothing where the bot may not read, nor unasked in age-restricted channels', async () => {
  const { search, playground, guild, other, cleo } = await startWithTalk();
  const find = async (query = '') => (await search(`author_id=${cleo.id}${query}`)).contents;
  Object.assign(other, { isAgeRestricted: true });
  expect(await find()).toEqual([]);
  expect(await find('&include_nsfw=true')).toHaveLength(2);
  playground.world.overwrite(other, { role: guild, deny: Flags.ReadMessageHistory });
  expect(await find('&include_nsfw=true')).toEqual([]);
  playground.world.overwrite(other, { role: guild, deny: Flags.ViewChannel });
  expect(await find('&include_nsfw=true')).toEqual([]);
});

it('answers 202 while the index is being built', async () => {
  const { search, playground } = await startWithTalk();
  playground.world.setSearch({ isReady: false, retryAfterSecs: 2 });
  expect(await search('')).toMatchObject({ status: 202, body: { code: 110_000, retry_after: 2 } });
});

it('refuses what Discord refuses', async () => {
  const { search, playground } = await startWithTalk();
  const code = async (query: string, name: string) =>
    at((await search(query)).body, 'errors', name, '_errors', 0, 'code');
  expect(await code('limit=26', 'limit')).toBe('NUMBER_TYPE_MAX');
  expect(await code('offset=9976', 'offset')).toBe('NUMBER_TYPE_MAX');
  expect(await code('author_id=ben', 'author_id')).toBe('NUMBER_TYPE_COERCE');
  const many = Array.from({ length: 501 }, (_, index) => `channel_id=${index}`).join('&');
  expect(await code(many, 'channel_id')).toBe('BASE_TYPE_MAX_LENGTH');
  expect((await call(playground, 'GET', '/guilds/1/messages/search')).status).toBe(404);
  playground.world.approve({ messageContent: false });
  expect(await search('')).toMatchObject({ status: 403, body: { code: 50_001 } });
});

it('does not find what was written while its index lags', async () => {
  const { search, playground, general, ben } = await startWithTalk();
  const hourAgoMs = playground.clock.now() - 3_600_000;
  playground.world.addMessage(general, { by: ben, content: 'an hour ago', atMs: hourAgoMs });
  playground.world.setSearch({ lagSecs: 60 });
  expect((await search(`author_id=${ben.id}`)).contents).toEqual(['an hour ago']);
});
