import { PermissionFlagsBits as Flags } from 'discord.js';
import { expect, it } from 'vitest';
import { checkAccess, createFollower, takeSnapshot } from '../../../../src/io/discord/access/check-access.ts';
import { open, privacy } from '../scene.ts';

type Opened = Awaited<ReturnType<typeof open>>;

const take = ({ client, guild, ben }: Opened) => takeSnapshot(client, guild.id, { personId: ben.id });

/** What was asked of Discord meanwhile. */
async function watch<Result>({ playground }: Opened, work: () => Promise<Result>) {
  const before = playground.exchanges.length;
  const result = await work();
  return { result, paths: playground.exchanges.slice(before).map(({ path }) => path.replace(/\d+/g, '*')) };
}

it('asks once for a thread, and once for who is in a private one', async () => {
  const opened = await open();
  const { world, general, ben, channelOf } = opened;
  const members = [world.bot];
  const thread = world.addThread(general, { name: 'secret', owner: ben, isPrivate: true, members });
  const channel = await channelOf(thread);
  const snapshot = await take(opened);
  const { paths } = await watch(opened, async () => {
    for (let round = 0; round < 3; round += 1)
      expect(await checkAccess(channel, ben.id, { privacy, snapshot })).toBeNull();
  });
  expect(paths.sort()).toEqual([
    '/channels/*',
    '/channels/*/thread-members/*',
    '/channels/*/thread-members/*',
  ]);
});

it('knows the active threads with one more request', async () => {
  const opened = await open();
  const { world, client, guild, general, ben } = opened;
  const threads = ['a', 'b'].map(name => world.addThread(general, { name, owner: ben }));
  const { result, paths } = await watch(opened, () =>
    takeSnapshot(client, guild.id, { personId: ben.id, withThreads: true }),
  );
  expect(paths).toHaveLength(5);
  expect(result.channels.map(({ id }) => id)).toEqual(expect.arrayContaining(threads.map(({ id }) => id)));
});

it('goes by what Discord lists, not by what the gateway told: new, hidden and deleted channels', async () => {
  const opened = await open();
  const { world, playground, guild, general, client } = opened;
  const gone = world.addChannel(guild, { name: 'gone' });
  await expect.poll(() => client.channels.cache.has(gone.id)).toBe(true);
  playground.faults.delayEvents(60_000);
  world.removeChannel(gone);
  world.overwrite(general, { member: world.bot, deny: Flags.ViewChannel });
  const created = world.addChannel(guild, { name: 'new' });
  const { find } = await take(opened);
  expect(await find(gone.id)).toBe('gone');
  expect(await find(general.id)).toBe('hidden');
  expect(await find(created.id)).toMatchObject({ name: 'new' });
});

it('finds no channel of another server, and no member who left', async () => {
  const opened = await open();
  const { world, guild, ada, ben, channelOf } = opened;
  const other = world.addGuild({ name: 'Elsewhere', owner: ada, members: [ben, world.bot] });
  const hall = await channelOf(world.addChannel(other, { name: 'hall' }));
  world.removeMember(guild, ben);
  const { find, member } = await take(opened);
  expect(await find(hall.id)).toBe('gone');
  expect(await member(ben.id)).toBe('gone');
});

it('checks a channel of another server by that server', async () => {
  const opened = await open();
  const { world, ada, ben, channelOf } = opened;
  const other = world.addGuild({ name: 'Elsewhere', owner: ada, members: [ben, world.bot] });
  const hall = await channelOf(world.addChannel(other, { name: 'hall' }));
  const snapshot = await take(opened);
  expect(await checkAccess(hall, ben.id, { privacy, snapshot })).toBeNull();
  world.removeMember(other, ben);
  expect((await checkAccess(hall, ben.id, { privacy, snapshot }))?.reason).toBe('not_a_member');
});

/** Looks at a snapshot again and again, as progress does. */
async function follow(opened: Opened) {
  const { general, ben, channelOf } = opened;
  const channel = await channelOf(general);
  const next = createFollower(await take(opened), ben.id);
  return async () =>
    (await checkAccess(channel, ben.id, { privacy, snapshot: await next() }))?.reason ?? null;
}

it('follows the events that come after it', async () => {
  const opened = await open();
  const { world, general, ben } = opened;
  const check = await follow(opened);
  expect(await check()).toBeNull();
  const { paths } = await watch(opened, async () => {
    world.overwrite(general, { member: ben, deny: Flags.ReadMessageHistory });
    await expect.poll(check, { interval: 500 }).toBe('person_history');
  });
  expect(paths.filter(path => !path.includes('/members/'))).toEqual([]);
});

it('is followed with the person as they are at the first and each fifth look', async () => {
  const opened = await open();
  const { world, guild, ben } = opened;
  const check = await follow(opened);
  const { paths } = await watch(opened, async () => {
    for (let look = 1; look <= 4; look += 1) expect(await check()).toBeNull();
    world.removeMember(guild, ben);
    expect(await check()).toBeNull();
    expect(await check()).toBe('not_a_member');
  });
  expect(paths).toHaveLength(2);
});

it.each(['GET /guilds/*', 'GET /guilds/*/channels', 'GET /guilds/*/members/*'])(
  'gives no leave while Discord does not answer %s',
  async route => {
    const opened = await open();
    opened.playground.faults.failWith(500, route, 12);
    await expect(take(opened)).rejects.toThrow();
  },
);
