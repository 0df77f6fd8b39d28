import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import type { Digest } from '../../../src/core/digests/digest.ts';
import { pauseDigest } from '../../../src/core/digests/run.ts';
import { isSourceChannel, type SourceChannel } from '../../../src/io/discord/access/places.ts';
import { hasNews } from '../../../src/io/discord/digests/note.ts';
import { sure } from '../../sure.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { literalEngine } from '../engines.ts';
import { type Options, summarized, toShown } from '../scene.ts';
import { monday, setUp as setUpDigests, soon, tent, toDigestScene, toText } from './digest-scene.ts';

const { ManageThreads } = PermissionFlagsBits;
const gates = 'We agreed to open the gates at ten.';
const deposit = 'The deposit is 100 euros, Lars pays it on Friday.';

type Base = ReturnType<typeof toDigestScene>;

/** A scene with a way to have notes. */
function withNotes<Scene extends Base>(scene: Scene) {
  const { channel, guild } = scene;
  const hears = (where: { readonly id: string }, isHeard: (place: SourceChannel) => boolean) =>
    vi.waitUntil(() => {
      const place = scene.running().client.channels.cache.get(where.id);
      return place !== undefined && !place.isDMBased() && isSourceChannel(place) && isHeard(place);
    }, soon);
  const findNote = async () => (await scene.list()).find(({ note }) => note !== undefined);
  const createNote = (place: { readonly id: string } = channel, changes: Partial<Digest> = {}) =>
    scene.create({
      sources: { kind: 'channels', channelIds: [place.id] },
      destination: { kind: 'channel', channelId: place.id },
      schedule: { kind: 'news', minute: 0, zone: 'UTC' },
      since: '2091-03-05T07:00:00.000Z',
      ...changes,
    });
  const noteSays = async (words: string | RegExp, place: { readonly id: string } = channel) => {
    await expect.poll(() => scene.posted(place).map(toText).join('\n'), soon).toMatch(words);
    expect(scene.posted(place)).toHaveLength(1);
    return toText(scene.posted(place)[0]);
  };
  return {
    ...scene,
    /** A note of the channel, or of another place. */
    createNote,
    findNote,
    /** The only post of a place, once it has these words. */
    noteSays,
    /** A note of the channel, in which the tent was decided on. */
    beginNote: async () => {
      scene.say(tent);
      const digest = await createNote();
      await noteSays('big tent');
      await scene.idle();
      return digest;
    },
    /** Waits until a run has begun at or after this time, and ended. */
    ranAt: (time: string) =>
      vi.waitUntil(async () => {
        const [found] = await scene.list();
        return found?.run === null && (found.lastRun?.at ?? '') >= `${monday}T${time}:00.000Z`;
      }, soon),
    /** Something is said, and the bot hears of it before the clock moves. */
    tell: async (content: string, where: { readonly id: string } = channel, by = scene.bob) => {
      const said = scene.world.addMessage(where, { by, content });
      await hears(where, place => place.lastMessageId === said.id);
      return said;
    },
    hears,
    at: (time: string) => scene.jumpTo(`${monday}T${time}:00.000Z`),
    countEdits: (place: { readonly id: string } = channel) =>
      scene.playground.exchanges.filter(
        ({ method, path }) => method === 'PATCH' && path.includes(`/channels/${place.id}/messages/`),
      ).length,
    server: guild.id,
  };
}

const setUp = async () => withNotes(await setUpDigests());

/** With Claude, in a channel in which nobody has said anything. */
async function setUpClaude() {
  const scene = toDigestScene(await openClaudeScene({}, { isEmpty: true }));
  scene.jumpTo(`${monday}T08:00:00.000Z`);
  return withNotes(scene);
}

