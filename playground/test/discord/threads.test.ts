import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { setUp, start } from '../../src/testing/start.ts';
import { at, call } from '../scene.ts';

async function startWithThreads() {
  const playground = await start();
  const scene = setUp(playground);
  const get = (path: string) => call(playground, 'GET', path);
  const post = (path: string, body: unknown) => call(playground, 'POST', path, body);
  return { playground, world: playground.world, ...scene, get, post };
}

const namesIn = (body: unknown): unknown[] => {
  const threads = at(body, 'threads');
  return Array.isArray(threads) ? threads.map(thread => at(thread, 'name')) : [];
};

it('grows a thread from a message once, starting with that message', async () => {
  const { post, get, world, general, ben } = await startWithThreads();
  const message = world.addMessage(general, { by: ben, content: 'root' });
  const url = `/channels/${general.id}/messages/${message.id}/threads`;
  const made = await post(url, { name: 'grown' });
  expect(made).toMatchObject({
    status: 201,
    body: { id: message.id, type: 11, parent_id: general.id, name: 'grown' },
  });
  expect(await post(url, { name: 'again' })).toMatchObject({ status: 400, body: { code: 160004 } });
  expect((await get(`/channels/${message.id}/messages`)).body).toMatchObject([
    {
      type: 21,
      content: '',
      message_reference: { message_id: message.id },
      referenced_message: { content: 'root' },
    },
  ]);
  expect((await get(`/channels/${general.id}/messages/${message.id}`)).body).toMatchObject({
    thread: { id: message.id },
  });
});

it('opens public threads with a word in the channel, and private ones without', async () => {
  const { post, world, general } = await startWithThreads();
  const url = `/channels/${general.id}/threads`;
  const open = await post(url, { name: 'open', type: 11 });
  expect(open).toMatchObject({ status: 201, body: { type: 11, member: { user_id: expect.any(String) } } });
  expect(world.history(general)).toMatchObject([
    { type: 18, content: 'open', message_reference: { channel_id: at(open.body, 'id') } },
  ]);
  const closed = await post(url, { name: 'closed' });
  expect(closed.body).toMatchObject({ type: 12, thread_metadata: { invitable: true } });
  expect(world.history(general)).toHaveLength(1);
});

it('makes a forum post with its first message under the id of the post', async () => {
  const { post, get, world, guild } = await startWithThreads();
  const forum = world.addChannel(guild, { name: 'ideas', kind: 'forum', tags: ['good', 'bad'] });
  const url = `/channels/${forum.id}/threads`;
  const tag = forum.tags[1]?.id;
  const made = await post(url, { name: 'Idea', applied_tags: [tag], message: { content: 'what if' } });
  const id = at(made.body, 'id');
  expect(made).toMatchObject({
    status: 201,
    body: { type: 11, applied_tags: [tag], message: { id, content: 'what if' } },
  });
  expect((await get(`/channels/${id}/messages/${id}`)).body).toMatchObject({ type: 0, content: 'what if' });
  expect((await get(`/channels/${id}`)).body).toMatchObject({ message_count: 0, total_message_sent: 0 });
  expect(await post(url, { name: 'Empty', message: {} })).toMatchObject({
    status: 400,
    body: { code: 50006 },
  });
  expect((await get(`/channels/${forum.id}`)).body).toMatchObject({
    available_tags: [{ name: 'good' }, { name: 'bad' }],
  });
});

it.each([
  ['a name of 100', { name: 'x'.repeat(100) }, { name: 'x'.repeat(101) }, 'name', 'BASE_TYPE_BAD_LENGTH'],
  ['a name', { name: 'x' }, { name: '' }, 'name', 'BASE_TYPE_REQUIRED'],
  [
    'a known archive duration',
    { name: 'x', auto_archive_duration: 60 },
    { name: 'x', auto_archive_duration: 61 },
    'auto_archive_duration',
    'BASE_TYPE_CHOICES',
  ],
])('takes %s for a thread, and nothing else', async (_, ok, over, field, code) => {
  const { post, general } = await startWithThreads();
  const url = `/channels/${general.id}/threads`;
  expect((await post(url, ok)).status).toBe(201);
  const refused = await post(url, over);
  expect([refused.status, at(refused.body, 'errors', field, '_errors', 0, 'code')]).toEqual([400, code]);
});

