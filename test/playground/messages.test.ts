import { PermissionFlagsBits as Flags, MessageType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { at, call, createClock, setUp, start } from './scene.ts';

async function startWithChannel() {
  const clock = createClock();
  const playground = await start({ now: clock.now });
  const scene = setUp(playground);
  const url = `/channels/${scene.general.id}/messages`;
  const post = (body: unknown) => call(playground, 'POST', url, body);
  const get = async (id: string) => (await call(playground, 'GET', `${url}/${id}`)).body;
  return { playground, clock, ...scene, url, post, get };
}

it('shows a reply with the message it answers, and null once that is deleted', async () => {
  const { playground, general, ben, cleo, get } = await startWithChannel();
  const asked = playground.actions.send({ user: ben, channel: general, content: 'why?' });
  const answer = playground.actions.send({ user: cleo, channel: general, content: 'so', replyTo: asked });
  expect(await get(answer.id)).toMatchObject({
    type: 19,
    message_reference: { type: 0, message_id: asked.id, channel_id: general.id },
    referenced_message: { id: asked.id, content: 'why?' },
    mentions: [{ id: ben.id }],
  });
  playground.actions.delete(ben, asked);
  expect(await get(answer.id)).toMatchObject({
    referenced_message: null,
    message_reference: { message_id: asked.id },
  });
});

it('shows a forward with a snapshot that later edits do not change, without its author', async () => {
  const { playground, general, guild, ben, get } = await startWithChannel();
  const other = playground.world.addChannel(guild, { name: 'other' });
  const origin = playground.world.addMessage(other, {
    by: ben,
    content: 'as it was',
    files: [{ name: 'a.txt', content: 'x' }],
  });
  const forward = playground.actions.send({ user: ben, channel: general, forwardOf: origin });
  playground.world.editMessage(origin, 'as it is');
  const body = await get(forward.id);
  expect(body).toMatchObject({
    type: 0,
    content: '',
    message_reference: { type: 1, message_id: origin.id, channel_id: other.id },
    message_snapshots: [{ message: { content: 'as it was', attachments: [{ filename: 'a.txt' }] } }],
  });
  expect(at(body, 'message_snapshots', 0, 'message', 'author')).toBeUndefined();
  const mine = await call(playground, 'POST', `/channels/${general.id}/messages`, {
    message_reference: { type: 1, message_id: origin.id, channel_id: other.id },
  });
  expect(mine).toMatchObject({
    status: 200,
    body: { message_snapshots: [{ message: { content: 'as it is' } }] },
  });
});

it('shows polls, stickers, voice messages, embeds, attachments, reactions and system messages as Discord does', async () => {
  const { playground, general, ben, cleo, get } = await startWithChannel();
  const { world } = playground;
  const poll = world.addMessage(general, {
    by: ben,
    poll: { question: 'Tea?', answers: [{ text: 'yes', voters: [ben, cleo] }, { text: 'no' }] },
  });
  expect(await get(poll.id)).toMatchObject({
    content: '',
    poll: {
      question: { text: 'Tea?' },
      answers: [{ answer_id: 1, poll_media: { text: 'yes' } }, { answer_id: 2 }],
      results: {
        answer_counts: [
          { id: 1, count: 2 },
          { id: 2, count: 0 },
        ],
      },
    },
  });
  const rich = world.addMessage(general, {
    by: ben,
    stickers: ['wave'],
    embeds: [{ title: 'T', fields: [{ name: 'n', value: 'v' }] }],
    files: [{ name: 'a.txt', content: 'abc', description: 'letters' }],
    reactions: { '👍': [ben, cleo], 'blob:123456789012345678': [world.bot] },
  });
  expect(await get(rich.id)).toMatchObject({
    sticker_items: [{ name: 'wave' }],
    embeds: [{ title: 'T' }],
    attachments: [{ filename: 'a.txt', size: 3, description: 'letters' }],
    reactions: [
      { emoji: { id: null, name: '👍' }, count: 2, me: false },
      { emoji: { id: '123456789012345678', name: 'blob' }, count: 1, me: true },
    ],
  });
  const voice = world.addMessage(general, { by: ben, voiceSecs: 7 });
  expect(await get(voice.id)).toMatchObject({
    flags: 8192,
    attachments: [{ duration_secs: 7, waveform: 'AAAA' }],
  });
  for (const type of [MessageType.UserJoin, MessageType.GuildBoost]) {
    const system = world.addMessage(general, { by: cleo, type });
    expect(await get(system.id)).toMatchObject({ type, content: '' });
  }
});

it('pins a message, leaves a system message, and lists pins newest first', async () => {
  const { playground, general, ben, url } = await startWithChannel();
  const { world } = playground;
  const first = world.addMessage(general, { by: ben, content: 'first' });
  const second = world.addMessage(general, { by: ben, content: 'second' });
  const pin = (id: string) => call(playground, 'PUT', `${url}/pins/${id}`);
  expect(await pin(first.id)).toMatchObject({ status: 403, body: { code: 50013 } });
  world.overwrite(general, { member: world.bot, allow: Flags.PinMessages });
  expect((await pin(first.id)).status).toBe(204);
  expect((await pin(second.id)).status).toBe(204);
  const { body } = await call(playground, 'GET', `${url}/pins`);
  expect(body).toMatchObject({
    items: [{ message: { content: 'second', pinned: true } }, { message: { content: 'first' } }],
    has_more: false,
  });
  expect(at((await call(playground, 'GET', `${url}/pins?limit=1`)).body, 'has_more')).toBe(true);
  expect(world.history(general).at(-1)).toMatchObject({
    type: 6,
    message_reference: { message_id: second.id },
  });
  expect((await call(playground, 'DELETE', `${url}/pins/${first.id}`)).status).toBe(204);
  expect((await call(playground, 'GET', `/channels/${general.id}/pins`)).body).toHaveLength(1);
});

it('sends once for one nonce that is to be enforced, and twice without', async () => {
  const { post, playground, general, clock } = await startWithChannel();
  const body = { content: 'once', nonce: 'abc', enforce_nonce: true };
  const first = await post(body);
  expect(first.body).toMatchObject({ nonce: 'abc' });
  const { body: history } = await call(playground, 'GET', `/channels/${general.id}/messages`);
  expect(at(history, 0, 'nonce')).toBeUndefined();
  expect(at((await post(body)).body, 'id')).toBe(at(first.body, 'id'));
  expect(playground.world.history(general)).toHaveLength(1);
  clock.advance(6 * 60_000);
  expect(at((await post(body)).body, 'id')).not.toBe(at(first.body, 'id'));
  await post({ content: 'twice', nonce: 'x' });
  await post({ content: 'twice', nonce: 'x' });
  expect(playground.world.history(general)).toHaveLength(4);
});

it('pings whom the text names, unless allowed_mentions says otherwise, and remembers what it said', async () => {
  const { post, playground, general, guild, ben, cleo } = await startWithChannel();
  const { world } = playground;
  const role = world.addRole(guild, { name: 'team', isMentionable: true });
  world.overwrite(general, { member: world.bot, allow: Flags.MentionEveryone });
  const content = `<@${ben.id}> <@${cleo.id}> <@&${role.id}> @everyone`;
  const pingsOf = async (more: object) => {
    const { body } = await post({ content, ...more });
    return world.findMessage(String(at(body, 'id')));
  };
  expect((await pingsOf({}))?.pings).toEqual({
    userIds: [ben.id, cleo.id],
    roleIds: [role.id],
    everyone: true,
  });
  const none = await pingsOf({ allowed_mentions: { parse: [] } });
  expect(none?.pings).toEqual({ userIds: [], roleIds: [], everyone: false });
  expect(none?.allowedMentions).toEqual({ parse: [] });
  const one = await pingsOf({ allowed_mentions: { users: [cleo.id] } });
  expect(one?.pings).toEqual({ userIds: [cleo.id], roleIds: [], everyone: false });
  const { body } = await post({ content, allowed_mentions: { parse: [] } });
  expect(body).toMatchObject({ mentions: [], mention_roles: [], mention_everyone: false });
  const exclusive = await post({ content, allowed_mentions: { parse: ['users'], users: [ben.id] } });
  expect(exclusive.status).toBe(400);
});

it('pings the author of the answered message only when that is allowed', async () => {
  const { post, playground, general, ben } = await startWithChannel();
  const asked = playground.world.addMessage(general, { by: ben, content: 'why?' });
  const reply = (more: object) =>
    post({ content: 'so', message_reference: { message_id: asked.id }, ...more });
  expect((await reply({})).body).toMatchObject({ mentions: [{ id: ben.id }] });
  expect((await reply({ allowed_mentions: { parse: [] } })).body).toMatchObject({ mentions: [] });
  expect((await reply({ allowed_mentions: { parse: [], replied_user: true } })).body).toMatchObject({
    mentions: [{ id: ben.id }],
  });
});

it('does not answer what is not there, what is a system message, or without reading the history', async () => {
  const { post, playground, general, guild, cleo } = await startWithChannel();
  const codeOf = (body: unknown) => at(body, 'errors', 'message_reference', '_errors', 0, 'code');
  const gone = await post({ content: 'a', message_reference: { message_id: '1' } });
  expect([gone.status, codeOf(gone.body)]).toEqual([400, 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE']);
  const anyway = await post({
    content: 'a',
    message_reference: { message_id: '1', fail_if_not_exists: false },
  });
  expect(anyway).toMatchObject({ status: 200, body: { type: 0 } });
  const joined = playground.world.addMessage(general, { by: cleo, type: MessageType.UserJoin });
  const system = await post({ content: 'a', message_reference: { message_id: joined.id } });
  expect(codeOf(system.body)).toBe('REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE');
  playground.world.overwrite(general, { role: guild, deny: Flags.ReadMessageHistory });
  expect((await post({ content: 'a', message_reference: { message_id: joined.id } })).body).toMatchObject({
    code: 160002,
  });
});

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
