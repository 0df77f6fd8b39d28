import { Events } from 'discord.js';
import { expect, it } from 'vitest';
import { eventually, logIn } from './discord-client.ts';
import { setUp, start } from './scene.ts';

it('lets the real discord.js log in and see its servers, channels and itself', async () => {
  const playground = await start({ botName: 'footnote' });
  const { guild, general } = setUp(playground);
  const client = await logIn(playground);
  expect(client.user.username).toBe('footnote');
  expect(client.application.id).toBe(playground.applicationId);
  expect(client.guilds.cache.get(guild.id)?.name).toBe('Makers');
  expect(client.channels.cache.get(general.id)?.isTextBased()).toBe(true);
  expect(client.guilds.cache.get(guild.id)?.members.me?.id).toBe(client.user.id);
});

it('tells discord.js of a message that a person writes, and lets it answer', async () => {
  const playground = await start();
  const { ben, general } = setUp(playground);
  const client = await logIn(playground);
  client.on(Events.MessageCreate, async message => {
    if (message.author.id === ben.id) await message.reply(`you said ${message.content}`);
  });
  playground.actions.send({ user: ben, channel: general, content: 'hello' });
  await eventually(() => playground.world.history(general).length === 2);
  const [first, answer] = playground.world.history(general);
  expect(answer).toMatchObject({
    content: 'you said hello',
    type: 19,
    referenced_message: { id: first?.id },
  });
});
