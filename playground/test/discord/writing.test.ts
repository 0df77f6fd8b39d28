import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { setUp, start } from '../../src/testing/start.ts';
import { at, call, createClock } from '../scene.ts';

async function startWithChannel() {
  const clock = createClock();
  const playground = await start({ now: clock.now });
  const scene = setUp(playground);
  const url = `/channels/${scene.general.id}/messages`;
  const post = (body: unknown) => call(playground, 'POST', url, body);
  const get = async (id: string) => (await call(playground, 'GET', `${url}/${id}`)).body;
  return { playground, clock, ...scene, url, post, get };
}

it.each([
  ['Send Messages', Flags.SendMessages, { content: 'a' }],
  ['Embed Links', Flags.EmbedLinks, { embeds: [{ title: 'a' }] }],
  [
    'Create Polls',
    Flags.SendPolls,
    { poll: { question: { text: 'q' }, answers: [{ poll_media: { text: 'a' } }] } },
  ],
])('needs %s to send what needs it', async (_, permission, body) => {
  const { post, playground, general, guild } = await startWithChannel();
  expect((await post(body)).status).toBe(200);
  playground.world.overwrite(general, { role: guild, deny: permission });
  expect(await post(body)).toMatchObject({
    status: 403,
    body: { code: 50013, message: 'Missing Permissions' },
  });
});

it('takes up to ten files of up to 10 MiB, with Attach Files', async () => {
  const { playground, general, guild, url } = await startWithChannel();
  const send = (count: number, bytes = 1) => {
    const form = new FormData();
    form.set('payload_json', '{}');
    for (let index = 0; index < count; index += 1) {
      form.set(`files[${index}]`, new Blob([new Uint8Array(bytes)]), `${index}.bin`);
    }
    return call(playground, 'POST', url, form);
  };
  expect(at((await send(10)).body, 'attachments')).toHaveLength(10);
  expect(await send(11)).toMatchObject({ status: 400, body: { code: 50035 } });
  expect((await send(1, 10 * 1024 * 1024)).status).toBe(200);
  expect(await send(1, 10 * 1024 * 1024 + 1)).toMatchObject({ status: 413, body: { code: 40005 } });
  playground.world.overwrite(general, { role: guild, deny: Flags.AttachFiles });
  expect(await send(1)).toMatchObject({ status: 403, body: { code: 50013 } });
});

it('lets a bot edit its own messages only, and delete those of others only with Manage Messages', async () => {
  const { post, playground, general, ben, url } = await startWithChannel();
  const theirs = playground.world.addMessage(general, { by: ben, content: 'theirs' });
  expect(await call(playground, 'PATCH', `${url}/${theirs.id}`, { content: 'b' })).toMatchObject({
    status: 403,
    body: { code: 50005 },
  });
  expect(await call(playground, 'DELETE', `${url}/${theirs.id}`)).toMatchObject({
    status: 403,
    body: { code: 50013 },
  });
  const { body } = await post({ content: 'mine', embeds: [{ title: 't' }] });
  const mine = `${url}/${at(body, 'id')}`;
  const edited = await call(playground, 'PATCH', mine, { content: null });
  expect(edited.body).toMatchObject({
    content: '',
    embeds: [{ title: 't' }],
    edited_timestamp: expect.any(String),
  });
  expect(await call(playground, 'PATCH', mine, { embeds: [] })).toMatchObject({
    status: 400,
    body: { code: 50006 },
  });
  expect((await call(playground, 'DELETE', mine)).status).toBe(204);
  expect(await call(playground, 'GET', mine)).toMatchObject({ status: 404, body: { code: 10008 } });
  playground.world.overwrite(general, { member: playground.world.bot, allow: Flags.ManageMessages });
  expect((await call(playground, 'DELETE', `${url}/${theirs.id}`)).status).toBe(204);
});

it('deletes 2 to 100 messages of the last two weeks at once', async () => {
  const { playground, general, ben, url, clock } = await startWithChannel();
  const { world } = playground;
  world.overwrite(general, { member: world.bot, allow: Flags.ManageMessages });
  const make = (count: number) =>
    Array.from({ length: count }, () => world.addMessage(general, { by: ben, content: 'a' }).id);
  const remove = (messages: string[]) => call(playground, 'POST', `${url}/bulk-delete`, { messages });
  expect((await remove(make(1))).body).toMatchObject({ code: 50016 });
  expect((await remove(make(101))).body).toMatchObject({ code: 50016 });
  expect((await remove(make(100))).status).toBe(204);
  const old = make(2);
  clock.advance(14 * 24 * 3_600_000 + 1000);
  expect((await remove(old)).body).toMatchObject({ code: 50034 });
});

