import { DiscordAPIError, Events, GatewayIntentBits } from 'discord.js';
import { expect, it } from 'vitest';
import { createClient, logIn, setUp, start } from '../../src/testing/start.ts';
import { eventually, textChannel } from '../discord-client.ts';

it('lets discord.js resume after a dropped gateway and hear what it missed', async () => {
  const playground = await start();
  const { ben, general } = setUp(playground);
  const client = await logIn(playground);
  const heard: string[] = [];
  let resumed = 0;
  client.on(Events.MessageCreate, message => heard.push(message.content));
  client.on(Events.ShardResume, () => {
    resumed += 1;
  });
  playground.actions.send({ user: ben, channel: general, content: 'before' });
  await eventually(() => heard.length === 1);
  playground.faults.dropGateways();
  playground.actions.send({ user: ben, channel: general, content: 'meanwhile' });
  await eventually(() => resumed === 1 && heard.length === 2);
  playground.faults.dropGateways({ how: 'ask' });
  await eventually(() => resumed === 2);
  playground.actions.send({ user: ben, channel: general, content: 'after' });
  await eventually(() => heard.length === 3);
  expect(heard).toEqual(['before', 'meanwhile', 'after']);
});

it('lets discord.js identify anew when its session is gone: what happened meanwhile is never told', async () => {
  const playground = await start();
  const { ben, general } = setUp(playground);
  const client = await logIn(playground);
  const heard: string[] = [];
  let again = 0;
  client.on(Events.MessageCreate, message => heard.push(message.content));
  client.on(Events.ShardReady, () => {
    again += 1;
  });
  playground.faults.dropGateways({ isResumable: false });
  playground.actions.send({ user: ben, channel: general, content: 'meanwhile' });
  await eventually(() => again === 1 && playground.countSessions() === 1);
  playground.actions.send({ user: ben, channel: general, content: 'after' });
  await eventually(() => heard.length === 1);
  expect(heard).toEqual(['after']);
}, 15_000);

it('lets discord.js wait out a 429 and retry, and retry after a 500', async () => {
  const playground = await start();
  const { general } = setUp(playground);
  const client = await logIn(playground);
  const channel = await textChannel(client, general.id);
  const limited: number[] = [];
  client.rest.on('rateLimited', info => limited.push(info.retryAfter));
  playground.faults.rateLimit('POST /channels/*/messages', { retryAfterMs: 120 });
  const startedAt = performance.now();
  await channel.send('once');
  expect(performance.now() - startedAt).toBeGreaterThan(100);
  playground.faults.failWith(500, 'POST /channels/*/messages');
  await channel.send('twice');
  expect(playground.world.history(general).map(one => one.content)).toEqual(['once', 'twice']);
  const statuses = playground.exchanges.filter(one => one.path.endsWith('/messages')).map(one => one.status);
  expect(statuses).toEqual([429, 200, 500, 200]);
});

it('gives discord.js errors that name the code and the message', async () => {
  const playground = await start();
  const { guild, general } = setUp(playground);
  const client = await logIn(playground);
  const channel = await textChannel(client, general.id);
  const error = await channel.send({ embeds: [{ description: 'x'.repeat(4097) }] }).catch(one => one);
  expect(error).toBeInstanceOf(DiscordAPIError);
  expect(error).toMatchObject({ code: 50035, status: 400 });
  expect(String(error.message)).toContain(
    'embeds[0].description[BASE_TYPE_MAX_LENGTH]: Must be 4096 or fewer in length.',
  );
  playground.world.overwrite(general, { role: guild, deny: 1n << 11n });
  await expect(channel.send('a')).rejects.toMatchObject({ code: 50013, status: 403 });
});

it('does not let discord.js log in with intents that are not approved, nor with a wrong token', async () => {
  const playground = await start({ approved: { messageContent: false } });
  setUp(playground);
  const refused = createClient(playground);
  await expect(refused.login(playground.token)).rejects.toThrow(/disallowed intents/i);
  const wrong = createClient(playground, [GatewayIntentBits.Guilds]);
  await expect(wrong.login('wrong')).rejects.toThrow(/token/i);
});
