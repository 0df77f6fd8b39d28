import { PermissionFlagsBits as Flags, MessageType } from 'discord-api-types/v10';
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

it('shows what a webhook posts under the name of each message, with its application', async () => {
  const { playground, general, get } = await startWithChannel();
  const { world } = playground;
  const plain = world.addWebhook({ name: 'Alerts' });
  const owned = world.addWebhook({ name: 'Bridge', applicationId: '466378653216014359' });
  const alert = world.addMessage(general, { by: plain, content: 'disk full' });
  const hello = world.addMessage(general, { by: owned, name: 'Rin', content: 'hello' });
  const shown = await get(alert.id);
  expect(shown).toMatchObject({
    author: { id: plain.id, username: 'Alerts', bot: true },
    webhook_id: plain.id,
  });
  expect(shown).not.toHaveProperty('application_id');
  expect(await get(hello.id)).toMatchObject({
    author: { id: owned.id, username: 'Rin', bot: true },
    webhook_id: owned.id,
    application_id: '466378653216014359',
  });
});