it('adds, lists and removes reactions', async () => {
  const { playground, general, guild, ben, cleo, url } = await startWithChannel();
  const { world } = playground;
  const message = world.addMessage(general, { by: ben, content: 'a', reactions: { '👍': [ben, cleo] } });
  const base = `${url}/${message.id}/reactions`;
  const thumb = encodeURIComponent('👍');
  expect((await call(playground, 'PUT', `${base}/${thumb}/@me`)).status).toBe(204);
  expect((await call(playground, 'PUT', `${base}/${thumb}/%40me`)).status).toBe(204);
  const { body } = await call(playground, 'GET', `${base}/${thumb}?limit=2`);
  expect(Array.isArray(body) && body.map(one => at(one, 'id')).length).toBe(2);
  expect((await call(playground, 'PUT', `${base}/nonsense/@me`)).body).toMatchObject({ code: 10014 });
  expect((await call(playground, 'DELETE', `${base}/${thumb}/@me`)).status).toBe(204);
  expect((await call(playground, 'DELETE', `${base}/${thumb}/${ben.id}`)).body).toMatchObject({
    code: 50013,
  });
  world.overwrite(general, { member: world.bot, allow: Flags.ManageMessages });
  expect((await call(playground, 'DELETE', `${base}/${thumb}/${ben.id}`)).status).toBe(204);
  expect(world.history(general).at(-1)?.reactions).toMatchObject([{ count: 1 }]);
  expect((await call(playground, 'DELETE', base)).status).toBe(204);
  world.overwrite(general, { role: guild, deny: Flags.AddReactions });
  expect((await call(playground, 'PUT', `${base}/${thumb}/@me`)).body).toMatchObject({ code: 50013 });
});

it('lets people do only what their permissions allow', async () => {
  const { playground, general, guild, ada, ben, cleo } = await startWithChannel();
  const { world, actions } = playground;
  const message = actions.send({ user: ben, channel: general, content: 'mine' });
  expect(() => actions.edit(cleo, message, 'hers')).toThrow('another user');
  expect(() => actions.delete(cleo, message)).toThrow('Missing Permissions');
  actions.edit(ben, message, 'still mine');
  actions.react(cleo, message, '🎉');
  actions.unreact(cleo, message, '🎉');
  expect(actions.read(cleo, general).map(one => one.content)).toEqual(['still mine']);
  world.timeOut(guild, ben, Date.now() + 3_600_000);
  expect(() => actions.send({ user: ben, channel: general, content: 'a' })).toThrow('Missing Permissions');
  const hidden = world.addThread(general, { name: 'hidden', owner: ben, isPrivate: true });
  expect(actions.channels(ben, guild).map(one => one.id)).toEqual([general.id, hidden.id]);
  expect(actions.channels(cleo, guild).map(one => one.id)).toEqual([general.id]);
  world.overwrite(general, { member: cleo, deny: Flags.ViewChannel });
  expect(() => actions.read(cleo, general)).toThrow('Missing Access');
  world.overwrite(general, { role: guild, deny: Flags.ReadMessageHistory });
  expect(actions.read(ben, general)).toEqual([]);
  actions.delete(ada, message);
  expect(world.history(general)).toEqual([]);
});

it('does not let anybody write in a category or forum', async () => {
  const { playground, guild } = await startWithChannel();
  for (const kind of ['category', 'forum'] as const) {
    const channel = playground.world.addChannel(guild, { name: kind, kind });
    const answer = await call(playground, 'POST', `/channels/${channel.id}/messages`, { content: 'a' });
    expect(answer).toMatchObject({ status: 400, body: { code: 50008 } });
  }
});

it('does not reach a person who takes no direct messages', async () => {
  const { playground, ben } = await startWithChannel();
  const direct = await call(playground, 'POST', '/users/@me/channels', { recipient_id: ben.id });
  const url = `/channels/${at(direct.body, 'id')}/messages`;
  expect((await call(playground, 'POST', url, { content: 'a' })).status).toBe(200);
  playground.world.refuseDirect(ben);
  expect(await call(playground, 'POST', url, { content: 'a' })).toMatchObject({
    status: 403,
    body: { code: 50007 },
  });
});

it('leaves a server when the bot asks for it, and shows it no longer', async () => {
  const { playground, guild, general } = await startWithChannel();
  expect((await call(playground, 'DELETE', `/users/@me/guilds/${guild.id}`)).status).toBe(204);
  expect((await call(playground, 'GET', '/users/@me/guilds')).body).toEqual([]);
  expect((await call(playground, 'GET', `/guilds/${guild.id}`)).body).toMatchObject({ code: 50001 });
  expect((await call(playground, 'GET', `/channels/${general.id}`)).body).toMatchObject({ code: 50001 });
});
