import { GatewayIntentBits as Intents } from 'discord-api-types/v10';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Playground } from '../../src/playground/server.ts';
import { eventually } from './discord-client.ts';
import { at, call, setUp, start } from './scene.ts';

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

const ALL =
  Intents.Guilds |
  Intents.GuildMessages |
  Intents.GuildMessageReactions |
  Intents.GuildMembers |
  Intents.MessageContent |
  Intents.DirectMessages;

/** A bare gateway connection: what it got, how it was closed. */
async function connect(playground: Playground, query = '?v=10&encoding=json') {
  const socket = new WebSocket(`${playground.gatewayUrl}${query}`);
  open.push(socket);
  const frames: unknown[] = [];
  const state = { closed: 0 };
  socket.on('message', data => frames.push(JSON.parse(String(data))));
  socket.on('close', code => {
    state.closed = code;
  });
  socket.on('error', () => {});
  const send = (op: number, d: unknown) =>
    socket.send(typeof op === 'number' ? JSON.stringify({ op, d }) : op);
  const events = (name: string) => frames.filter(one => at(one, 't') === name).map(one => at(one, 'd'));
  const got = (name: string) => eventually(() => events(name).length > 0);
  await eventually(() => frames.length > 0 || state.closed > 0);
  return { socket, frames, state, send, events, got };
}

const properties = { os: 'linux', browser: 'test', device: 'test' };

async function identify(playground: Playground, intents: number = ALL, more: object = {}) {
  const connection = await connect(playground);
  connection.send(2, { token: playground.token, intents, properties, ...more });
  await eventually(() => connection.events('READY').length > 0 || connection.state.closed > 0);
  const ready = connection.events('READY')[0];
  return { ...connection, sessionId: String(at(ready, 'session_id')), ready };
}

const lastSeq = (frames: readonly unknown[]) => Math.max(...frames.map(one => Number(at(one, 's') ?? 0)));

it('says hello, acknowledges heartbeats, and tells of each server after READY', async () => {
  const playground = await start({ heartbeatMs: 1234 });
  const { guild, general } = setUp(playground);
  const { frames, send, ready, events, got } = await identify(playground);
  expect(frames[0]).toEqual({ op: 10, d: { heartbeat_interval: 1234 } });
  expect(ready).toMatchObject({
    v: 10,
    user: { id: playground.applicationId, bot: true },
    guilds: [{ id: guild.id, unavailable: true }],
    resume_gateway_url: playground.gatewayUrl,
    application: { id: playground.applicationId },
  });
  await got('GUILD_CREATE');
  expect(events('GUILD_CREATE')[0]).toMatchObject({
    id: guild.id,
    member_count: 4,
    members: [{ user: { id: playground.applicationId } }],
    channels: [{ id: general.id }],
    unavailable: false,
  });
  send(1, 2);
  await eventually(() => frames.some(one => at(one, 'op') === 11));
});

it.each([
  ['a wrong token', 4004, { token: 'wrong', intents: ALL, properties }],
  ['unknown intents', 4013, { token: 'playground-token', intents: 1 << 30, properties }],
  ['a shard beyond the count', 4010, { token: 'playground-token', intents: ALL, properties, shard: [2, 2] }],
  ['an identify without intents', 4002, { token: 'playground-token', properties }],
])('closes the connection on %s with %i', async (_, code, d) => {
  const playground = await start();
  const { send, state } = await connect(playground);
  send(2, d);
  await eventually(() => state.closed > 0);
  expect(state.closed).toBe(code);
});

it.each([
  ['messageContent', Intents.MessageContent],
  ['members', Intents.GuildMembers],
  ['presences', Intents.GuildPresences],
] as const)('closes the connection with 4014 when %s is asked for and not approved', async (name, bit) => {
  const playground = await start({ approved: { [name]: false } });
  const refused = await identify(playground, Intents.Guilds | bit);
  expect(refused.state.closed).toBe(4014);
  const fine = await identify(playground, Intents.Guilds);
  expect(fine.state.closed).toBe(0);
});

