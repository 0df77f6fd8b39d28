import { GatewayIntentBits as Intents } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { setUp, start } from '../../../src/testing/start.ts';
import { eventually } from '../../discord-client.ts';
import { at, call } from '../../scene.ts';
import { ALL, identify } from './gateway-connection.ts';

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

it('sends members in chunks: those asked for by id or name to all, everybody only with the intent', async () => {
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

it('sends events of servers, members, roles, channels, threads and messages', async () => {
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
