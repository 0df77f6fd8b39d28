import { PermissionFlagsBits as Flags } from 'discord.js';
import { expect, it } from 'vitest';
import { checkAccess } from '../../../../src/io/discord/access/check-access.ts';
import { open, privacy } from '../scene.ts';

type Opened = Awaited<ReturnType<typeof open>>;
type Ref = { readonly id: string };

const check = async ({ channelOf }: Opened, channel: Ref, person: Ref) =>
  (await checkAccess(await channelOf(channel), person.id, { privacy }))?.reason ?? null;

it('lets those read who may, in text, announcement and voice channels', async () => {
  const opened = await open();
  const { world, guild, general, ben } = opened;
  const news = world.addChannel(guild, { name: 'news', kind: 'announcement' });
  const lounge = world.addChannel(guild, { name: 'Lounge', kind: 'voice' });
  for (const channel of [general, news, lounge]) expect(await check(opened, channel, ben)).toBeNull();
});

it.each([
  ['person_view', Flags.ViewChannel],
  ['person_history', Flags.ReadMessageHistory],
])('tells %s where a person lacks just that', async (reason, deny) => {
  const opened = await open();
  const { world, general, ben, cleo } = opened;
  world.overwrite(general, { member: ben, deny });
  expect(await check(opened, general, ben)).toBe(reason);
  expect(await check(opened, general, cleo)).toBeNull();
});

it.each([
  ['bot_view', Flags.ViewChannel],
  ['bot_history', Flags.ReadMessageHistory],
])('tells %s where the bot lacks just that, also in a thread there', async (reason, deny) => {
  const opened = await open();
  const { world, general, ben, channelOf } = opened;
  const thread = world.addThread(general, { name: 'talk', owner: ben });
  const [channel, inside] = [await channelOf(general), await channelOf(thread)];
  world.overwrite(general, { member: world.bot, deny });
  expect(await checkAccess(channel, ben.id, { privacy })).toEqual({ reason, channelId: general.id });
  expect(await checkAccess(inside, ben.id, { privacy })).toEqual({ reason, channelId: general.id });
});

it('tells a person who sees nothing nothing about what the bot may', async () => {
  const opened = await open();
  const { world, guild, general, ben, channelOf } = opened;
  const channel = await channelOf(general);
  world.overwrite(general, { role: guild, deny: Flags.ViewChannel });
  await expect.poll(() => channel.guild.channels.cache.get(general.id)?.viewable).toBe(false);
  expect((await checkAccess(channel, ben.id, { privacy }))?.reason).toBe('person_view');
});

it('lets the owner and administrators read everything', async () => {
  const opened = await open();
  const { world, guild, general, ada, ben } = opened;
  world.overwrite(general, { role: guild, deny: Flags.ViewChannel });
  world.overwrite(general, { member: world.bot, allow: Flags.ViewChannel });
  expect(await check(opened, general, ada)).toBeNull();
  expect(await check(opened, general, ben)).toBe('person_view');
  world.giveRole(guild, ben, world.addRole(guild, { name: 'Admin', permissions: Flags.Administrator }));
  expect(await check(opened, general, ben)).toBeNull();
});

it('asks for Connect where text stands in a voice channel', async () => {
  const opened = await open();
  const { world, guild, ben } = opened;
  const lounge = world.addChannel(guild, {
    name: 'Lounge',
    kind: 'voice',
    overwrites: [{ member: ben, deny: Flags.Connect }],
  });
  expect(await check(opened, lounge, ben)).toBe('person_view');
});

it('goes by the parent in threads, archived ones and forum posts', async () => {
  const opened = await open();
  const { world, guild, general, ben, cleo } = opened;
  const forum = world.addChannel(guild, { name: 'ideas', kind: 'forum' });
  const post = world.addPost(forum, { title: 'Idea', message: { by: ben, content: 'what if' } });
  const thread = world.addThread(general, { name: 'talk', owner: ben });
  const old = world.addThread(general, { name: 'old', owner: ben });
  world.archive(old);
  for (const each of [post, thread, old]) expect(await check(opened, each, cleo)).toBeNull();
  world.overwrite(general, { member: cleo, deny: Flags.ViewChannel });
  world.overwrite(forum, { member: cleo, deny: Flags.ReadMessageHistory });
  expect(await check(opened, post, cleo)).toBe('person_history');
  expect(await check(opened, thread, cleo)).toBe('person_view');
  expect(await check(opened, old, cleo)).toBe('person_view');
  expect(await check(opened, old, ben)).toBeNull();
});

it('opens a private thread to its members and to people with Manage Threads', async () => {
  const opened = await open();
  const { world, guild, general, ben, cleo, channelOf } = opened;
  const thread = world.addThread(general, {
    name: 'secret',
    owner: ben,
    isPrivate: true,
    members: [world.bot],
  });
  expect(await check(opened, thread, ben)).toBeNull();
  const outside = { reason: 'private_thread', channelId: thread.id, who: 'person' };
  expect(await checkAccess(await channelOf(thread), cleo.id, { privacy })).toEqual(outside);
  const moderators = world.addRole(guild, { name: 'Mods', permissions: Flags.ManageThreads });
  world.giveRole(guild, cleo, moderators);
  expect(await check(opened, thread, cleo)).toBeNull();
  world.takeRole(guild, cleo, moderators);
  expect(await check(opened, thread, cleo)).toBe('private_thread');
  world.joinThread(thread, cleo);
  expect(await check(opened, thread, cleo)).toBeNull();
  world.leaveThread(thread, cleo);
  expect(await check(opened, thread, cleo)).toBe('private_thread');
});