it('closes the connection on another API version, on what is no JSON, on a second identify, and on work before the first', async () => {
  const playground = await start();
  expect((await connect(playground, '?v=6&encoding=json')).state.closed).toBe(4012);
  const garbled = await connect(playground);
  garbled.socket.send('{');
  const early = await connect(playground);
  early.send(8, {});
  const twice = await identify(playground);
  twice.send(2, { token: playground.token, intents: ALL, properties });
  await eventually(() => garbled.state.closed > 0 && early.state.closed > 0 && twice.state.closed > 0);
  expect([garbled.state.closed, early.state.closed, twice.state.closed]).toEqual([4002, 4003, 4005]);
});

it('tells only of what the session asked for and the bot may view', async () => {
  const playground = await start();
  const { guild, general, ben } = setUp(playground);
  const hidden = playground.world.addChannel(guild, {
    name: 'hidden',
    overwrites: [{ role: guild, deny: 1n << 10n }],
  });
  const all = await identify(playground);
  const few = await identify(playground, Intents.Guilds);
  playground.world.addMessage(hidden, { by: ben, content: 'hidden' });
  const message = playground.world.addMessage(general, { by: ben, content: 'open' });
  playground.world.react(message, ben, '👍');
  await all.got('MESSAGE_REACTION_ADD');
  playground.world.renameChannel(general, 'renamed');
  await few.got('CHANNEL_UPDATE');
  expect(all.events('MESSAGE_CREATE')).toMatchObject([
    { content: 'open', guild_id: guild.id, member: { nick: null } },
  ]);
  expect(few.events('MESSAGE_CREATE')).toEqual([]);
  expect(few.events('MESSAGE_REACTION_ADD')).toEqual([]);
});

it('empties what others write when the session has no Message Content intent', async () => {
  const playground = await start();
  const { general, ben } = setUp(playground);
  const { bot } = playground.world;
  const { events } = await identify(
    playground,
    Intents.Guilds | Intents.GuildMessages | Intents.DirectMessages,
  );
  playground.world.addMessage(general, { by: ben, content: 'secret', embeds: [{ title: 'secret' }] });
  playground.world.addMessage(general, { by: ben, content: `<@${bot.id}> open` });
  playground.world.addMessage(general, { by: bot, content: 'own' });
  playground.world.addMessage(playground.world.openDirect(ben), { by: ben, content: 'direct' });
  await eventually(() => events('MESSAGE_CREATE').length === 4);
  expect(events('MESSAGE_CREATE').map(one => at(one, 'content'))).toEqual([
    '',
    `<@${bot.id}> open`,
    'own',
    'direct',
  ]);
  expect(JSON.stringify(events('MESSAGE_CREATE'))).not.toContain('secret');
});

it('replays what was missed to a client that resumes', async () => {
  const playground = await start();
  const { general, ben } = setUp(playground);
  const first = await identify(playground);
  await first.got('GUILD_CREATE');
  const seq = lastSeq(first.frames);
  playground.faults.dropGateways();
  await eventually(() => first.state.closed > 0);
  playground.world.addMessage(general, { by: ben, content: 'missed' });
  const second = await connect(playground);
  second.send(6, { token: playground.token, session_id: first.sessionId, seq });
  await second.got('RESUMED');
  expect(second.events('MESSAGE_CREATE')).toMatchObject([{ content: 'missed' }]);
  expect(second.events('GUILD_CREATE')).toEqual([]);
  playground.world.addMessage(general, { by: ben, content: 'live' });
  await eventually(() => second.events('MESSAGE_CREATE').length === 2);
});

