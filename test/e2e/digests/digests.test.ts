import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import type { SharedRequests } from '../../../src/app/limits-ports.ts';
import type { PauseReason } from '../../../src/core/digests/digest.ts';
import { toDigestChoice } from '../../../src/core/digests/digest.ts';
import { sure } from '../../sure.ts';
import {
  create,
  idle,
  monday,
  nextPost,
  paused,
  posts,
  type SetUp as Scene,
  say,
  setUp,
  soon,
  tent,
  toText,
  tuesday,
} from './digest-scene.ts';

const { ViewChannel, SendMessages, ReadMessageHistory } = PermissionFlagsBits;
describe('a digest', () => {
  test('is posted when it is due, says when the next one comes, and covers each message once', async () => {
    const kinds = new Set<string>();
    const take: SharedRequests['take'] = async kind => {
      kinds.add(kind);
      return 0;
    };
    const scene = await setUp({ sharedRequests: { take, pause: async () => {} } });
    expect([...kinds]).toEqual(['new']);
    await create(scene);
    say(scene, tent);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const first = await nextPost(scene, 1);
    expect(first).toContain('big tent');
    expect(first).toContain(`<t:${Date.parse(`${tuesday}T09:00:00.000Z`) / 1000}:F>`);
    scene.jumpTo(`${tuesday}T08:00:00.000Z`);
    say(scene, 'We agreed to open the gates at ten.');
    scene.jumpTo(`${tuesday}T09:00:00.000Z`);
    const second = await nextPost(scene, 2);
    expect(second).toContain('gates');
    expect(second).not.toContain('big tent');
    // Requests of people go first.
    expect([...kinds]).toEqual(['new', 'background']);
  });

  test('of two channels and a thread names where each message is, and its buttons work after a restart', async () => {
    const scene = await setUp();
    const { world, guild, channel, actions, ann, news } = scene;
    const other = world.addChannel(guild, { name: 'kitchen' });
    const sources = { kind: 'channels' as const, channelIds: [channel.id, other.id] };
    await create(scene, { sources });
    say(scene, tent);
    const start = say(scene, "I'll cook soup for 40 people on Saturday.", other);
    const thread = world.addThread(other, { name: 'soup', owner: ann, from: start });
    say(scene, "I'll buy 20 kilos of potatoes by Friday.", thread);
    for (const place of [channel, other, thread])
      say(scene, 'Good idea, thanks a lot for doing this!', place);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const text = await nextPost(scene, 1);
    for (const words of ['big tent', 'soup', 'potatoes']) expect(text).toContain(words);
    expect(text).toContain('**\\\\#kitchen**');
    expect(text).not.toMatch(/Regenerate|duplicate/);
    await scene.restart();
    const post = sure(posts(scene, news)[0]);
    const view = await (await actions.press({ user: ann, message: post, label: 'Sources' })).settled();
    expect(JSON.stringify(view.message)).toContain('kitchen');
    expect(toText(posts(scene, news)[0])).toContain('big tent');
  });
});

