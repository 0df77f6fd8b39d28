import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { setUp, start } from '../../src/testing/start.ts';
import { act, servePage, watch } from './scene.ts';

async function serve() {
  const playground = await start();
  const scene = setUp(playground);
  const page = await servePage(playground, { people: [scene.ada, scene.ben, scene.cleo] });
  return { playground, world: playground.world, page, ...scene };
}

test('a person sees the channels they may view, with who else sees the open one', async () => {
  const { world, page, guild, ada, ben, cleo, general } = await serve();
  const secret = world.addChannel(guild, {
    name: 'secret',
    overwrites: [
      { role: guild.id, deny: Flags.ViewChannel },
      { member: ben, allow: Flags.ViewChannel },
    ],
  });
  const benSees = await watch(page, { user: ben.id, channel: secret.id });
  await expect.poll(() => benSees.now()?.channels.map(one => one.name)).toEqual(['general', 'secret']);
  expect(benSees.now()?.open?.channel).toMatchObject({ name: 'secret', isPrivate: true, kind: 'text' });
  expect(benSees.now()?.open?.readerIds).toEqual([ada.id, ben.id]);
  const cleoSees = await watch(page, { user: cleo.id, channel: secret.id });
  await expect.poll(() => cleoSees.now()?.channels.map(one => one.id)).toEqual([general.id]);
  expect(cleoSees.now()?.open).toBeNull();
  expect(JSON.stringify(cleoSees.pictures)).not.toContain('secret');
});

test('what is written, edited, reacted to and deleted is shown as it happens', async () => {
  const { world, page, ben, cleo, general } = await serve();
  const sees = await watch(page, { user: ben.id, channel: general.id });
  const messages = () => sees.now()?.open?.messages ?? [];
  const message = world.addMessage(general, { by: cleo, content: 'hello' });
  await expect.poll(() => messages().map(one => one.content)).toEqual(['hello']);
  world.editMessage(message, 'hello again');
  await expect.poll(() => messages()[0]?.content).toBe('hello again');
  expect(messages()[0]?.edited_timestamp).not.toBeNull();
  world.react(message, ben, '👍');
  await expect.poll(() => messages()[0]?.reactions?.[0]).toMatchObject({ count: 1, me: true });
  world.removeMessage(message);
  await expect.poll(() => messages()).toEqual([]);
});

test('a channel that is closed to its reader goes from the page at once', async () => {
  const { world, page, ben, cleo, general, guild } = await serve();
  world.addMessage(general, { by: cleo, content: 'between us' });
  const sees = await watch(page, { user: ben.id, channel: general.id });
  await expect.poll(() => sees.now()?.open?.messages.length).toBe(1);
  world.overwrite(general, { role: guild.id, deny: Flags.ViewChannel });
  await expect.poll(() => sees.now()?.open).toBeNull();
  expect(sees.now()?.channels).toEqual([]);
});

test('the newest messages are shown first, older ones when they are asked for', async () => {
  const { world, page, ben, general } = await serve();
  world.addConversation(
    general,
    Array.from({ length: 12 }, (_, index) => [ben, `line ${index}`] as const),
  );
  const few = await watch(page, { user: ben.id, channel: general.id, limit: '5' });
  await expect.poll(() => few.now()?.open?.messages[0]?.content).toBe('line 7');
  expect(few.now()?.open?.hasOlder).toBe(true);
  const all = await watch(page, { user: ben.id, channel: general.id, limit: '12' });
  await expect.poll(() => all.now()?.open?.messages[0]?.content).toBe('line 0');
  expect(all.now()?.open?.hasOlder).toBe(false);
});

test('threads, forums and voice channels are told apart', async () => {
  const { world, page, guild, ben, general } = await serve();
  world.addThread(general, { name: 'side talk', owner: ben });
  world.addChannel(guild, { name: 'ideas', kind: 'forum' });
  world.addChannel(guild, { name: 'talk', kind: 'voice' });
  const sees = await watch(page, { user: ben.id });
  await expect
    .poll(() => sees.now()?.channels.map(({ name, kind }) => [name, kind]))
    .toEqual([
      ['general', 'text'],
      ['ideas', 'forum'],
      ['talk', 'voice'],
      ['side talk', 'thread'],
    ]);
});

test('a link finds its message, or says that it is gone or hidden', async () => {
  const { world, page, guild, ben, general } = await serve();
  const first = world.addMessage(general, { by: ben, content: 'first' });
  const second = world.addMessage(general, { by: ben, content: 'second' });
  const secret = world.addChannel(guild, {
    name: 'secret',
    overwrites: [{ member: ben, deny: Flags.ViewChannel }],
  });
  const hidden = world.addMessage(secret, { by: guild.ownerId, content: 'hidden' });
  const find = async (channel: string, message: string) =>
    (await act(page, 'find', { user: ben.id, channel, message })).body;
  expect(await find(general.id, first.id)).toEqual({ kind: 'here', newer: 1 });
  world.removeMessage(second);
  expect(await find(general.id, second.id)).toEqual({ kind: 'gone' });
  expect(await find(secret.id, hidden.id)).toEqual({ kind: 'hidden' });
  expect(await find('1', '2')).toEqual({ kind: 'hidden' });
});

test('nobody can be somebody who is not on the page', async () => {
  const { world, page, general } = await serve();
  const stranger = world.addUser({ name: 'stranger' });
  const send = { user: stranger.id, channel: general.id, content: 'hi' };
  expect((await act(page, 'send', send)).status).toBe(409);
  expect((await fetch(`${page.url}live?user=${stranger.id}`)).status).toBe(409);
});
