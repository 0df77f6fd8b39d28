import type { OptionValue } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, test, vi } from 'vitest';
import { sure } from '../../sure.ts';
import { summarized, toShown } from '../scene.ts';
import {
  create,
  monday,
  nextPost,
  openDigest,
  paused,
  posts,
  say,
  setUp,
  soon,
  toText,
  tuesday,
} from './digest-scene.ts';

type SetUp = Awaited<ReturnType<typeof setUp>>;

async function ask(scene: SetUp, subcommand: string, options: Readonly<Record<string, OptionValue>> = {}) {
  const { actions, ann, channel } = scene;
  const view = await actions.slash({ user: ann, channel, command: 'digest', subcommand, options });
  return toShown(
    (await view.until(({ message }) => (message?.content ?? '') !== '' || (message?.embeds.length ?? 0) > 0))
      .message,
  );
}

test('a digest is posted in the language of its summary, and its creator is told in their own', async () => {
  const scene = await setUp();
  const { world, guild, ann, news } = scene;
  await create(scene, { language: 'de' });
  const forum = world.addChannel(guild, { name: 'digests', kind: 'forum' });
  await create(scene, { language: 'de', destination: { kind: 'forum', channelId: forum.id } });
  say(scene, 'We decided to rent the big tent for 450 euros.');
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  expect(await nextPost(scene, 1)).toContain('täglich um 09:00 Uhr (UTC) · der nächste: <t:');
  expect(toShown(posts(scene, news)[0] ?? null)).toContain('"Mehr"');
  const fetchTitles = async () => {
    const { threads } = await (
      await scene.running().client.guilds.fetch(guild.id)
    ).channels.fetchActiveThreads();
    return threads.map(({ name }) => name);
  };
  await expect.poll(fetchTitles, soon).toEqual(['Digest vom 5. März 2091']);

  world.removeChannel(forum);
  scene.jumpTo(`${tuesday}T09:00:00.000Z`);
  const direct = world.openDirect(ann);
  await vi.waitUntil(() => posts(scene, direct).length > 0, soon);
  expect(posts(scene, direct)[0]?.content).toMatch(
    /^\*\*Digest\*\* · Fair · every day at 09:00 \(UTC\)\nYour digest for <#\d+> is paused: its channel/,
  );
});

test('a digest is paused while the settings of its server are unreadable, because a review may be required', async () => {
  const scene = await setUp();
  const { news, ann, world, guild } = scene;
  const digest = await create(scene);
  say(scene, 'We decided to rent the big tent for 450 euros.');
  const { store } = scene.running();
  await store.settings.change(guild.id, () => ({ review: 'always' as never }));
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  await paused(scene, 'settings_unreadable');
  expect(posts(scene, news)).toEqual([]);
  const direct = world.openDirect(ann);
  const told = () =>
    posts(scene, direct)
      .map(({ content }) => content)
      .join('\n');
  await expect.poll(told, soon).toContain('is paused: the settings of the server cannot be read');
  await store.settings.set(guild.id, {});
  await scene.running().bot.digests?.resume(guild.id, digest?.id ?? '');
  scene.jumpTo(`${tuesday}T09:00:00.000Z`);
  expect(await nextPost(scene, 1)).toContain('450 euros');
});

test('a digest is paused where its earlier posts cannot be looked for', async () => {
  const scene = await setUp();
  const { world, news } = scene;
  await create(scene);
  say(scene, 'We decided to rent the big tent for 450 euros.');
  world.overwrite(news, { member: world.bot, deny: Flags.ReadMessageHistory });
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  await paused(scene, 'destination_unreadable');
  expect(posts(scene, news)).toEqual([]);
});

test('the post of a digest that waits for its review names the digest, not a person', async () => {
  const scene = await setUp();
  const { actions, ann, news } = scene;
  await create(scene, { review: true });
  say(scene, 'We decided to rent the big tent for 450 euros.');
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  const held = await nextPost(scene, 1);
  expect(held).toMatch(
    /^The summary of this digest will appear here once it has been reviewed\.\n\*\*Digest\*\* · every day/,
  );
  const message = sure(posts(scene, news)[0]);
  const review = await summarized(await actions.press({ user: ann, message, label: 'Review' }));
  if (!review.message) throw new Error('no review');
  await actions.press({ user: ann, message: review.message, label: 'Publish' });
  await vi.waitUntil(() => toText(posts(scene, news)[0]).includes('big tent'), soon);
  expect(posts(scene, news)[0]?.content).toMatch(/^\*\*Digest\*\* · every day/);
});

test('digests with the same place and schedule have different labels, as in the list', async () => {
  const scene = await setUp();
  const { world, guild, news } = scene;
  const long = world.addChannel(guild, { name: 'x'.repeat(90) });
  await create(scene);
  await create(scene);
  for (let count = 0; count < 2; count += 1)
    await create(scene, { destination: { kind: 'channel', channelId: long.id } });
  const focused = { name: 'digest', value: '' };
  const { actions, ann, channel } = scene;
  const options = { user: ann, channel, command: 'digest', subcommand: 'set', focused };
  const labels = (await actions.autocomplete(options)).map(({ name }) => name);
  expect(labels.slice(0, 2)).toEqual([1, 2].map(n => `${n}. #news · every day at 09:00 (UTC)`));
  expect(new Set(labels).size).toBe(4);
  expect(labels.every(({ length }) => length <= 100)).toBe(true);
  const list = await ask(scene, 'list');
  for (const label of labels) expect(list).toContain(`"label":"${label}"`);
  expect(list).toContain(`2. **every day at 09:00 (UTC)**: <#${channel.id}> → <#${news.id}>`);
});

test('deleted channels are said to be deleted', async () => {
  const scene = await setUp();
  const { world, guild, channel } = scene;
  const kitchen = world.addChannel(guild, { name: 'kitchen' });
  const place = world.addChannel(guild, { name: 'place' });
  const category = world.addChannel(guild, { name: 'projects', kind: 'category' });
  const channelIds = [kitchen.id, channel.id];
  const digest = await create(scene, { sources: { kind: 'channels', channelIds } });
  const other = await create(scene, {
    sources: { kind: 'channels', channelIds: [category.id] },
    destination: { kind: 'channel', channelId: place.id },
  });
  for (const each of [kitchen, place, category]) world.removeChannel(each);
  const reads = `<#${channel.id}> and 1 deleted channel`;
  expect(toShown((await openDigest(scene, digest?.id ?? '')).message)).toContain(`**Summarizes:** ${reads}`);
  expect(await ask(scene, 'set', { digest: digest?.id ?? '' })).toContain('**Left out:** 1 deleted channel');
  const gone = toShown((await openDigest(scene, other?.id ?? '')).message);
  expect(gone).toContain('**Summarizes:** 1 deleted channel');
  expect(gone).toContain('**Posts in:** 1 deleted channel');
  const list = await ask(scene, 'list');
  expect(list).toContain(reads);
  expect(list).not.toContain('can’t see');
});