describe('nobody reads in a digest what they could not read in Discord:', () => {
  test('a channel of a category that some readers of the destination cannot see is left out', async () => {
    const scene = await setUp();
    const { world, guild, ann } = scene;
    const category = world.addChannel(guild, { name: 'Fair', kind: 'category' });
    const open = world.addChannel(guild, { name: 'open', parent: category });
    const hidden = world.addChannel(guild, {
      name: 'hidden',
      parent: category,
      overwrites: [{ role: guild, deny: ViewChannel }],
    });
    await create(scene, { sources: { kind: 'channels', channelIds: [category.id] } });
    say(scene, 'We decided to rent the big tent for 450 euros.', open);
    world.addMessage(hidden, { by: ann, content: 'We decided to fire the treasurer.' });
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const text = await nextPost(scene, 1);
    expect(text).toContain('big tent');
    expect(text).not.toMatch(/treasurer|hidden/);
    const direct = world.openDirect(ann);
    await vi.waitUntil(() => posts(scene, direct).length > 0, soon);
    expect(toText(posts(scene, direct)[0])).toContain(`<#${hidden.id}>`);
  });

  test('a private thread is never read', async () => {
    const scene = await setUp();
    const { world, channel, ann } = scene;
    await create(scene);
    const thread = world.addThread(channel, { name: 'secret', owner: ann, isPrivate: true, members: [ann] });
    world.addMessage(thread, { by: ann, content: 'We decided to fire the treasurer.' });
    say(scene, tent);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    expect(await nextPost(scene, 1)).not.toMatch(/treasurer|secret/);
  });

  test('what somebody wrote who opted out is not read, and the digest goes on after it', async () => {
    const scene = await setUp();
    const { world, channel, ann, bob } = scene;
    await create(scene);
    await scene.running().store.privacy.setOptedOut(bob.id, true);
    say(scene, 'We decided to fire the treasurer.');
    world.addMessage(channel, { by: ann, content: 'We decided to rent the big tent for 450 euros.' });
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const text = await nextPost(scene, 1);
    expect(text).toContain('big tent');
    expect(text).not.toMatch(/treasurer|Bob/);
  });

  test('a forward from a channel that is no source loses its text, one from a source keeps it', async () => {
    const scene = await setUp();
    const { world, guild, channel, ann } = scene;
    await create(scene);
    const board = world.addChannel(guild, {
      name: 'board',
      overwrites: [{ role: guild, deny: ViewChannel }],
    });
    const secret = world.addMessage(board, { by: ann, content: 'We decided to fire the treasurer.' });
    const open = say(scene, tent);
    for (const forwardOf of [secret, open]) world.addMessage(channel, { by: ann, content: '', forwardOf });
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const text = await nextPost(scene, 1);
    expect(text).toContain('big tent');
    expect(text).toContain('2 of 3 messages');
    expect(text).not.toContain('treasurer');
  });

  test('what a channel said that is closed while the post waits is not posted', async () => {
    const scene = await setUp();
    const { world, guild, channel, news } = scene;
    const board = world.addChannel(guild, { name: 'board' });
    await create(scene, { sources: { kind: 'channels', channelIds: [channel.id, board.id] } });
    say(scene, tent);
    say(scene, 'We decided to fire the treasurer.', board);
    scene.playground.faults.failWith(503, `POST /channels/${news.id}/messages`, 100);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await scene.attemptFailed();
    world.overwrite(board, { role: guild, deny: ViewChannel });
    scene.playground.faults.clear();
    scene.jumpTo(`${monday}T09:30:00.000Z`);
    const text = await nextPost(scene, 1);
    expect(text).toContain('big tent');
    expect(text).not.toContain('treasurer');
  });

  test('a summary that waits is not posted where the digest was moved to, if not all may read it there', async () => {
    const scene = await setUp();
    const { world, guild, channel, news } = scene;
    const board = world.addChannel(guild, {
      name: 'board',
      overwrites: [{ role: guild, deny: ViewChannel }],
    });
    const inner = world.addChannel(guild, {
      name: 'inner',
      overwrites: [{ role: guild, deny: ViewChannel }],
    });
    for (const place of [board, inner])
      world.overwrite(place, { member: scene.playground.applicationId, allow: ViewChannel });
    const digest = sure(
      await create(scene, {
        sources: { kind: 'channels', channelIds: [channel.id, board.id] },
        destination: { kind: 'channel', channelId: inner.id },
      }),
    );
    say(scene, tent);
    world.addMessage(board, { by: scene.ann, content: 'We decided to fire the treasurer.' });
    scene.playground.faults.failWith(503, `POST /channels/${inner.id}/messages`, 100);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await scene.attemptFailed();
    await scene.running().bot.digests?.edit(guild.id, digest.id, {
      ...toDigestChoice(digest),
      destination: { kind: 'channel', channelId: news.id },
    });
    scene.playground.faults.clear();
    scene.jumpTo(`${monday}T09:30:00.000Z`);
    const text = await nextPost(scene, 1);
    expect(text).toContain('big tent');
    expect(text).not.toContain('treasurer');
  });

  test('a message that is deleted while the post waits and the bot is away is not posted', async () => {
    const scene = await setUp();
    const { world, news } = scene;
    await create(scene);
    say(scene, tent);
    const secret = say({ ...scene, bob: scene.ann }, 'We decided to fire the treasurer.');
    scene.playground.faults.failWith(503, `POST /channels/${news.id}/messages`, 100);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await scene.attemptFailed();
    await scene.running().client.destroy();
    world.removeMessage(secret);
    scene.playground.faults.clear();
    await scene.restart();
    scene.jumpTo(`${monday}T09:30:00.000Z`);
    const text = await nextPost(scene, 1);
    expect(text).toContain('big tent');
    expect(text).not.toContain('treasurer');
  });

  test('a destination that was opened to everyone since gets nothing from a closed channel', async () => {
    const scene = await setUp();
    const { world, guild, news, channel } = scene;
    const role = world.addRole(guild, { name: 'team' });
    for (const place of [news, channel]) {
      world.overwrite(place, { role: guild, deny: ViewChannel });
      world.overwrite(place, { role, allow: ViewChannel });
      world.overwrite(place, { member: scene.playground.applicationId, allow: ViewChannel });
    }
    await create(scene);
    say(scene, tent);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    expect(await nextPost(scene, 1)).toContain('big tent');
    world.overwrite(news, { role: guild, allow: ViewChannel });
    scene.jumpTo(`${tuesday}T08:00:00.000Z`);
    say(scene, 'We decided to fire the treasurer.');
    scene.jumpTo(`${tuesday}T09:00:00.000Z`);
    await paused(scene, 'no_sources');
    expect(posts(scene, news)).toHaveLength(1);
  });

  test('somebody who lost a source since cannot open the sources of a post', async () => {
    const scene = await setUp();
    const { world, guild, channel, news, bob, actions } = scene;
    const other = world.addChannel(guild, { name: 'kitchen' });
    await create(scene, { sources: { kind: 'channels', channelIds: [other.id, channel.id] } });
    say(scene, tent);
    say(scene, 'We decided to serve soup for lunch.', other);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await nextPost(scene, 1);
    world.overwrite(channel, { member: bob, deny: ViewChannel });
    const post = sure(posts(scene, news)[0]);
    const view = await (await actions.press({ user: bob, message: post, label: 'Sources' })).settled();
    expect(view.isEphemeral).toBe(true);
    expect(view.message?.content).toContain('Du kannst diesen Kanal nicht sehen');
    expect(JSON.stringify(view.message?.embeds)).not.toMatch(/soup|tent/);
  });
});