it('notices that the bot was taken out of a private thread, unless it manages threads', async () => {
  const opened = await open();
  const { world, general, ben, channelOf } = opened;
  const thread = world.addThread(general, {
    name: 'secret',
    owner: ben,
    isPrivate: true,
    members: [world.bot],
  });
  const channel = await channelOf(thread);
  world.leaveThread(thread, world.bot);
  expect(await checkAccess(channel, ben.id, { privacy })).toMatchObject({
    reason: 'private_thread',
    who: 'bot',
  });
  world.overwrite(general, { member: world.bot, allow: Flags.ManageThreads });
  expect(await checkAccess(channel, ben.id, { privacy })).toBeNull();
});

it('counts a role taken away, or a person who left, at once, although the gateway says nothing', async () => {
  const opened = await open();
  const { world, playground, guild, ben, cleo, channelOf } = opened;
  const role = world.addRole(guild, { name: 'Crew' });
  const hidden = world.addChannel(guild, {
    name: 'crew',
    overwrites: [
      { role: guild, deny: Flags.ViewChannel },
      { role, allow: Flags.ViewChannel },
      { member: world.bot, allow: Flags.ViewChannel },
    ],
  });
  world.giveRole(guild, ben, role);
  const channel = await channelOf(hidden);
  expect(await checkAccess(channel, ben.id, { privacy })).toBeNull();
  playground.faults.delayEvents(60_000);
  world.takeRole(guild, ben, role);
  expect((await checkAccess(channel, ben.id, { privacy }))?.reason).toBe('person_view');
  world.removeMember(guild, cleo);
  expect((await checkAccess(channel, cleo.id, { privacy }))?.reason).toBe('not_a_member');
});

it('counts an overwrite and a permission of a role at once, although the gateway says nothing', async () => {
  const opened = await open();
  const { world, playground, guild, general, ben, channelOf } = opened;
  const thread = world.addThread(general, { name: 'talk', owner: ben });
  const [channel, inside] = [await channelOf(general), await channelOf(thread)];
  playground.faults.delayEvents(60_000);
  world.overwrite(general, { member: ben, deny: Flags.ReadMessageHistory });
  expect((await checkAccess(inside, ben.id, { privacy }))?.reason).toBe('person_history');
  expect((await checkAccess(channel, ben.id, { privacy }))?.reason).toBe('person_history');
  const everyone = guild.roles.get(guild.id);
  if (everyone) everyone.permissions = 0n;
  expect((await checkAccess(channel, ben.id, { privacy }))?.reason).toBe('person_view');
});

it('tells that a channel or thread is gone', async () => {
  const { world, playground, general, ben, channelOf } = await open();
  const thread = world.addThread(general, { name: 'talk', owner: ben });
  const [channel, inside] = [await channelOf(general), await channelOf(thread)];
  playground.faults.delayEvents(60_000);
  world.removeChannel(thread);
  expect((await checkAccess(inside, ben.id, { privacy }))?.reason).toBe('gone');
  world.removeChannel(general);
  expect((await checkAccess(channel, ben.id, { privacy }))?.reason).toBe('gone');
});

it('shows what is age-restricted only where that is too, threads like their parents', async () => {
  const { world, guild, general, ben, channelOf } = await open();
  const night = world.addChannel(guild, { name: 'night', isAgeRestricted: true });
  const later = world.addChannel(guild, { name: 'later', isAgeRestricted: true });
  const thread = await channelOf(world.addThread(night, { name: 'talk', owner: ben }));
  const [restricted, other, plain] = [
    await channelOf(night),
    await channelOf(later),
    await channelOf(general),
  ];
  expect((await checkAccess(restricted, ben.id, { privacy, shownIn: plain }))?.reason).toBe('age_restricted');
  expect((await checkAccess(thread, ben.id, { privacy, shownIn: plain }))?.reason).toBe('age_restricted');
  expect(await checkAccess(restricted, ben.id, { privacy, shownIn: thread })).toBeNull();
  expect(await checkAccess(restricted, ben.id, { privacy, shownIn: other })).toBeNull();
  expect(await checkAccess(plain, ben.id, { privacy, shownIn: restricted })).toBeNull();
});

it('gives no leave while Discord does not answer', async () => {
  const { playground, general, ben, channelOf } = await open();
  const channel = await channelOf(general);
  playground.faults.failWith(500, 'GET /guilds/*/members/*', 10);
  await expect(checkAccess(channel, ben.id, { privacy })).rejects.toThrow();
});

it('believes Discord that the bot sees nothing, although the gateway says nothing', async () => {
  const { world, playground, general, ben, channelOf } = await open();
  const thread = world.addThread(general, { name: 'talk', owner: ben });
  const [channel, inside] = [await channelOf(general), await channelOf(thread)];
  playground.faults.delayEvents(60_000);
  world.overwrite(general, { member: world.bot, deny: Flags.ViewChannel });
  const denial = { reason: 'bot_view', channelId: general.id };
  expect(await checkAccess(channel, ben.id, { privacy })).toEqual(denial);
  expect(await checkAccess(inside, ben.id, { privacy })).toEqual(denial);
});

it('finds everything gone once the bot is out of the server', async () => {
  const { world, playground, guild, general, ben, channelOf } = await open();
  const channel = await channelOf(general);
  playground.faults.delayEvents(60_000);
  world.removeMember(guild, world.bot);
  expect((await checkAccess(channel, ben.id, { privacy }))?.reason).toBe('gone');
});