it('refuses to resume a session that is gone, and a sequence that was never sent', async () => {
  const playground = await start();
  setUp(playground);
  const first = await identify(playground);
  const ahead = await connect(playground);
  ahead.send(6, { token: playground.token, session_id: first.sessionId, seq: 999 });
  await eventually(() => ahead.state.closed > 0);
  expect(ahead.state.closed).toBe(4007);
  playground.faults.dropGateways({ isResumable: false });
  const late = await connect(playground);
  late.send(6, { token: playground.token, session_id: first.sessionId, seq: 1 });
  await eventually(() => late.frames.length === 2);
  expect(late.frames[1]).toEqual({ op: 9, d: false });
  const done = await identify(playground);
  done.socket.close(1000);
  await eventually(() => playground.countSessions() === 0);
  const over = await connect(playground);
  over.send(6, { token: playground.token, session_id: done.sessionId, seq: 1 });
  await eventually(() => over.frames.length === 2);
  expect(over.frames[1]).toEqual({ op: 9, d: false });
});

it('asks clients to reconnect, refuses connections, keeps silent and delays, on request', async () => {
  const playground = await start();
  const { general, ben } = setUp(playground);
  const { faults, world } = playground;
  const first = await identify(playground);
  faults.dropGateways({ how: 'ask' });
  await eventually(() => first.frames.some(one => at(one, 'op') === 7));
  faults.refuseGateways(1);
  const refused = await connect(playground);
  expect(refused.state.closed).toBe(1006);
  faults.ignoreHeartbeats();
  faults.delayEvents(80);
  const slow = await identify(playground);
  slow.send(1, 1);
  const at0 = performance.now();
  world.addMessage(general, { by: ben, content: 'late' });
  await slow.got('MESSAGE_CREATE');
  expect(performance.now() - at0).toBeGreaterThan(70);
  expect(slow.frames.some(one => at(one, 'op') === 11)).toBe(false);
  faults.clear();
  slow.send(1, 1);
  await eventually(() => slow.frames.some(one => at(one, 'op') === 11));
});

it('spreads servers over shards by their ids, and direct messages to the first', async () => {
  const playground = await start({ shards: 2 });
  const { world } = playground;
  const ada = world.addUser({ name: 'ada' });
  const guilds: { id: string }[] = [];
  for (let index = 0; index < 8; index += 1) {
    guilds.push(world.addGuild({ name: `g${index}`, owner: ada }));
    await new Promise(resolve => setTimeout(resolve, 2));
  }
  const zero = await identify(playground, ALL, { shard: [0, 2] });
  const one = await identify(playground, ALL, { shard: [1, 2] });
  const shardOf = (id: string) => Number((BigInt(id) >> 22n) % 2n);
  const idsIn = (ready: unknown) => {
    const list = at(ready, 'guilds');
    return Array.isArray(list) ? list.map(guild => at(guild, 'id')) : [];
  };
  expect(idsIn(zero.ready)).toEqual(guilds.filter(guild => shardOf(guild.id) === 0).map(guild => guild.id));
  expect(idsIn(one.ready)).toEqual(guilds.filter(guild => shardOf(guild.id) === 1).map(guild => guild.id));
  world.addMessage(world.openDirect(ada), { by: ada, content: 'hi' });
  await zero.got('MESSAGE_CREATE');
  expect(one.events('MESSAGE_CREATE')).toEqual([]);
  expect((await call(playground, 'GET', '/gateway/bot')).body).toMatchObject({ shards: 2 });
});

it('tells of members in chunks: those asked for by id or name to all, everybody only with the intent', async () => {
  const playground = await start();
  const { guild, ben } = setUp(playground);
  const few = await identify(playground, Intents.Guilds);
  few.send(8, { guild_id: guild.id, query: '', limit: 0, nonce: 'all' });
  few.send(8, { guild_id: guild.id, user_ids: [ben.id, '1'], nonce: 'ids' });
  await few.got('GUILD_MEMBERS_CHUNK');
  expect(few.events('GUILD_MEMBERS_CHUNK')).toMatchObject([
    { nonce: 'ids', members: [{ user: { username: 'ben' } }], not_found: ['1'] },
  ]);
  const all = await identify(playground);
  all.send(8, { guild_id: guild.id, query: '', limit: 0 });
  await all.got('GUILD_MEMBERS_CHUNK');
  expect(at(all.events('GUILD_MEMBERS_CHUNK')[0], 'members')).toHaveLength(4);
});

