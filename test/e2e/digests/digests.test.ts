import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import { type Digest, type PauseReason, toDigestChoice } from '../../../src/core/digests/digest.ts';
import {
  type DigestScene,
  monday,
  setUp as setUpDigests,
  soon,
  tent,
  toText,
  tuesday,
} from './digest-scene.ts';

const { ViewChannel, SendMessages, ReadMessageHistory } = PermissionFlagsBits;
const secret = 'We decided to fire the treasurer.';
const gates = 'We agreed to open the gates at ten.';

/** Also two channels: `board`, which only Ann and the bot can read, and `kitchen`. */
async function setUp(...given: Parameters<typeof setUpDigests>) {
  const scene = await setUpDigests(...given);
  const kitchen = scene.world.addChannel(scene.guild, { name: 'kitchen' });
  return { ...scene, kitchen, board: scene.addClosed('board') };
}
type Scene = Awaited<ReturnType<typeof setUp>>;

const toSources = (...places: readonly { readonly id: string }[]) => ({
  sources: { kind: 'channels' as const, channelIds: places.map(({ id }) => id) },
});

describe('a digest', () => {
  test('of two channels and a thread names where each message is, and its buttons work after a restart', async () => {
    const scene = await setUp();
    const { world, channel, kitchen, ann } = scene;
    await scene.create(toSources(channel, kitchen));
    scene.say(tent);
    const start = scene.say("I'll cook soup for 40 people on Saturday.", kitchen);
    const thread = world.addThread(kitchen, { name: 'soup', owner: ann, from: start });
    scene.say("I'll buy 20 kilos of potatoes by Friday.", thread);
    for (const place of [channel, kitchen, thread])
      scene.say('Good idea, thanks a lot for doing this!', place);
    scene.due();
    const text = await scene.nextPost(1);
    for (const words of ['big tent', 'soup', 'potatoes']) expect(text).toContain(words);
    expect(text).toContain('**\\\\#kitchen**');
    expect(text).not.toMatch(/Regenerate|duplicate/);
    await scene.restart();
    expect(await scene.sources(scene.posted()[0])).toContain('kitchen');
    expect(toText(scene.posted()[0])).toContain('big tent');
  });
});

test('a digest asks for archived threads only where one was archived since the last run', async () => {
  const scene = await setUp();
  const { world, channel, kitchen, ann, playground } = scene;
  await scene.create(toSources(channel, kitchen));
  const thread = world.addThread(kitchen, { name: 'soup', owner: ann });
  scene.say(tent, thread);
  world.archive(thread);
  await expect
    .poll(() => scene.running().client.channels.cache.get(thread.id))
    .toMatchObject({ archived: true });
  scene.due();
  expect(await scene.nextPost(1)).toContain('big tent');
  const asked = playground.exchanges.filter(({ path }) => path.includes('/threads/archived/'));
  expect(asked.map(({ path }) => path.includes(kitchen.id))).toEqual([true]);
});