describe('a note', () => {
  test('is created by a command, is one message, and is renewed from what is new at most every ten minutes', async () => {
    const scene = await setUp();
    const { ann, actions, channel } = scene;
    scene.say(tent);
    const view = await summarized(await scene.run('digest set', { style: 'note' }, ann));
    const preview = toShown(view);
    expect(preview).toContain('whenever something new is written, at most every 10 minutes');
    expect(preview).not.toContain('Choose channels');
    await actions.press({ user: ann, message: sure(view.message), label: 'Create' });
    const first = await scene.noteSays('big tent');
    expect(first).toMatch(/^\*\*Note\*\* · written <t:\d+:f>$/m);
    expect(toShown(view)).toContain('Note created.');
    await scene.idle();
    scene.at('08:12');
    await scene.idle();
    const before = scene.countEdits();
    await scene.tell(gates);
    scene.at('08:19');
    // Not yet: the next ten minutes are not over.
    expect(scene.countEdits()).toBe(before);
    scene.at('08:21');
    const second = await scene.noteSays('gates');
    expect(second).toContain('big tent');
    expect(second).toMatch(/^\*\*Note\*\* · renewed <t:\d+:f>: 1 new line$/m);
    expect(second).toMatch(/🆕[^"\\]*open the gates/);
    expect(second).not.toMatch(/🆕[^"\\]*big tent/);
    expect(channel.id).toBe((await scene.findNote())?.note?.channelId);
    expect(scene.countEdits()).toBe(before + 1);
  });

  test('has no schedule and no other place, is listed with what it waits for, and stops if it is paused or deleted', async () => {
    const scene = await setUp();
    const { ann, channel, news } = scene;
    const set = async (options: Options) => {
      const view = await scene.run('digest set', options, ann);
      return toShown(await view.until(({ message }) => !!message?.content));
    };
    for (const options of [{ when: 'daily 9' }, { direct_message: true }])
      expect(await set({ style: 'note', ...options })).toContain('A note renews itself and stays where');
    const { id } = await scene.beginNote();
    expect(await set({ digest: id, post_in: news.id })).toContain('and stays where it is.');
    expect(await set({ digest: id, style: 'digest' })).toContain(
      'The style can only be chosen for a new digest.',
    );
    const view = await scene.openDigest(id);
    expect(toShown(view)).toContain('renewed when something new is written');
    await scene.press(view, 'Pause');
    await scene.paused('by_person');
    await scene.tell(gates);
    scene.at('08:20');
    await scene.idle();
    expect(toText(scene.posted(channel)[0])).not.toContain('gates');
    await scene.running().bot.digests?.resume(scene.server, id);
    scene.at('08:30');
    expect(await scene.noteSays('gates')).toContain('big tent');
    await scene.idle();
    const asked = await scene.press(await scene.openDigest(id), 'Delete');
    await scene.press(await asked.until(({ message }) => !!message?.content.includes('Delete')), 'Delete');
    await vi.waitUntil(async () => (await scene.list()).length === 0, soon);
    expect(scene.posted(channel)).toHaveLength(1);
  });

  test('asks no model and edits nothing if nothing is new, and its cost is that of what is new', async () => {
    const scene = await setUpClaude();
    const tokens = async () => {
      const { usage } = sure(
        await scene
          .running()
          .store.summaries.get(scene.server, (await scene.findNote())?.lastSummaryId ?? ''),
      ).summary;
      return usage?.inputTokens ?? 0;
    };
    for (let index = 0; index < 200; index += 1)
      scene.say(`Line ${index}: we talked about tables, chairs and the long way to the lake ${index}.`);
    scene.say(tent);
    await scene.createNote();
    await scene.noteSays('big tent');
    await scene.ranAt('08:00');
    const [calls, whole] = [scene.countCalls(), await tokens()];
    const requests = () => scene.playground.exchanges.length;
    scene.at('08:10');
    await scene.ranAt('08:10');
    scene.at('08:40');
    await scene.idle();
    expect(scene.countCalls()).toBe(calls);
    expect(scene.countEdits()).toBe(0);
    await scene.tell(deposit);
    const before = requests();
    scene.at('08:50');
    const text = await scene.noteSays(/deposit/);
    expect(text).toContain('big tent');
    await scene.ranAt('08:50');
    const added = (await tokens()) - whole;
    process.stdout.write(
      `note of 201 messages: ${calls} calls, ${whole} tokens of input; renewed from one: ${scene.countCalls() - calls} calls, ${added} tokens, ${requests() - before} requests to Discord\n`,
    );
    expect(added).toBeLessThan(whole / 2);
  });

  test('does not look again and again for a message that was deleted at once', async () => {
    const scene = await setUp();
    await scene.beginNote();
    await scene.ranAt('08:00');
    scene.world.removeMessage(await scene.tell(deposit));
    scene.at('08:10');
    await scene.ranAt('08:10');
    await scene.idle();
    const isNext = async () => hasNews(sure(await scene.findNote()), scene.running().client);
    expect(await isNext()).toBe(false);
    await scene.tell(gates);
    expect(await isNext()).toBe(true);
    scene.at('08:40');
    await scene.noteSays('gates');
  });

  test('whose message was deleted pauses its digest, and is posted again only if somebody asks', async () => {
    const scene = await setUp();
    const digest = await scene.createNote();
    scene.say(tent);
    scene.at('08:10');
    await scene.noteSays('big tent');
    await scene.idle();
    scene.world.removeMessage(sure(scene.posted(scene.channel)[0]));
    await scene.tell(gates);
    scene.at('08:20');
    await scene.paused('note_gone');
    await scene.isTold('its note was deleted');
    expect(scene.posted(scene.channel)).toEqual([]);
    await scene.running().bot.digests?.resume(scene.server, digest.id);
    const text = await scene.noteSays('gates');
    expect(text).toContain('big tent');
  });

  test('loses the lines of a deleted message, and of who opted out', async () => {
    const scene = await setUp();
    scene.say(deposit, scene.channel, scene.ann);
    const said = scene.say(tent);
    await scene.createNote();
    await scene.noteSays('big tent');
    await scene.idle();
    await scene.tell(gates);
    scene.at('08:10');
    await scene.noteSays('gates');
    scene.world.removeMessage(said);
    await expect.poll(() => toText(scene.posted(scene.channel)[0]), soon).not.toContain('big tent');
    expect(await scene.noteSays('gates')).toContain('deposit');
    await scene.run('privacy opt-out', {}, scene.ann);
    await expect.poll(() => toText(scene.posted(scene.channel)[0]), soon).not.toContain('deposit');
    expect(await scene.noteSays('gates')).toContain('renewed');
  });

  test('that meets a cap says so, waits, and posts nothing', async () => {
    const scene = await setUpClaude();
    const { settings } = scene.running().store;
    await scene.beginNote();
    const before = scene.countCalls();
    await settings.change(scene.server, each => ({ ...each, serverUsd: 0.0001 }));
    await scene.tell(deposit);
    scene.at('08:10');
    const text = await scene.noteSays('A spending cap is reached: the note goes on <t:');
    expect(text).toContain('big tent');
    expect(text).not.toContain('deposit');
    await scene.isTold('waits, and the messages until then will be in it');
    scene.at('08:30');
    await scene.idle();
    expect(scene.countCalls()).toBe(before);
    await settings.change(scene.server, each => ({ ...each, serverUsd: 0 }));
    await scene.running().bot.digests?.runNow(scene.server, sure(await scene.findNote()).id);
    const later = await scene.noteSays('deposit');
    expect(later).not.toContain('A spending cap');
  });

  test('that needs a review keeps what was reviewed, and shows what is new after its review', async () => {
    const scene = await setUp();
    await scene.beginNote();
    await scene
      .running()
      .store.settings.change(scene.server, each => ({ ...each, review: 'before-sharing' }));
    await scene.tell(gates);
    scene.at('08:10');
    const held = await scene.noteSays('1 new line will appear here after review');
    expect(held).toContain('big tent');
    expect(held).not.toContain('gates');
    // Who is cited disputes what everybody reads, not what is held.
    const { actions, channel, bob, world } = scene;
    const target = sure(world.findMessage(sure(scene.posted(channel)[0])));
    const command = 'That’s not what I meant';
    const form = await actions.messageMenu({ user: bob, channel, command, target });
    expect(JSON.stringify(form.modal)).toContain('big tent');
    expect(JSON.stringify(form.modal)).not.toContain('gates');
    await actions.submit(form, { words: 'Only if it rains.' });
    expect(await scene.noteSays('Only if it rains')).not.toContain('gates');
    const panel = await summarized(await scene.press(sure(scene.posted(scene.channel)[0]), 'Review'));
    await scene.press(panel, 'Publish');
    const text = await scene.noteSays('gates');
    expect(text).not.toContain('after review');
  });

  test('that needs a review has pages of what was reviewed, and of nothing else unless a reviewer opened all', async () => {
    const scene = withNotes(await setUpDigests({ engine: literalEngine }));
    const { ann, bob, channel } = scene;
    for (let index = 0; index < 40; index += 1)
      scene.say(
        `Team ${index} pays ${index + 20} euros for ${'its part of the fence, '.repeat(5)}says ${index}.`,
      );
    await scene.createNote(channel, { detail: 'comprehensive' });
    await scene.noteSays('fence');
    await scene.idle();
    const { settings } = scene.running().store;
    await settings.change(scene.server, each => ({ ...each, review: 'before-sharing' }));
    await scene.tell(gates);
    scene.at('08:10');
    const held = await scene.noteSays('1 new line will appear here after review');
    const first = sure(/Team \d+/.exec(held)?.[0]);
    const copy = await summarized(await scene.press(sure(scene.posted(channel)[0]), 'Next', bob));
    expect(toShown(copy)).toContain('fence');
    expect(toShown(copy)).not.toContain(first);
    expect(toShown(copy)).not.toContain('gates');
    const turned = await scene.press(copy, 'Previous', bob);
    await turned.until(each => toShown(each).includes(first));
    expect(toShown(turned)).not.toContain('gates');
    const whole = await summarized(await scene.press(sure(scene.posted(channel)[0]), 'Open', ann));
    const shown = toShown(whole);
    const second = await scene.press(whole, 'Next', ann);
    await second.until(each => toShown(each) !== shown);
    expect(`${shown}\n${toShown(second)}`).toContain('gates');
  });
});

describe('a note in a post of a forum', () => {
  async function setUpForum() {
    const scene = await setUp();
    const { world, guild, ann, bob } = scene;
    const forum = world.addChannel(guild, { name: 'help', kind: 'forum', tags: ['Login', 'Solved'] });
    world.overwrite(forum, { member: world.bot, deny: ManageThreads });
    const ask = (title: string) =>
      world.addPost(forum, {
        title,
        message: { by: ann, content: `How do we fix ${title}? It fails on my phone.` },
      });
    return { ...scene, forum, ask, ann, bob };
  }

  test('that is solved has the answer on top, and is frozen until it is reopened', async () => {
    const scene = await setUpForum();
    const { ann, bob, world } = scene;
    const post = scene.ask('the login');
    await scene.createNote(post);
    await scene.noteSays('login', post);
    await scene.idle();
    const answer = scene.say('The fix is to clear the cookies of the site in version 2.3.', post, bob);
    world.addMessage(post, { by: ann, content: 'Thanks, that works!', replyTo: answer });
    world.tagPost(post, ['Solved']);
    await scene.hears(post, place => place.isThread() && place.appliedTags.length === 1);
    scene.at('08:10');
    const text = await scene.noteSays('This thread is closed', post);
    expect(text).toContain('This post is marked as `Solved`. The post’s author said thanks for this message');
    expect(text).toContain(`/${answer.id}`);
    expect(text).toMatch(/^> (?:- )?🆕 .*cookies/m);
    await scene.ranAt('08:10');
    const edits = scene.countEdits(post);
    await scene.tell(gates, post, bob);
    scene.at('08:30');
    await scene.idle();
    expect(scene.countEdits(post)).toBe(edits);
    world.tagPost(post, []);
    await scene.hears(post, place => place.isThread() && place.appliedTags.length === 0);
    scene.at('08:40');
    const later = await scene.noteSays('gates', post);
    expect(later).not.toContain('This thread is closed');
  });

  test('that Discord archived goes on when somebody writes again', async () => {
    const scene = await setUpForum();
    const { bob, world } = scene;
    const post = scene.ask('the login');
    await scene.createNote(post);
    await scene.noteSays('login', post);
    await scene.idle();
    scene.jumpTo('2091-03-09T08:05:00.000Z');
    world.archive(post);
    await scene.idle();
    const edits = scene.countEdits(post);
    world.archive(post, false);
    await scene.tell(gates, post, bob);
    scene.jumpTo('2091-03-09T08:20:00.000Z');
    await scene.noteSays('gates', post);
    expect(scene.countEdits(post)).toBeGreaterThan(edits);
  });

  test('comes by itself where the forum has a note, with its fifth answer, and goes with it', async () => {
    const scene = await setUpForum();
    const { forum, bob } = scene;
    const forumNote = await scene.createNote(forum, {
      destination: { kind: 'forum', channelId: forum.id },
    });
    const [busy, quiet] = [scene.ask('the login'), scene.ask('the printer')];
    scene.say(tent, quiet, bob);
    for (const words of ['I see it too.', 'Which version?', '2.3 here.', 'Same on 2.4.', gates])
      scene.say(words, busy, bob);
    await vi.waitUntil(async () => (await scene.list()).some(each => each.parentId === forumNote.id), soon);
    scene.at('08:10');
    await scene.noteSays('gates', busy);
    expect(scene.posted(quiet)).toEqual([]);
    expect(await scene.running().bot.digests?.list(scene.server)).toHaveLength(1);
    await scene.idle();
    const [own] = (await scene.list()).filter(each => each.parentId === forumNote.id);
    const { digests } = scene.running().store;
    await digests.update(scene.server, sure(own).id, each => pauseDigest(each, 'not_shown', each.lastRunAt));
    const view = await scene.openDigest(forumNote.id);
    expect(toShown(view)).toContain('1 note is paused');
    await scene.press(view, 'Resume');
    await vi.waitUntil(() => toShown(view).includes('renewed when something new'), soon);
    await scene.idle();
    expect((await scene.list()).map(({ paused }) => paused)).toEqual([null, null]);
    await scene.running().bot.digests?.remove(scene.server, forumNote.id);
    expect(await scene.list()).toEqual([]);
  });
});