it('tells of what happens to servers, members, roles, channels, threads and messages', async () => {
  const playground = await start();
  const { guild, general, ada, ben, cleo } = setUp(playground);
  const { world } = playground;
  const { events, got } = await identify(playground);
  const dan = world.addUser({ name: 'dan' });
  world.addMember(guild, dan);
  const role = world.addRole(guild, { name: 'r' });
  world.giveRole(guild, ben, role);
  world.timeOut(guild, ben, Date.now() + 60_000);
  world.removeMember(guild, dan);
  const channel = world.addChannel(guild, { name: 'c' });
  world.overwrite(channel, { role, deny: 1n });
  const [first, second, third] = world.addConversation(channel, [
    [ben, 'a'],
    [cleo, 'b'],
    [ada, 'c'],
  ]);
  if (!first || !second || !third) throw new Error('no messages');
  world.editMessage(first, 'A');
  world.pin(first, ada);
  world.removeMessage(second);
  world.removeMessages(channel, [first, third]);
  const thread = world.addThread(general, { name: 't', owner: ben });
  world.archive(thread);
  world.removeChannel(thread);
  world.removeChannel(channel);
  world.loseGuild(guild);
  world.restoreGuild(guild);
  world.removeMember(guild, world.bot);
  await eventually(() => events('GUILD_DELETE').length === 2);
  await got('GUILD_DELETE');
  const names = [
    'GUILD_MEMBER_ADD',
    'GUILD_ROLE_CREATE',
    'GUILD_MEMBER_UPDATE',
    'GUILD_MEMBER_REMOVE',
    'CHANNEL_CREATE',
    'CHANNEL_UPDATE',
    'MESSAGE_UPDATE',
    'MESSAGE_DELETE',
    'MESSAGE_DELETE_BULK',
    'THREAD_CREATE',
    'THREAD_UPDATE',
    'THREAD_DELETE',
    'CHANNEL_DELETE',
  ];
  for (const name of names) expect(events(name).length, name).toBeGreaterThan(0);
  expect(events('MESSAGE_UPDATE')[0]).toMatchObject({
    id: first.id,
    content: 'A',
    edited_timestamp: expect.any(String),
  });
  expect(events('MESSAGE_DELETE')).toEqual([{ id: second.id, channel_id: channel.id, guild_id: guild.id }]);
  expect(events('MESSAGE_DELETE_BULK')[0]).toMatchObject({ ids: [first.id, third.id] });
  expect(events('GUILD_DELETE')).toEqual([{ id: guild.id, unavailable: true }, { id: guild.id }]);
  world.addMessage(general, { by: ben, content: 'the bot is gone' });
  world.inviteBot(guild);
  await eventually(() => events('GUILD_CREATE').length === 3);
  expect(JSON.stringify(events('MESSAGE_CREATE'))).not.toContain('the bot is gone');
});

it('keeps a private thread from the bot until it is added', async () => {
  const playground = await start();
  const { general, ben } = setUp(playground);
  const { world } = playground;
  const { events, got } = await identify(playground);
  const thread = world.addThread(general, { name: 'private', owner: ben, isPrivate: true });
  world.addMessage(thread, { by: ben, content: 'before' });
  expect(await call(playground, 'GET', `/channels/${thread.id}/messages`)).toMatchObject({
    status: 403,
    body: { code: 50001 },
  });
  world.joinThread(thread, world.bot);
  await got('THREAD_CREATE');
  world.addMessage(thread, { by: ben, content: 'after' });
  await got('MESSAGE_CREATE');
  expect(events('MESSAGE_CREATE')).toMatchObject([{ content: 'after' }]);
  expect((await call(playground, 'GET', `/channels/${thread.id}/messages`)).body).toHaveLength(2);
});