describe('a digest is paused, and its creator is told,', () => {
  const ourOwn = ({ playground }: Scene) => playground.applicationId;
  test.each<[string, string, PauseReason, (scene: Scene) => void]>([
    ['its destination is gone', 'no longer exists', 'destination_gone', s => s.world.removeChannel(s.news)],
    [
      'the bot may no longer post there',
      'permission to post',
      'destination_denied',
      s => s.world.overwrite(s.news, { member: ourOwn(s), deny: SendMessages }),
    ],
    [
      'the bot can no longer read any of its channels',
      'channels',
      'no_sources',
      s => s.world.overwrite(s.channel, { member: ourOwn(s), deny: ReadMessageHistory }),
    ],
  ])('when %s', async (_, words, reason, change) => {
    const scene = await setUp();
    await create(scene);
    say(scene, tent);
    change(scene);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await paused(scene, reason);
    const direct = scene.world.openDirect(scene.ann);
    await vi.waitUntil(() => posts(scene, direct).length > 0, soon);
    expect(toText(posts(scene, direct)[0])).toContain(words);
  });
});

describe('a run that meets trouble', () => {
  test('of a lost answer to its post posts once', async () => {
    const scene = await setUp();
    await create(scene);
    say(scene, tent);
    scene.playground.faults.loseAnswer(`POST /channels/${scene.news.id}/messages`, 1);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await nextPost(scene, 1);
    // Only after the run: Discord knows a nonce for some minutes, which the jump would end.
    await vi.waitUntil(async () => {
      const [digest] = (await scene.running().bot.digests?.list(scene.guild.id)) ?? [];
      return digest?.run === null && digest.lastRunAt === `${monday}T09:00:00.000Z`;
    }, soon);
    scene.jumpTo(`${monday}T09:30:00.000Z`);
    await new Promise(resolve => setTimeout(resolve, 1_000));
    expect(posts(scene, scene.news)).toHaveLength(1);
  });

  test('of a store that lost its last changes posts once, though Discord does not name the post yet', async () => {
    const scene = await setUp();
    const before = sure(await create(scene));
    say(scene, tent);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const { digests } = scene.running().store;
    const hasRun = () =>
      vi.waitUntil(async () => {
        const digest = await scene.running().store.digests.get(scene.guild.id, before.id);
        return digest?.run === null && digest.lastRun?.posted === 1;
      }, soon);
    await hasRun();
    await digests.update(scene.guild.id, before.id, () => before);
    Object.assign(scene.news, { lastMessageId: null });
    await scene.restart();
    await hasRun();
    expect(posts(scene, scene.news)).toHaveLength(1);
  });

  test('of a forum that fails after it took the post posts once', async () => {
    const scene = await setUp();
    const forum = scene.world.addChannel(scene.guild, { name: 'digests', kind: 'forum' });
    await create(scene, { destination: { kind: 'forum', channelId: forum.id } });
    say(scene, tent);
    scene.playground.faults.failAfter(500, `POST /channels/${forum.id}/threads`, 1);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const guild = await scene.running().client.guilds.fetch(scene.guild.id);
    const countPosts = async () =>
      (await guild.channels.fetchActiveThreads()).threads.filter(({ parentId }) => parentId === forum.id)
        .size;
    await vi.waitUntil(async () => (await countPosts()) > 0, soon);
    await scene.attemptFailed();
    // A clock that is ahead, as one may be that was set wrong.
    scene.setBotClock(`${tuesday}T08:00:00.000Z`);
    await vi.waitUntil(async () => {
      const [digest] = (await scene.running().bot.digests?.list(scene.guild.id)) ?? [];
      return digest?.run === null && digest.lastRun?.posted === 1;
    }, soon);
    expect(await countPosts()).toBe(1);
  });

  test('of a store that lost its last changes edits the post instead of posting again', async () => {
    const scene = await setUp();
    const before = sure(await create(scene));
    say(scene, tent);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await nextPost(scene, 1);
    const { digests, summaries } = scene.running().store;
    await vi.waitUntil(async () => {
      const after = await digests.get(scene.guild.id, before.id);
      return after?.run === null && after.lastRun?.posted === 1;
    }, soon);
    const posted = await digests.get(scene.guild.id, before.id);
    // Discord does not remember the nonce for so long.
    scene.jumpTo(`${monday}T09:10:00.000Z`);
    say(scene, 'We agreed to open the gates at ten.');
    await digests.update(scene.guild.id, before.id, () => before);
    await summaries.remove(scene.guild.id, posted?.lastSummaryId ?? '');
    // What Discord says of a channel may lag behind its messages.
    Object.assign(scene.news, { lastMessageId: null });
    await scene.restart();
    await vi.waitUntil(() => toText(posts(scene, scene.news)[0]).includes('gates'), soon);
    expect(toText(posts(scene, scene.news)[0])).toContain('big tent');
    expect(posts(scene, scene.news)).toHaveLength(1);
  });

  test('of a store that was restored from a backup posts only what is new', async () => {
    const scene = await setUp();
    const { world, guild, channel, news, ann } = scene;
    const other = world.addChannel(guild, { name: 'kitchen' });
    const before = sure(
      await create(scene, { sources: { kind: 'channels', channelIds: [channel.id, other.id] } }),
    );
    say(scene, tent);
    say(scene, 'We decided to serve soup for lunch.', other);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await nextPost(scene, 1);
    await idle(scene);
    say(scene, 'We agreed to open the gates at ten.');
    scene.jumpTo(`${tuesday}T09:00:00.000Z`);
    await nextPost(scene, 2);
    await idle(scene);
    world.addMessage(news, { by: ann, content: 'Thanks!' });
    const { digests, summaries } = scene.running().store;
    const after = await digests.get(guild.id, before.id);
    await digests.update(guild.id, before.id, () => before);
    await summaries.remove(guild.id, after?.lastSummaryId ?? '');
    say(scene, 'We decided to hire a band for the evening.', other);
    scene.jumpTo('2091-03-07T09:00:00.000Z');
    const third = await nextPost(scene, 3);
    expect(third).toContain('band');
    expect(third).not.toMatch(/tent|soup|gates/);
    await idle(scene);
    expect(posts(scene, news)).toHaveLength(3);
  });
});
