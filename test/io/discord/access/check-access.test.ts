import { PermissionFlagsBits as Flags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { checkAccess } from '../../../../src/io/discord/access/check-access.ts';
import { checkPostPermission } from '../../../../src/io/discord/access/permissions.ts';
import { toReadPlaces } from '../../../../src/io/discord/access/stored-sources.ts';
import { open, privacy } from '../scene.ts';

type Ref = { readonly id: string };

async function setUp() {
  const opened = await open();
  const { world, general, ben, channelOf } = opened;
  const find = async (channel: Ref, person: Ref = ben, shownIn?: Ref) =>
    checkAccess(await channelOf(channel), person.id, {
      privacy,
      ...(shownIn && { shownIn: await channelOf(shownIn) }),
    });
  const check = async (...given: Parameters<typeof find>) => (await find(...given))?.reason ?? null;
  const addPrivate = () =>
    world.addThread(general, { name: 'secret', owner: ben, isPrivate: true, members: [world.bot] });
  return { ...opened, find, check, addPrivate };
}

it.each([
  ['view', Flags.ViewChannel],
  ['history', Flags.ReadMessageHistory],
])('says who lacks the right to %s, also in a thread there', async (lacking, deny) => {
  const { world, general, ben, cleo, channelOf, find, check } = await setUp();
  const thread = world.addThread(general, { name: 'talk', owner: ben });
  world.overwrite(general, { member: ben, deny });
  expect(await check(general)).toBe(`person_${lacking}`);
  expect(await check(general, cleo)).toBeNull();
  // discord.js has seen them before.
  for (const each of [general, thread]) await channelOf(each);
  world.overwrite(general, { member: world.bot, deny });
  const denial = { reason: `bot_${lacking}`, channelId: general.id };
  for (const each of [general, thread]) expect(await find(each, cleo)).toEqual(denial);
});

it('tells a person who sees nothing nothing about what the bot may', async () => {
  const { world, guild, general, channelOf, check } = await setUp();
  const channel = await channelOf(general);
  world.overwrite(general, { role: guild, deny: Flags.ViewChannel });
  await expect.poll(() => channel.guild.channels.cache.get(general.id)?.viewable).toBe(false);
  expect(await check(general)).toBe('person_view');
});

it('lets the owner and administrators read everything', async () => {
  const { world, guild, general, ada, ben, check } = await setUp();
  world.overwrite(general, { role: guild, deny: Flags.ViewChannel });
  world.overwrite(general, { member: world.bot, allow: Flags.ViewChannel });
  expect(await check(general, ada)).toBeNull();
  expect(await check(general)).toBe('person_view');
  world.giveRole(guild, ben, world.addRole(guild, { name: 'Admin', permissions: Flags.Administrator }));
  expect(await check(general)).toBeNull();
});

it('asks for Connect where text stands in a voice channel', async () => {
  const { world, guild, ben, check } = await setUp();
  const overwrites = [{ member: ben, deny: Flags.Connect }];
  expect(await check(world.addChannel(guild, { name: 'Lounge', kind: 'voice', overwrites }))).toBe(
    'person_view',
  );
});

it('goes by the parent in threads, archived ones and forum posts', async () => {
  const { world, guild, general, ben, cleo, check } = await setUp();
  const forum = world.addChannel(guild, { name: 'ideas', kind: 'forum' });
  const post = world.addPost(forum, { title: 'Idea', message: { by: ben, content: 'what if' } });
  const thread = world.addThread(general, { name: 'talk', owner: ben });
  const old = world.addThread(general, { name: 'old', owner: ben });
  world.archive(old);
  for (const each of [post, thread, old]) expect(await check(each, cleo)).toBeNull();
  world.overwrite(general, { member: cleo, deny: Flags.ViewChannel });
  world.overwrite(forum, { member: cleo, deny: Flags.ReadMessageHistory });
  expect(await check(post, cleo)).toBe('person_history');
  expect(await check(thread, cleo)).toBe('person_view');
  expect(await check(old, cleo)).toBe('person_view');
  expect(await check(old)).toBeNull();
});

it('opens a private thread to its members and to people with Manage Threads', async () => {
  const { world, guild, cleo, addPrivate, find, check } = await setUp();
  const thread = addPrivate();
  expect(await check(thread)).toBeNull();
  const outside = { reason: 'private_thread', channelId: thread.id, who: 'person' };
  expect(await find(thread, cleo)).toEqual(outside);
  const moderators = world.addRole(guild, { name: 'Mods', permissions: Flags.ManageThreads });
  world.giveRole(guild, cleo, moderators);
  expect(await check(thread, cleo)).toBeNull();
  world.takeRole(guild, cleo, moderators);
  expect(await check(thread, cleo)).toBe('private_thread');
  world.joinThread(thread, cleo);
  expect(await check(thread, cleo)).toBeNull();
  world.leaveThread(thread, cleo);
  expect(await check(thread, cleo)).toBe('private_thread');
});

it('notices that the bot was taken out of a private thread, unless it manages threads', async () => {
  const { world, general, channelOf, addPrivate, find } = await setUp();
  const thread = addPrivate();
  await channelOf(thread);
  world.leaveThread(thread, world.bot);
  expect(await find(thread)).toMatchObject({ reason: 'private_thread', who: 'bot' });
  world.overwrite(general, { member: world.bot, allow: Flags.ManageThreads });
  expect(await find(thread)).toBeNull();
});

describe('although the gateway says nothing', () => {
  async function setUpSilent() {
    const opened = await setUp();
    const { world, guild, general, ben, playground, channelOf } = opened;
    const role = world.addRole(guild, { name: 'Crew' });
    world.giveRole(guild, ben, role);
    const overwrites = [
      { role: guild, deny: Flags.ViewChannel },
      { role, allow: Flags.ViewChannel },
      { member: world.bot, allow: Flags.ViewChannel },
    ];
    const hidden = world.addChannel(guild, { name: 'crew', overwrites });
    const thread = world.addThread(general, { name: 'talk', owner: ben });
    for (const each of [general, hidden, thread]) await channelOf(each);
    playground.faults.delayEvents(60_000);
    return { ...opened, role, hidden, thread };
  }

  it('counts a role taken away, or a person who left, at once', async () => {
    const { world, guild, ben, cleo, general, role, hidden, check } = await setUpSilent();
    expect(await check(hidden)).toBeNull();
    world.takeRole(guild, ben, role);
    expect(await check(hidden)).toBe('person_view');
    world.removeMember(guild, cleo);
    expect(await check(general, cleo)).toBe('not_a_member');
  });

  it('counts an overwrite and a permission of a role at once', async () => {
    const { world, guild, ben, general, thread, check } = await setUpSilent();
    world.overwrite(general, { member: ben, deny: Flags.ReadMessageHistory });
    for (const each of [thread, general]) expect(await check(each)).toBe('person_history');
    const everyone = guild.roles.get(guild.id);
    if (everyone) everyone.permissions = 0n;
    expect(await check(general)).toBe('person_view');
  });

  it('believes that the bot sees nothing, and that a thread, a channel or the server is gone', async () => {
    const { world, guild, general, thread, hidden, find, check } = await setUpSilent();
    world.overwrite(general, { member: world.bot, deny: Flags.ViewChannel });
    const denial = { reason: 'bot_view', channelId: general.id };
    for (const each of [general, thread]) expect(await find(each)).toEqual(denial);
    world.overwrite(general, { member: world.bot, allow: Flags.ViewChannel });
    world.removeChannel(thread);
    expect(await check(thread)).toBe('gone');
    world.removeChannel(general);
    expect(await check(general)).toBe('gone');
    world.removeMember(guild, world.bot);
    expect(await check(hidden)).toBe('gone');
  });
});

it('shows what is age-restricted only where that is too, threads like their parents', async () => {
  const { world, guild, general, ben, check } = await setUp();
  const night = world.addChannel(guild, { name: 'night', isAgeRestricted: true });
  const thread = world.addThread(night, { name: 'talk', owner: ben });
  for (const each of [night, thread]) expect(await check(each, ben, general)).toBe('age_restricted');
  expect(await check(night, ben, thread)).toBeNull();
  expect(await check(general, ben, night)).toBeNull();
});

describe('a post', () => {
  async function openPosting() {
    const opened = await open();
    const { channelOf, general } = opened;
    const me = await (await channelOf(general)).guild.members.fetchMe();
    const check = async (place: Ref) => checkPostPermission(await channelOf(place), me)?.reason ?? null;
    expect(await check(general)).toBeNull();
    return { ...opened, check };
  }

  it.each([
    ['bot_view', Flags.ViewChannel],
    ['bot_send', Flags.SendMessages],
    ['bot_send', Flags.EmbedLinks],
  ])('is denied as %s where the bot lacks one of these', async (reason, deny) => {
    const { world, general, check } = await openPosting();
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

  it('is allowed in an archived thread, but not in a locked one, nor in a private one it is not in', async () => {
    const { world, general, ben, check } = await openPosting();
    const thread = world.addThread(general, { name: 't', owner: ben });
    const members = [world.bot];
    const closed = world.addThread(general, { name: 'p', owner: ben, isPrivate: true, members });
    world.archive(thread);
    for (const each of [thread, closed]) expect(await check(each)).toBeNull();
    world.leaveThread(closed, world.bot);
    await expect.poll(() => check(closed)).toBe('private_thread');
    world.lock(thread);
    await expect.poll(() => check(thread)).toBe('bot_send');
    world.overwrite(general, { member: world.bot, allow: Flags.ManageThreads });
    await expect.poll(() => check(thread)).toBeNull();
  });

  it('is denied while the bot is timed out', async () => {
    const { world, guild, general, check } = await openPosting();
    world.timeOut(guild, world.bot, Date.now() + 60_000);
    await expect.poll(() => check(general)).toBe('bot_send');
  });
});

it('counts what was read among the places of a summary, cited or not: participants tell of it', () => {
  const source = { channelIds: ['c1'], placeIds: ['c1', 'private'] };
  const stored = { guildId: 'g1', channelId: 'c1', places: { m1: 'c1' }, summary: { source } };
  expect(toReadPlaces(stored as unknown as Parameters<typeof toReadPlaces>[0])).toEqual({
    channelIds: ['c1'],
    placeIds: ['c1', 'private'],
  });
});
