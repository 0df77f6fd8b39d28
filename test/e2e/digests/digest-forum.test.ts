import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import { sure } from '../../sure.ts';
import { monday, setUp, soon, tent, tuesday } from './digest-scene.ts';

const { ManageThreads } = PermissionFlagsBits;

/** A digest in a forum, where the bot has Manage Threads or not. */
async function setUpForum(mayManage: boolean) {
  const scene = await setUp();
  const { world, guild } = scene;
  const forum = world.addChannel(guild, { name: 'digests', kind: 'forum' });
  const right = mayManage ? { allow: ManageThreads } : { deny: ManageThreads };
  world.overwrite(forum, { member: world.bot, ...right });
  const digest = await scene.create({ destination: { kind: 'forum', channelId: forum.id } });
  scene.say(tent);
  const find = async () => (await scene.list())[0];
  return {
    ...scene,
    forum,
    digest,
    posting: `POST /channels/${forum.id}/threads`,
    find,
    isPending: () => vi.waitUntil(async () => (await find())?.run?.pending?.isSending === true, soon),
    names: async () => (await scene.listPosts(forum)).map(({ name }) => name),
  };
}

describe('a post of a forum', () => {
  test('that another worker made while this one was about to is the only one', async () => {
    const scene = await setUpForum(true);
    const { playground, forum } = scene;
    const other = Promise.withResolvers<void>();
    playground.faults.delay(other.promise, scene.posting, 1);
    scene.due();
    await scene.isPending();
    const summaryId = (await scene.find())?.run?.pending?.summaryId;
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
    other.resolve();
    await scene.hasRun();
    expect(await scene.names()).toEqual(['The first']);
  });

  test('that may still appear is not made again without Manage Threads, and the digest says so', async () => {
    const scene = await setUpForum(false);
    const late = Promise.withResolvers<void>();
    scene.playground.faults.delay(late.promise, scene.posting, 1);
    scene.due();
    await scene.isPending();
    await scene.crash();
    scene.due(monday, '09:01');
    await scene.paused('post_unsure');
    expect(await scene.names()).toEqual([]);
    late.resolve();
    await vi.waitUntil(async () => (await scene.names()).length === 1, soon);
    await scene.running().bot.digests?.resume(scene.guild.id, scene.digest.id);
    await scene.hasRun();
    expect(await scene.names()).toHaveLength(1);
  });

  test('that was never sent, as Discord refused it or failed before, is made without Manage Threads', async () => {
    const scene = await setUpForum(false);
    const { faults } = scene.playground;
    faults.failWith(403, scene.posting, 1);
    scene.due();
    await scene.attemptFailed();
    // Read again after a start, before what it shows is posted.
    faults.failWith(500, `GET /channels/${scene.channel.id}/**`, 1_000);
    await scene.restart();
    await scene.attemptFailed();
    faults.clear();
    scene.due(monday, '09:10');
    await vi.waitUntil(
      async () => ((await scene.find())?.lastRun ?? (await scene.find())?.paused) != null,
      soon,
    );
    expect(await scene.find()).toMatchObject({ paused: null, lastRun: { posted: 1 } });
    expect(await scene.names()).toHaveLength(1);
  });

  test('that the store has forgotten is found, even after Discord archived it', async () => {
    const scene = await setUpForum(true);
    const { digests, summaries } = scene.running().store;
    scene.due();
    await scene.hasRun(monday);
    scene.world.archive(sure((await scene.listPosts(scene.forum))[0]));
    const lastSummaryId = (await scene.find())?.lastSummaryId ?? '';
    await digests.update(scene.guild.id, scene.digest.id, () => scene.digest);
    await summaries.remove(scene.guild.id, lastSummaryId);
    scene.say('We agreed to open the gates at ten.');
    scene.due(tuesday);
    await scene.hasRun(tuesday);
    const posts = await scene.listPosts(scene.forum);
    const starters = await Promise.all(posts.map(post => post.fetchStarterMessage()));
    const texts = starters.map(starter => JSON.stringify([starter?.content, starter?.embeds]));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('gates');
    expect(texts[0]).not.toContain('tent');
  });
});