it('lists active threads of the server, those the bot cannot view left out', async () => {
  const { get, world, guild, general, ben } = await startWithThreads();
  const hidden = world.addChannel(guild, {
    name: 'hidden',
    overwrites: [{ role: guild, deny: Flags.ViewChannel }],
  });
  world.addThread(hidden, { name: 'unseen', owner: ben });
  world.addThread(general, { name: 'private', owner: ben, isPrivate: true });
  world.addThread(general, { name: 'invited', owner: ben, isPrivate: true, members: [world.bot] });
  world.archive(world.addThread(general, { name: 'old', owner: ben }));
  world.addThread(general, { name: 'open', owner: ben });
  const { body } = await get(`/guilds/${guild.id}/threads/active`);
  expect(namesIn(body)).toEqual(['open', 'invited']);
  expect(at(body, 'members')).toMatchObject([{ user_id: world.bot.id }]);
});

it('lists archived threads newest first, page by page', async () => {
  const { get, world, general, ben } = await startWithThreads();
  for (const name of ['one', 'two', 'three']) {
    world.archive(world.addThread(general, { name, owner: ben }));
    await new Promise(resolve => setTimeout(resolve, 3));
  }
  const url = `/channels/${general.id}/threads/archived/public`;
  const first = await get(`${url}?limit=2`);
  expect([namesIn(first.body), at(first.body, 'has_more')]).toEqual([['three', 'two'], true]);
  const before = String(at(first.body, 'threads', 1, 'thread_metadata', 'archive_timestamp'));
  const second = await get(`${url}?limit=2&before=${encodeURIComponent(before)}`);
  expect([namesIn(second.body), at(second.body, 'has_more')]).toEqual([['one'], false]);
  expect((await get(`${url}?limit=1`)).status).toBe(400);
});

it('lists archived private threads to people with Manage Threads, and joined ones to their members', async () => {
  const { get, world, general, ben } = await startWithThreads();
  world.archive(world.addThread(general, { name: 'closed', owner: ben, isPrivate: true }));
  world.archive(
    world.addThread(general, { name: 'joined', owner: ben, isPrivate: true, members: [world.bot] }),
  );
  const all = `/channels/${general.id}/threads/archived/private`;
  expect(await get(all)).toMatchObject({ status: 403, body: { code: 50013 } });
  const mine = await get(`/channels/${general.id}/users/@me/threads/archived/private`);
  expect(namesIn(mine.body)).toEqual(['joined']);
  world.overwrite(general, { member: world.bot, allow: Flags.ManageThreads });
  expect(namesIn((await get(all)).body).sort()).toEqual(['closed', 'joined']);
});

it('takes the permissions of the parent, and its own right to write', async () => {
  const { post, get, world, guild, general, ben } = await startWithThreads();
  const thread = world.addThread(general, { name: 't', owner: ben });
  const url = `/channels/${thread.id}/messages`;
  world.overwrite(general, { role: guild, deny: Flags.SendMessages });
  expect((await post(url, { content: 'a' })).status).toBe(200);
  world.overwrite(general, { role: guild, deny: Flags.SendMessagesInThreads });
  expect((await post(url, { content: 'a' })).body).toMatchObject({ code: 50013 });
  world.overwrite(general, { role: guild, deny: Flags.ReadMessageHistory });
  expect((await get(url)).body).toEqual([]);
  world.overwrite(general, { role: guild, deny: Flags.ViewChannel });
  expect((await get(url)).body).toMatchObject({ code: 50001 });
});

