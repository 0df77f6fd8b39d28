import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import type { NewDigest } from '../../../src/core/digests/run.ts';
import { sure } from '../../sure.ts';
import { readReply, summarized, toLabels, told, toShown } from '../scene.ts';
import * as base from './digest-scene.ts';
import { soon, tent } from './digest-scene.ts';

const { ViewChannel, ManageGuild } = PermissionFlagsBits;

/** Digests of two channels in Ann's direct messages. */
async function setUp() {
  const scene = await base.setUp();
  const { world, guild, channel, ann, bob } = scene;
  const kitchen = world.addChannel(guild, { name: 'kitchen' });
  const direct = world.openDirect(ann);
  const channelIds = [channel.id, kitchen.id];
  return {
    ...scene,
    kitchen,
    direct,
    create: (changes: Partial<NewDigest> = {}) =>
      scene.create({ sources: { kind: 'channels', channelIds }, destination: { kind: 'dm' }, ...changes }),
    promote: () => {
      const role = world.addRole(guild, { name: 'managers', permissions: ManageGuild });
      world.giveRole(guild, bob, role);
      return role;
    },
    stored: async () => (await scene.list())[0],
    /** Something is said in both channels, and what a digest then posts. */
    talk: () => {
      scene.say(tent);
      return scene.say('We decided to serve soup for lunch.', kitchen);
    },
    post: async (place: { readonly id: string } = direct) => {
      await scene.nextPost(1, place);
      await vi.waitUntil(async () => (await scene.list())[0]?.run === null, soon);
      return sure(scene.posted(place)[0]);
    },
  };
}

describe('a digest in direct messages', () => {
  test('is previewed, created, sent to its creator and has working buttons, also after a restart', async () => {
    const scene = await setUp();
    const { actions, ann, direct, channel, running } = scene;
    const view = await summarized(
      await scene.run('digest set', { when: 'daily 09:00', direct_message: true, review: true }),
    );
    expect(toShown(view)).toContain(`direct messages to <@${ann.id}>`);
    expect(toShown(view)).toContain(`only <@${ann.id}>`);
    await scene.choose(view, [channel]);
    await vi.waitUntil(() => !view.message?.content.startsWith('Choose the channels'), soon);
    await scene.press(view, 'Create');
    await expect.poll(scene.stored, soon).toMatchObject({ destination: { kind: 'dm' }, review: false });
    scene.talk();
    scene.due();
    const post = await scene.post();
    expect(toShown(post)).toContain('big tent');
    expect(post.content).toContain('**Digest** · Fair · every day at 09:00');
    await scene.restart();
    expect(await scene.sources(post)).toContain('big tent');
    const thanks = await told(await scene.pressAction(post, 'helpful'));
    await actions.submit(await scene.press(thanks, 'Add a comment'), { reason: 'short' });
    const { store } = running();
    const kept = sure((await store.summaries.askedBy(ann.id))[0]);
    const given = () => store.feedback.get(kept.guildId, kept.summaryId);
    await expect.poll(given, soon).toMatchObject([{ reason: 'short' }]);
    expect(toLabels(await scene.openMore(post))).toEqual([['Why', 'As text', 'Delete'], ['Save as']]);
    await scene.more(post, 'Delete');
    await expect.poll(() => scene.posted(direct), soon).toEqual([]);
    expect(await store.summaries.get(null, kept.summaryId)).toBeNull();
  });

  test('reads the channels that its creator may read, except age-restricted ones', async () => {
    const scene = await setUp();
    const { world, guild, channel, bob, kitchen, direct } = scene;
    const adult = world.addChannel(guild, { name: 'adult', isAgeRestricted: true });
    world.overwrite(kitchen, { member: bob, deny: ViewChannel });
    const channelIds = [channel, kitchen, adult].map(({ id }) => id);
    await scene.create({ sources: { kind: 'channels', channelIds } });
    scene.talk();
    scene.say('We decided to open the casino.', adult);
    scene.due();
    await vi.waitUntil(() => scene.posted(direct).some(({ embeds }) => embeds.length > 0), soon);
    const text = scene.posted(direct).map(toShown).join();
    expect(text).toContain('soup');
    expect(text).not.toContain('casino');
    expect(text).toContain(`leaves out <#${adult.id}>`);
  });

  test('cannot be opened once its creator has lost access to a source, and drops deleted messages', async () => {
    const scene = await setUp();
    const { world, bob, channel } = scene;
    scene.promote();
    await scene.create({ creatorId: bob.id });
    const soup = scene.talk();
    scene.due();
    const direct = world.openDirect(bob);
    await scene.post(direct);
    world.removeMessage(soup);
    const shown = () => toShown(scene.posted(direct)[0] ?? null);
    await vi.waitUntil(() => !shown().includes('soup'), soon);
    expect(shown()).toContain('big tent');
    world.overwrite(channel, { member: bob, deny: ViewChannel });
    const sources = await scene.sources(scene.posted(direct)[0], bob);
    expect(sources).toContain('Du kannst diesen Kanal nicht sehen');
    expect(sources).not.toContain('big tent');
  });

  test('needs Manage Server, and only its creator can choose it', async () => {
    const scene = await setUp();
    const { world, guild, bob, ann } = scene;
    const { id } = await scene.create();
    const set = (options: object) =>
      readReply(scene.run('digest set', { ...options, direct_message: true }, bob));
    expect(await set({ when: 'daily 09:00' })).toContain('Du brauchst die Berechtigung **Server verwalten**');
    const role = scene.promote();
    expect(await set({ digest: id })).toContain(`Nur <@${ann.id}>`);
    await scene.create({ creatorId: bob.id });
    scene.talk();
    world.takeRole(guild, bob, role);
    scene.due();
    await scene.paused('creator_demoted');
  });

  test('is shown by /privacy, and deleted with its posts', async () => {
    const scene = await setUp();
    const { direct, bob } = scene;
    await scene.create();
    await scene.create({ creatorId: bob.id });
    scene.talk();
    scene.due();
    await scene.post();
    const shown = await summarized(await scene.run('privacy show'));
    expect(shown.message?.embeds[0]?.description).toContain('**Digests you created**: 1');
    await scene.press(shown, 'Delete my data');
    await expect.poll(() => shown.message?.content).toContain('This deletes');
    await scene.press(shown, 'Delete my data');
    await expect.poll(() => shown.message?.content).toContain('and 1 digest.');
    expect(scene.posted(direct)).toEqual([]);
    expect((await scene.list()).map(({ creatorId }) => creatorId)).toEqual([bob.id]);
  });
});

