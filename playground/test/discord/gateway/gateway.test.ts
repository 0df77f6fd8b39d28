import { GatewayIntentBits as Intents } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { setUp, start } from '../../../src/testing/start.ts';
import { eventually } from '../../discord-client.ts';
import { at } from '../../scene.ts';
import { ALL, connect, identify, lastSeq, properties } from './gateway-connection.ts';

it('says hello, acknowledges heartbeats, and sends each server after READY', async () => {
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

it('closes the connection of a shard with too many servers with 4011', async () => {
  const playground = await start({ guildsPerShard: 1 });
  setUp(playground);
  const first = await identify(playground);
  expect(first.state.closed).toBe(0);
  const owner = playground.world.addUser({ name: 'owner' });
  playground.world.addGuild({ name: 'Second', owner, members: [owner] });
  const refused = await identify(playground);
  expect(refused.state.closed).toBe(4011);
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

it('leaves a session to its newest connection', async () => {
  const playground = await start();
  setUp(playground);
  const first = await identify(playground);
  await first.got('GUILD_CREATE');
  const second = await connect(playground);
  second.send(6, { token: playground.token, session_id: first.sessionId, seq: lastSeq(first.frames) });
  await second.got('RESUMED');
  await eventually(() => first.state.closed > 0);
  expect([first.events('RESUMED'), playground.countSessions()]).toEqual([[], 1]);
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

it('gives an invalid session to a shard that identifies too soon after another of its group', async () => {
  const playground = await start({ identifyEveryMs: 60_000, loginGroups: 2 });
  const login = async (shard: number) => {
    const { send, frames } = await connect(playground);
    send(2, { token: playground.token, intents: ALL, properties, shard: [shard, 4] });
    await eventually(() => frames.length > 1);
    return at(frames[1], 'op');
  };
  expect([await login(0), await login(1), await login(2)]).toEqual([0, 0, 9]);
  expect(playground.logins.map(({ isRefused }) => isRefused)).toEqual([false, false, true]);
});
