import type { InteractionView } from '@footnote/playground/discord';
import { MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import type { NewDigest } from '../../../src/core/digests/run.ts';
import { sure } from '../../sure.ts';
import {
  openMore,
  pressMore,
  readReply,
  readSummary,
  summarized,
  toLabels,
  told,
  toShown,
} from '../scene.ts';
import * as base from './digest-scene.ts';
import { monday, soon } from './digest-scene.ts';

const { ViewChannel, ManageGuild } = PermissionFlagsBits;
const { Ephemeral } = MessageFlags;

async function setUp() {
  const scene = await base.setUp();
  const kitchen = scene.world.addChannel(scene.guild, { name: 'kitchen' });
  return { ...scene, kitchen, direct: scene.world.openDirect(scene.ann) };
}

type SetUp = Awaited<ReturnType<typeof setUp>>;

/** A digest of two channels in Ann's direct messages. */
function create(scene: SetUp, changes: Partial<NewDigest> = {}) {
  return base.create(scene, {
    sources: { kind: 'channels', channelIds: [scene.channel.id, scene.kitchen.id] },
    destination: { kind: 'dm' },
    ...changes,
  });
}

function talk({ world, channel, kitchen, bob }: SetUp) {
  return {
    tent: world.addMessage(channel, { by: bob, content: 'We decided to rent the big tent for 450 euros.' }),
    soup: world.addMessage(kitchen, { by: bob, content: 'We decided to serve soup for lunch.' }),
  };
}

/** The bot's posts, oldest first, without its private answers to Ann. */
function posts(scene: SetUp, place: { readonly id: string }) {
  return base.posts(scene, place).filter(({ flags = 0 }) => (flags & Ephemeral) === 0);
}

async function posted(scene: SetUp, place: { readonly id: string } = scene.direct) {
  await vi.waitUntil(() => posts(scene, place).length > 0, soon);
  await vi.waitUntil(async () => (await stored(scene))?.run === null, soon);
  const post = sure(posts(scene, place)[0]);
  return post;
}

async function stored({ running, guild }: SetUp) {
  const [digest] = await running().store.digests.list(guild.id);
  return digest;
}

async function press(scene: SetUp, label: string, user = scene.ann, place = scene.direct) {
  const message = sure(posts(scene, place)[0]);
  return (await scene.press(message, label, user)).settled();
}

async function asked(scene: SetUp, subcommand: string, options: Record<string, unknown>, user = scene.ann) {
  const { actions, channel } = scene;
  return actions.slash({ user, channel, command: 'digest', subcommand, options } as Parameters<
    typeof actions.slash
  >[0]);
}

/** Chooses the channel of the talk in a preview. */
async function chooseChannel({ actions, ann: user, channel }: SetUp, view: InteractionView) {
  const customId = /digest-draft:[\w-]+:channels/.exec(toShown(view.message))?.[0] ?? '';
  if (!view.message) throw new Error('no preview');
  await actions.select({ user, message: view.message, customId, values: [channel] });
  await vi.waitUntil(() => !view.message?.content.startsWith('Choose the channels'), soon);
}

describe('a digest in direct messages', () => {
  test('is previewed, created, sent to its creator and has working buttons, also after a restart', async () => {
    const scene = await setUp();
    const { actions, ann, direct } = scene;
    const view = await summarized(
      await asked(scene, 'set', { when: 'daily 09:00', direct_message: true, review: true }),
    );
    expect(toShown(view.message)).toContain(`direct messages to <@${ann.id}>`);
    expect(toShown(view.message)).toContain(`only <@${ann.id}>`);
    await chooseChannel(scene, view);
    if (!view.message) throw new Error('no preview');
    await actions.press({ user: ann, message: view.message, label: 'Create' });
    await vi.waitUntil(async () => (await stored(scene)) !== undefined, soon);
    expect(await stored(scene)).toMatchObject({ destination: { kind: 'dm' }, review: false });
    talk(scene);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    expect(toShown(await posted(scene))).toContain('big tent');
    expect(posts(scene, direct)[0]?.content).toContain('**Digest** · Fair · every day at 09:00');
    await scene.restart();
    expect(toShown((await press(scene, 'Sources')).message)).toContain('big tent');
    const [message] = posts(scene, direct);
    const helpful = /summary:[\w-]+:helpful/.exec(toShown(message ?? null))?.[0] ?? '';
    if (!message) throw new Error('no post');
    const thanks = await told(await actions.press({ user: ann, message, customId: helpful }));
    if (!thanks.message) throw new Error('no thanks');
    const form = await actions.press({ user: ann, message: thanks.message, label: 'Add a comment' });
    await actions.submit(form, { reason: 'short' });
    const { store } = scene.running();
    const kept = sure((await store.summaries.askedBy(ann.id))[0]);
    const given = () => store.feedback.get(kept.guildId, kept.summaryId);
    await vi.waitUntil(async () => (await given())[0]?.reason === 'short', soon);
    expect(toLabels(await openMore(actions, message, ann))).toEqual([['Why', 'Delete'], ['Save as']]);
    await pressMore(actions, message, 'Delete', ann);
    await vi.waitUntil(() => posts(scene, direct).length === 0, soon);
    expect(await store.summaries.get(null, kept.summaryId)).toBeNull();
  });

  test('reads the channels that its creator may read, except age-restricted ones', async () => {
    const scene = await setUp();
    const { world, guild, channel, bob, kitchen } = scene;
    const adult = world.addChannel(guild, { name: 'adult', isAgeRestricted: true });
    world.overwrite(kitchen, { member: bob, deny: ViewChannel });
    await create(scene, {
      sources: { kind: 'channels', channelIds: [channel.id, kitchen.id, adult.id] },
    });
    talk(scene);
    world.addMessage(adult, { by: bob, content: 'We decided to open the casino.' });
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await vi.waitUntil(() => posts(scene, scene.direct).some(({ embeds }) => embeds.length > 0), soon);
    const text = posts(scene, scene.direct).map(toShown).join();
    expect(text).toContain('soup');
    expect(text).not.toContain('casino');
    expect(text).toContain(`leaves out <#${adult.id}>`);
  });

  test('cannot be opened once its creator has lost access to a source, and drops deleted messages', async () => {
    const scene = await setUp();
    const { world, guild, bob, channel } = scene;
    const role = world.addRole(guild, { name: 'managers', permissions: ManageGuild });
    world.giveRole(guild, bob, role);
    await create(scene, { creatorId: bob.id });
    const { soup } = talk(scene);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const direct = world.openDirect(bob);
    const read = () => scene.actions.read(bob, direct, 10);
    await vi.waitUntil(() => read().length > 0, soon);
    await vi.waitUntil(async () => (await stored(scene))?.run === null, soon);
    world.removeMessage(soup);
    await vi.waitUntil(() => !toShown(read()[0] ?? null).includes('soup'), soon);
    expect(toShown(read()[0] ?? null)).toContain('big tent');
    world.overwrite(channel, { member: bob, deny: ViewChannel });
    const message = sure(read()[0]);
    const view = await (
      await scene.actions
        .press({ user: bob, message, label: 'Quellen' })
        .catch(() => scene.press(message, 'Sources', bob))
    ).settled();
    expect(view.message?.content).toContain('Du kannst diesen Kanal nicht sehen');
    expect(toShown(view.message)).not.toContain('big tent');
  });

  test('is sent once although the bot crashes after it was sent', async () => {
    const scene = await setUp();
    await create(scene);
    talk(scene);
    scene.playground.faults.loseAnswer(`POST /channels/${scene.direct.id}/messages`, 1);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await vi.waitUntil(() => posts(scene, scene.direct).length > 0, soon);
    await scene.crash(() => scene.jumpTo(`${monday}T09:30:00.000Z`));
    await posted(scene);
    expect(posts(scene, scene.direct)).toHaveLength(1);
  });

  test('pauses while its creator does not accept direct messages, says so in the list, and resumes after that', async () => {
    const scene = await setUp();
    const { world, ann } = scene;
    await create(scene);
    talk(scene);
    world.refuseDirect(ann);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await vi.waitUntil(async () => (await stored(scene))?.paused?.reason === 'direct_closed', soon);
    expect(await readSummary(asked(scene, 'list', {}))).toContain('does not accept direct messages from me');
    world.refuseDirect(ann, false);
    await scene.press(await base.openDigest(scene, (await stored(scene))?.id ?? ''), 'Resume');
    expect(toShown(await posted(scene))).toContain('big tent');
    expect(posts(scene, scene.direct)).toHaveLength(1);
  });

  test('needs Manage Server, and only its creator can choose it', async () => {
    const scene = await setUp();
    const { world, guild, bob, ann } = scene;
    const digest = await create(scene);
    const own = { when: 'daily 09:00', direct_message: true };
    expect(await readReply(asked(scene, 'set', own, bob))).toContain('Du brauchst **Server verwalten**');
    const role = world.addRole(guild, { name: 'managers', permissions: ManageGuild });
    world.giveRole(guild, bob, role);
    const edited = await told(await asked(scene, 'set', { digest: digest?.id, direct_message: true }, bob));
    expect(edited.message?.content).toContain(`Nur <@${ann.id}>`);
    const bobs = await create(scene, { creatorId: bob.id });
    talk(scene);
    world.takeRole(guild, bob, role);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const { digests } = scene.running().store;
    const reason = async () => (await digests.get(guild.id, bobs?.id ?? ''))?.paused?.reason;
    await vi.waitUntil(async () => (await reason()) === 'creator_demoted', soon);
  });

  test('is shown by /privacy, and deleted with its posts', async () => {
    const scene = await setUp();
    const { actions, ann, channel, direct, guild, bob, running } = scene;
    await create(scene);
    await create(scene, { creatorId: bob.id });
    talk(scene);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await posted(scene);
    const privacy = { user: ann, channel, command: 'privacy' };
    const shown = await summarized(await actions.slash({ ...privacy, subcommand: 'show' }));
    expect(shown.message?.embeds[0]?.description).toContain('**Digests you created**: 1');
    if (!shown.message) throw new Error('nothing shown');
    await actions.press({ user: ann, message: shown.message, label: 'Delete my data' });
    await expect.poll(() => shown.message?.content).toContain('and 1 digest.');
    expect(posts(scene, direct)).toEqual([]);
    const left = await running().store.digests.list(guild.id);
    expect(left.map(({ creatorId }) => creatorId)).toEqual([bob.id]);
  });
});

test('a digest drops the claims of a channel that is deleted while the bot is down', async () => {
  const scene = await setUp();
  const { world, news, kitchen, bob, ann } = scene;
  await create(scene, { destination: { kind: 'channel', channelId: news.id } });
  talk(scene);
  const thread = world.addThread(kitchen, { name: 'bread', owner: ann });
  world.addMessage(thread, { by: bob, content: 'We decided to bake 40 loaves of bread.' });
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  expect(toShown(await posted(scene, news))).toContain('loaves');
  await scene.running().client.destroy();
  world.removeChannel(kitchen);
  await scene.restart();
  const sources = toShown((await press(scene, 'Sources', bob, news)).message);
  expect(sources).toContain('big tent');
  expect(sources).not.toMatch(/soup|loaves/);
  const shown = () => toShown(posts(scene, news)[0] ?? null);
  await vi.waitUntil(() => !/soup|loaves/.test(shown()), soon);
  expect(shown()).toContain('big tent');
});

describe('a forum', () => {
  test.each(['itself', 'in a category'])('is read with its posts, %s', async as => {
    const scene = await setUp();
    const { world, guild, bob } = scene;
    const category = world.addChannel(guild, { name: 'projects', kind: 'category' });
    const ideas = world.addChannel(guild, { name: 'ideas', kind: 'forum', parent: category });
    const content = 'We decided to build a stage of 12 pallets.';
    world.addPost(ideas, { title: 'Stage', message: { by: bob, content } });
    await create(scene, {
      sources:
        as === 'itself'
          ? { kind: 'channels', channelIds: [ideas.id, scene.channel.id] }
          : { kind: 'channels', channelIds: [category.id] },
    });
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    expect(toShown(await posted(scene))).toContain('pallets');
    expect(toShown((await press(scene, 'Sources')).message)).toContain('pallets');
    world.overwrite(ideas, { role: guild, deny: ViewChannel });
    world.overwrite(ideas, { member: scene.playground.applicationId, deny: ViewChannel });
    expect(toShown((await press(scene, 'Sources')).message)).not.toContain('pallets');
  });

  test('gets the tag that somebody chose in version 0.2.0', async () => {
    const scene = await setUp();
    const { world, guild } = scene;
    const tags = ['daily', 'weekly'];
    const forum = world.addChannel(guild, { name: 'digests', kind: 'forum', tags, isTagRequired: true });
    const tagId = forum.tags.find(({ name }) => name === 'weekly')?.id ?? '';
    await create(scene, { destination: { kind: 'forum', channelId: forum.id, tagId } });
    talk(scene);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const client = await scene.running().client.guilds.fetch(guild.id);
    const find = async () => (await client.channels.fetchActiveThreads()).threads.first();
    await vi.waitUntil(find, soon);
    expect((await find())?.appliedTags).toEqual([tagId]);
  });

  test('that requires a tag gets the first that the bot may set, and pauses the digest without one', async () => {
    const scene = await setUp();
    const { world, guild } = scene;
    const forum = world.addChannel(guild, {
      name: 'digests',
      kind: 'forum',
      tags: ['official', 'weekly'],
      moderatedTags: ['official'],
      isTagRequired: true,
    });
    await create(scene, { destination: { kind: 'forum', channelId: forum.id } });
    talk(scene);
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    const client = await scene.running().client.guilds.fetch(guild.id);
    const find = async () => (await client.channels.fetchActiveThreads()).threads.first();
    await vi.waitUntil(find, soon);
    const tag = forum.tags.find(({ name }) => name === 'weekly');
    expect((await find())?.appliedTags).toEqual([tag?.id]);
    const closed = world.addChannel(guild, {
      name: 'closed',
      kind: 'forum',
      tags: ['official'],
      moderatedTags: ['official'],
      isTagRequired: true,
    });
    const options = { when: 'daily 09:00', post_in: { id: closed.id } };
    const refused = await told(await asked(scene, 'set', options));
    expect(refused.message?.content).toContain('it has none that I can set');
  });
});