describe('nobody reads in a digest what they could not read in Discord:', () => {
  /** What is said before the digest is due, beside what everybody may read. */
  const unread: readonly (readonly [string, (scene: Scene) => unknown])[] = [
    [
      'a channel of a category that some readers of the destination cannot see is left out',
      async ({ world, guild, ann, create }) => {
        const parent = world.addChannel(guild, { name: 'Fair', kind: 'category' });
        const open = world.addChannel(guild, { name: 'open', parent });
        const overwrites = [{ role: guild, deny: ViewChannel }];
        const hidden = world.addChannel(guild, { name: 'hidden', parent, overwrites });
        await create(toSources(parent));
        world.addMessage(open, { by: ann, content: tent });
        world.addMessage(hidden, { by: ann, content: secret });
      },
    ],
    [
      'a private thread is never read',
      ({ world, channel, ann, say }) => {
        const how = { name: 'hidden', owner: ann, isPrivate: true, members: [ann] };
        say(secret, world.addThread(channel, how));
      },
    ],
    [
      'what somebody wrote who opted out is not read',
      async ({ running, bob, say }) => {
        await running().store.privacy.setOptedOut(bob.id, true);
        say(secret);
      },
    ],
    [
      'a forward from a channel that is no source loses its text',
      ({ world, channel, board, ann, say }) =>
        world.addMessage(channel, { by: ann, content: '', forwardOf: say(secret, board) }),
    ],
  ];
  test.each(unread)('%s', async (_, prepare) => {
    const scene = await setUp();
    await prepare(scene);
    if ((await scene.list()).length === 0) await scene.create();
    scene.say(tent, scene.channel, scene.ann);
    scene.due();
    const text = await scene.nextPost(1);
    expect(text).toContain('big tent');
    expect(text).not.toMatch(/treasurer|hidden|Bob:/);
  });

  /** Posts what two channels said only after Discord has refused it and something has changed. */
  async function postLate(
    scene: Scene,
    places: { readonly other: Scene['channel']; readonly destination: Scene['channel'] },
    change: (said: { readonly id: string }, digest: Digest) => unknown,
  ) {
    const { faults } = scene.playground;
    const { other, destination } = places;
    const to = { destination: { kind: 'channel' as const, channelId: destination.id } };
    const digest = await scene.create({ ...toSources(scene.channel, other), ...to });
    scene.say(tent);
    const said = scene.say(secret, other);
    faults.failWith(503, `POST /channels/${destination.id}/messages`, 100);
    scene.due();
    await scene.attemptFailed();
    await change(said, digest);
    faults.clear();
    scene.due(monday, '09:30');
    const text = await scene.nextPost(1);
    expect(text).toContain('big tent');
    expect(text).not.toContain('treasurer');
  }

  test('what a channel said that is closed while the post waits is not posted', async () => {
    const scene = await setUp();
    const { world, guild, kitchen, news } = scene;
    await postLate(scene, { other: kitchen, destination: news }, () =>
      world.overwrite(kitchen, { role: guild, deny: ViewChannel }),
    );
  });

  test.each([
    ['the bot too', false],
    ['others only', true],
  ])('what was closed just now to %s is not posted, before an event has told so', async (_, isForBot) => {
    const scene = await setUp();
    const { world, guild, channel, kitchen, playground } = scene;
    if (isForBot) world.overwrite(kitchen, { member: world.bot, allow: ViewChannel });
    await scene.create(toSources(channel, kitchen));
    scene.say(tent);
    scene.say(secret, kitchen);
    await expect.poll(() => scene.running().client.channels.cache.has(kitchen.id)).toBe(true);
    playground.faults.delayEvents(600_000);
    world.overwrite(kitchen, { role: guild, deny: ViewChannel });
    scene.due();
    await scene.attemptFailed();
    scene.due(monday, '09:30');
    const text = await scene.nextPost(1);
    expect(text).toContain('big tent');
    expect(text).not.toContain('treasurer');
  });

  test('a summary that waits is not posted where the digest was moved to, if not all may read it there', async () => {
    const scene = await setUp();
    const places = { other: scene.board, destination: scene.addClosed('inner') };
    await postLate(scene, places, (_, digest) =>
      scene.running().bot.digests?.edit(scene.guild.id, digest.id, {
        ...toDigestChoice(digest),
        destination: { kind: 'channel', channelId: scene.news.id },
      }),
    );
  });

  test('a message that is deleted while the post waits and the bot is away is not posted', async () => {
    const scene = await setUp();
    await postLate(scene, { other: scene.kitchen, destination: scene.news }, async said => {
      await scene.running().client.destroy();
      scene.world.removeMessage(said);
      await scene.restart();
    });
  });

  test('a destination that was opened to everyone since gets nothing from a closed channel', async () => {
    const scene = await setUp();
    const { world, guild, news, channel } = scene;
    const role = world.addRole(guild, { name: 'team' });
    for (const place of [news, channel]) {
      world.overwrite(place, { role: guild, deny: ViewChannel });
      world.overwrite(place, { role, allow: ViewChannel });
      world.overwrite(place, { member: world.bot, allow: ViewChannel });
    }
    await scene.create();
    scene.say(tent);
    scene.due();
    expect(await scene.nextPost(1)).toContain('big tent');
    world.overwrite(news, { role: guild, allow: ViewChannel });
    scene.due(tuesday, '08:00');
    scene.say(secret);
    scene.due(tuesday);
    await scene.paused('no_sources');
    expect(scene.posted()).toHaveLength(1);
  });
});

/** Why a digest pauses, and what its creator is told in their own language. */
const pauses: readonly (readonly [string, string, PauseReason, (scene: DigestScene) => unknown])[] = [
  ['its destination is gone', 'no longer exists', 'destination_gone', s => s.world.removeChannel(s.news)],
  [
    'the bot may no longer post there',
    'permission to post',
    'destination_denied',
    s => s.world.overwrite(s.news, { member: s.world.bot, deny: SendMessages }),
  ],
  [
    'its earlier posts cannot be looked for',
    'is paused',
    'destination_unreadable',
    s => s.world.overwrite(s.news, { member: s.world.bot, deny: ReadMessageHistory }),
  ],
  [
    'the bot can no longer read any of its channels',
    'channels',
    'no_sources',
    s => s.world.overwrite(s.channel, { member: s.world.bot, deny: ReadMessageHistory }),
  ],
  [
    'Discord hides the text of its messages',
    'Message Content Intent',
    'content_hidden',
    s => s.world.approve({ messageContent: false }),
  ],
  [
    'the settings of its server are unreadable, because a review may be required',
    'is paused: the settings of the server cannot be read',
    'settings_unreadable',
    s => s.running().store.settings.change(s.guild.id, () => ({ review: 'always' as never })),
  ],
];

describe('a digest is paused, and its creator is told,', () => {
  test.each(pauses)('when %s', async (_, words, reason, change) => {
    const scene = await setUp();
    const { id } = await scene.create({ language: 'de' });
    scene.say(tent);
    await change(scene);
    scene.due();
    await scene.paused(reason);
    expect(scene.posted()).toEqual([]);
    await scene.isTold(words);
    if (reason !== 'settings_unreadable') return;
    await scene.running().store.settings.set(scene.guild.id, {});
    await scene.running().bot.digests?.resume(scene.guild.id, id);
    scene.due(tuesday);
    expect(await scene.nextPost(1)).toContain('450 euros');
  });
});

describe('a run that meets trouble', () => {
  test('of a store that lost its last changes edits the post instead of posting again', async () => {
    const scene = await setUp();
    const { running, guild, news } = scene;
    const before = await scene.create();
    scene.say(tent);
    scene.due();
    await scene.hasRun();
    const [posted] = await scene.list();
    // Discord does not remember the nonce for so long.
    scene.due(monday, '09:10');
    scene.say(gates);
    await running().store.digests.update(guild.id, before.id, () => before);
    await running().store.summaries.remove(guild.id, posted?.lastSummaryId ?? '');
    // What Discord says of a channel may lag behind its messages.
    Object.assign(news, { lastMessageId: null });
    await scene.restart();
    await vi.waitUntil(() => toText(scene.posted()[0]).includes('gates'), soon);
    expect(toText(scene.posted()[0])).toContain('big tent');
    expect(scene.posted()).toHaveLength(1);
  });
});