it('reopens an archived thread when somebody writes, but not one that is locked', async () => {
  const { playground, post, get, world, general, ben } = await startWithThreads();
  const thread = world.addThread(general, { name: 't', owner: ben });
  const mine = await post(`/channels/${thread.id}/messages`, { content: 'a' });
  world.archive(thread);
  const url = `/channels/${thread.id}/messages`;
  const edit = () => call(playground, 'PATCH', `${url}/${at(mine.body, 'id')}`, { content: 'b' });
  expect(await edit()).toMatchObject({ status: 400, body: { code: 50083, message: 'Thread is archived' } });
  expect((await get(url)).status).toBe(200);
  expect((await post(url, { content: 'again' })).status).toBe(200);
  expect((await get(`/channels/${thread.id}`)).body).toMatchObject({ thread_metadata: { archived: false } });
  expect((await edit()).status).toBe(200);
  world.lock(thread);
  world.archive(thread);
  expect(await post(url, { content: 'no' })).toMatchObject({ status: 400, body: { code: 160005 } });
});

it('archives, locks and renames a thread for its owner and for people with Manage Threads', async () => {
  const { playground, post, world, general, ben } = await startWithThreads();
  const theirs = world.addThread(general, { name: 'theirs', owner: ben });
  const patch = (id: unknown, body: object) => call(playground, 'PATCH', `/channels/${id}`, body);
  expect((await patch(theirs.id, { archived: true })).body).toMatchObject({ code: 50013 });
  const made = await post(`/channels/${general.id}/threads`, { name: 'mine', type: 11 });
  const id = at(made.body, 'id');
  expect((await patch(id, { name: 'renamed', locked: true, archived: true })).body).toMatchObject({
    name: 'renamed',
    thread_metadata: { archived: true, locked: true },
  });
  expect((await patch(id, { name: 'x' })).body).toMatchObject({ code: 50083 });
  expect((await patch(id, { archived: false, name: 'back' })).body).toMatchObject({
    name: 'back',
    thread_metadata: { archived: false },
  });
});

it('adds, shows and removes members of a thread', async () => {
  const { playground, get, world, general, ben, cleo } = await startWithThreads();
  const thread = world.addThread(general, { name: 't', owner: ben });
  const url = `/channels/${thread.id}/thread-members`;
  expect((await call(playground, 'PUT', `${url}/@me`)).status).toBe(204);
  expect((await call(playground, 'PUT', `${url}/${cleo.id}`)).status).toBe(204);
  expect((await get(url)).body).toHaveLength(3);
  expect((await get(`${url}/${cleo.id}?with_member=true`)).body).toMatchObject({
    user_id: cleo.id,
    member: { user: { username: 'cleo' } },
  });
  expect((await call(playground, 'DELETE', `${url}/@me`)).status).toBe(204);
  expect((await get(`${url}/@me`)).body).toMatchObject({ code: 10007 });
  expect((await call(playground, 'DELETE', `${url}/${cleo.id}`)).body).toMatchObject({ code: 50013 });
  world.approve({ members: false });
  expect((await get(url)).body).toMatchObject({ code: 50001 });
});

it('holds text in voice channels too', async () => {
  const { post, get, world, guild } = await startWithThreads();
  const voice = world.addChannel(guild, { name: 'Lounge', kind: 'voice' });
  expect((await post(`/channels/${voice.id}/messages`, { content: 'typed' })).status).toBe(200);
  expect((await get(`/channels/${voice.id}/messages`)).body).toMatchObject([{ content: 'typed' }]);
});

it('takes a deleted channel with its threads and messages away', async () => {
  const { playground, get, world, general, ben } = await startWithThreads();
  const thread = world.addThread(general, { name: 't', owner: ben });
  expect((await call(playground, 'DELETE', `/channels/${general.id}`)).body).toMatchObject({ code: 50013 });
  world.overwrite(general, { member: world.bot, allow: Flags.ManageChannels });
  expect((await call(playground, 'DELETE', `/channels/${general.id}`)).status).toBe(200);
  for (const id of [general.id, thread.id])
    expect((await get(`/channels/${id}`)).body).toMatchObject({ code: 10003 });
});