describe('a forum', () => {
  test.each(['itself', 'in a category'])('is read with its posts, %s', async as => {
    const scene = await setUp();
    const { world, guild, bob, channel } = scene;
    const category = world.addChannel(guild, { name: 'projects', kind: 'category' });
    const ideas = world.addChannel(guild, { name: 'ideas', kind: 'forum', parent: category });
    const content = 'We decided to build a stage of 12 pallets.';
    world.addPost(ideas, { title: 'Stage', message: { by: bob, content } });
    const channelIds = as === 'itself' ? [ideas.id, channel.id] : [category.id];
    await scene.create({ sources: { kind: 'channels', channelIds } });
    scene.due();
    const post = await scene.post();
    expect(toShown(post)).toContain('pallets');
    expect(await scene.sources(post)).toContain('pallets');
    for (const who of [{ role: guild }, { member: world.bot }])
      world.overwrite(ideas, { ...who, deny: ViewChannel });
    expect(await scene.sources(post)).not.toContain('pallets');
  });

  test.each([
    { title: 'gets the tag that somebody chose in version 0.2.0', names: ['daily', 'weekly'], moderated: [] },
    {
      title: 'that requires a tag gets the first that the bot may set',
      names: ['official', 'weekly'],
      moderated: ['official'],
    },
  ])('$title', async ({ names, moderated }) => {
    const scene = await setUp();
    const forum = scene.world.addChannel(scene.guild, {
      name: 'digests',
      kind: 'forum',
      tags: names,
      moderatedTags: moderated,
      isTagRequired: true,
    });
    const tagId = forum.tags.find(({ name }) => name === 'weekly')?.id ?? '';
    const chosen = moderated.length === 0 && { tagId };
    await scene.create({ destination: { kind: 'forum', channelId: forum.id, ...chosen } });
    scene.talk();
    scene.due();
    const tags = async () => (await scene.listPosts(forum)).map(({ appliedTags }) => appliedTags);
    await expect.poll(tags, soon).toEqual([[tagId]]);
  });

  test('that requires a tag and has none that the bot may set is refused', async () => {
    const scene = await setUp();
    const closed = scene.world.addChannel(scene.guild, {
      name: 'closed',
      kind: 'forum',
      tags: ['official'],
      moderatedTags: ['official'],
      isTagRequired: true,
    });
    const options = { when: 'daily 09:00', post_in: { id: closed.id } };
    expect(await readReply(scene.run('digest set', options))).toContain('it has none that I can set');
  });
});
