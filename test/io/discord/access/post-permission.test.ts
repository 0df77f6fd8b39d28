import { PermissionFlagsBits as Flags } from 'discord.js';
import { expect, it } from 'vitest';
import { checkPostPermission } from '../../../../src/io/discord/access/check-access.ts';
import { open } from '../scene.ts';

async function openPosting() {
  const opened = await open();
  const { channelOf, general } = opened;
  const me = await (await channelOf(general)).guild.members.fetchMe();
  const check = async (place: { id: string }) =>
    checkPostPermission(await channelOf(place), me)?.reason ?? null;
  return { ...opened, me, check };
}

it('posts where it may see, write and embed', async () => {
  const { general, check } = await openPosting();
  expect(await check(general)).toBeNull();
});

it.each([
  ['bot_view', Flags.ViewChannel],
  ['bot_send', Flags.SendMessages],
  ['bot_send', Flags.EmbedLinks],
])('tells %s where it lacks one of these', async (reason, deny) => {
  const { world, general, check } = await openPosting();
  await check(general);
  world.overwrite(general, { member: world.bot, deny });
  await expect.poll(() => check(general)).toBe(reason);
});

it('goes by the right of threads in threads', async () => {
  const { world, general, ben, check } = await openPosting();
  const thread = world.addThread(general, { name: 't', owner: ben });
  world.overwrite(general, { member: world.bot, deny: Flags.SendMessages });
  await expect.poll(() => check(general)).toBe('bot_send');
  expect(await check(thread)).toBeNull();
  world.overwrite(general, { member: world.bot, deny: Flags.SendMessagesInThreads });
  await expect.poll(() => check(thread)).toBe('bot_send');
});

it('posts in an archived thread, but not in a locked one, nor in a private one it is not in', async () => {
  const { world, general, ben, check } = await openPosting();
  const thread = world.addThread(general, { name: 't', owner: ben });
  const members = [world.bot];
  const closed = world.addThread(general, { name: 'p', owner: ben, isPrivate: true, members });
  world.archive(thread);
  expect(await check(thread)).toBeNull();
  expect(await check(closed)).toBeNull();
  world.leaveThread(closed, world.bot);
  await expect.poll(() => check(closed)).toBe('private_thread');
  world.lock(thread);
  await expect.poll(() => check(thread)).toBe('bot_send');
  world.overwrite(general, { member: world.bot, allow: Flags.ManageThreads });
  await expect.poll(() => check(thread)).toBeNull();
});

it('posts nowhere while it is timed out', async () => {
  const { world, guild, general, check } = await openPosting();
  world.timeOut(guild, world.bot, Date.now() + 60_000);
  await expect.poll(() => check(general)).toBe('bot_send');
});
