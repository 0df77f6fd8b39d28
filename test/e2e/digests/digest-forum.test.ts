import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import { sure } from '../../sure.ts';
import { create, monday, paused, say, setUp, soon, tuesday } from './digest-scene.ts';

type SetUp = Awaited<ReturnType<typeof setUp>>;

/** A digest in a forum, with its post under way while `mayManage` says whether the bot has Manage Threads. */
async function setUpForum(mayManage: boolean, delayMs: number) {
  const scene = await setUp();
  const { world, guild, playground } = scene;
  const forum = world.addChannel(guild, { name: 'digests', kind: 'forum' });
  const { ManageThreads } = PermissionFlagsBits;
  world.overwrite(forum, {
    member: world.bot,
    ...(mayManage ? { allow: ManageThreads } : { deny: ManageThreads }),
  });
  await create(scene, { destination: { kind: 'forum', channelId: forum.id } });
  say(scene, 'We decided to rent the big tent for 450 euros.');
  playground.faults.delay(delayMs, `POST /channels/${forum.id}/threads`, 1);
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  const find = async () => {
    const [digest] = (await scene.running().bot.digests?.list(guild.id)) ?? [];
    return digest;
  };
  await vi.waitUntil(async () => (await find())?.run?.pending?.isSending === true, soon);
  return { ...scene, running: scene.running, forum, find };
}

/** The posts of the forum, archived ones too. */
async function listPosts({ running, guild }: SetUp, forum: { readonly id: string }) {
  const own = await running().client.guilds.fetch(guild.id);
  const { threads } = await own.channels.fetchActiveThreads(false);
  return [...threads.values()].filter(({ parentId }) => parentId === forum.id);
}

describe('a post of a forum', () => {
  test('that another worker made while this one was about to is the only one', async () => {
    const scene = await setUpForum(true, 8_000);
    const { playground, forum, find } = scene;
    const digest = await find();
    const summaryId = digest?.run?.pending?.summaryId;
    const button = { type: 2, style: 2, label: 'Open', custom_id: `summary:${summaryId}:open` };
    const answer = await fetch(`${playground.url}/api/v10/channels/${forum.id}/threads`, {
      method: 'POST',
      headers: { authorization: `Bot ${playground.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'The first',
        message: { content: 'Tent', components: [{ type: 1, components: [button] }] },
      }),
    });
    expect(answer.status).toBe(201);
    await vi.waitUntil(async () => (await find())?.lastRun?.posted === 1, soon);
    expect((await listPosts(scene, forum)).map(({ name }) => name)).toEqual(['The first']);
  });

  test('that may still appear is not made again without Manage Threads, and the digest says so', async () => {
    const scene = await setUpForum(false, 8_000);
    const { forum, find, guild, running } = scene;
    await scene.crash();
    scene.jumpTo(`${monday}T09:01:00.000Z`);
    await paused(scene, 'post_unsure');
    const count = async () => (await listPosts(scene, forum)).length;
    // What was under way appears, or not.
    await new Promise(resolve => setTimeout(resolve, 8_000));
    expect(await count()).toBeLessThanOrEqual(1);
    await running().bot.digests?.resume(guild.id, (await find())?.id ?? '');
    await vi.waitUntil(async () => (await find())?.lastRun?.posted === 1, soon);
    expect(await count()).toBe(1);
  });

  test('that was never sent, as Discord refused it or failed before, is made without Manage Threads', async () => {
    const scene = await setUp();
    const { world, guild, channel, playground, running } = scene;
    const { faults } = playground;
    const forum = world.addChannel(guild, { name: 'digests', kind: 'forum' });
    world.overwrite(forum, { member: world.bot, deny: PermissionFlagsBits.ManageThreads });
    await create(scene, { destination: { kind: 'forum', channelId: forum.id } });
    say(scene, 'We decided to rent the big tent for 450 euros.');
    faults.failWith(403, `POST /channels/${forum.id}/threads`, 1);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await scene.attemptFailed();
    // Read again after a start, before what it shows is posted.
    faults.failWith(500, `GET /channels/${channel.id}/**`, 1_000);
    await scene.restart();
    await scene.attemptFailed();
    faults.clear();
    scene.jumpTo(`${monday}T09:10:00.000Z`);
    const find = async () => (await running().bot.digests?.list(guild.id))?.[0];
    await vi.waitUntil(async () => ((await find())?.lastRun ?? (await find())?.paused) != null, soon);
    expect(await find()).toMatchObject({ paused: null, lastRun: { posted: 1 } });
    expect(await listPosts(scene, forum)).toHaveLength(1);
  });

  test('that the store has forgotten is found, even after Discord archived it', async () => {
    const scene = await setUp();
    const { world, guild } = scene;
    const forum = world.addChannel(guild, { name: 'digests', kind: 'forum' });
    const before = sure(await create(scene, { destination: { kind: 'forum', channelId: forum.id } }));
    const { digests, summaries } = scene.running().store;
    const hasRun = (tick: string) =>
      vi.waitUntil(async () => {
        const digest = await digests.get(guild.id, before.id);
        return digest?.run === null && digest.lastRunAt === `${tick}T09:00:00.000Z`;
      }, soon);
    say(scene, 'We decided to rent the big tent for 450 euros.');
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await hasRun(monday);
    const first = sure((await listPosts(scene, forum))[0]);
    world.archive(first);
    const after = await digests.get(guild.id, before.id);
    await digests.update(guild.id, before.id, () => before);
    await summaries.remove(guild.id, after?.lastSummaryId ?? '');
    say(scene, 'We agreed to open the gates at ten.');
    scene.jumpTo(`${tuesday}T09:00:00.000Z`);
    await hasRun(tuesday);
    const posts = await listPosts(scene, forum);
    const starters = await Promise.all(posts.map(post => post.fetchStarterMessage()));
    const texts = starters.map(starter => JSON.stringify(starter?.embeds));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('gates');
    expect(texts[0]).not.toContain('tent');
  });
});
