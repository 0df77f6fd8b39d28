import type { User } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { fill, openScene, readReply, readSummary, type Scene, toSaid, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
  fill(scene, startMs);
});

const startMs = Date.now() - 3_600_000;

function addThread(name: string, content: string, atMs = startMs + 60_000, isPrivate = false) {
  const thread = scene.world.addThread(scene.channel, {
    name,
    owner: scene.ann,
    isPrivate,
    members: [scene.world.bot],
    atMs: Math.min(atMs, startMs - 86_400_000),
  });
  scene.world.addMessage(thread, { by: scene.ann, content, atMs });
  return thread;
}

type Shown = Parameters<typeof toShown>[0];

/** What the menu of threads offers. */
function toOptions(on: Shown): readonly { readonly label: string; readonly value: string }[] {
  const [, options = '[]'] = /"options":(\[[^\]]*\])/.exec(toShown(on)) ?? [];
  return JSON.parse(options);
}

const toOffered = (on: Shown) => toOptions(on).map(({ label }) => label);
const toValue = (on: Shown, wanted: string) =>
  sure(toOptions(on).find(({ label }) => label === wanted)).value;

describe('a summary of a channel', () => {
  test('offers the public threads that were active since, the latest first, after a restart too', async () => {
    addThread('loud speakers', 'We decided to buy two new loudspeakers for the fair.', startMs + 60_000);
    const tent = addThread('tent', 'We decided to rent the purple tent for 450 euros.', startMs + 120_000);
    addThread('secret', 'We decided to keep the hidden budget.', startMs + 180_000, true);
    addThread('old', 'We decided something long ago.', startMs - 7_200_000);
    const view = await scene.ask();
    expect(toOffered(view)).toEqual(['tent', 'loud speakers']);
    const shared = await scene.press(view, 'Share');
    await shared.settled();
    expect(toOffered(scene.posted().at(-1) ?? null)).toEqual(['tent', 'loud speakers']);
    await scene.restart();
    const post = sure(scene.posted().at(-1));
    const choose = (label: string, user: User) =>
      scene.actions.select({ user, message: post, customId: 'catchup', values: [toValue(post, label)] });
    const opened = await choose('tent', scene.bob);
    expect(await readSummary(opened)).toContain('purple tent');
    expect(opened.isEphemeral).toBe(true);
    // Access is checked at the press.
    scene.world.overwrite(scene.channel, { member: scene.bob, deny: Flags.ReadMessageHistory });
    expect(await readReply(await choose('loud speakers', scene.bob))).not.toContain('loudspeakers');
    scene.world.removeChannel(tent);
    expect(await readReply(await choose('tent', scene.ann))).not.toContain('purple');
  });

  test('loses the names of threads that are deleted, while the bot is away too', async () => {
    const boats = addThread('boats', 'We decided to buy boat 7.', startMs + 60_000);
    const tent = addThread('tent', 'We decided to rent the purple tent for 450 euros.', startMs + 120_000);
    addThread('soup', 'We decided to serve soup.', startMs + 30_000);
    const shared = await scene.press(await scene.ask(), 'Share');
    await shared.settled();
    const offered = () => toOffered(scene.posted().at(-1) ?? null);
    expect(offered()).toEqual(['tent', 'boats', 'soup']);
    scene.world.removeChannel(tent);
    await expect.poll(offered, { timeout: 20_000 }).toEqual(['boats', 'soup']);
    await scene.restart(() => scene.world.removeChannel(boats));
    await expect.poll(offered, { timeout: 20_000 }).toEqual(['soup']);
  });
});

describe('a summary of a forum post', () => {
  test('begins with the tag that says it is solved, and with what its author thanks for', async () => {
    const { world, guild, ann, bob } = scene;
    const forum = world.addChannel(guild, { name: 'help', kind: 'forum', tags: ['Login', 'Gelöst ✓'] });
    const post = world.addPost(forum, {
      title: 'Cannot log in',
      message: { by: bob, content: 'Nobody can log in since the update of this morning.' },
      tags: ['Login'],
    });
    const answer = world.addMessage(post, { by: ann, content: 'The session cookie has to be deleted once.' });
    const first = await scene.ask({}, bob, post);
    expect(toSaid(first.message)).toBe('-# Tags dieses Beitrags: `Login`.');
    expect(toShown(first)).toContain('Cannot log in (Login)');
    world.addMessage(post, { by: ann, content: 'Everything else stays as it is.' });
    world.addMessage(post, { by: bob, content: 'Merci, that was it!', replyTo: answer });
    world.tagPost(post, ['Login', 'Gelöst ✓']);
    world.addMessage(post, { by: ann, content: 'Good to know, I will close this post then.' });
    const second = await scene.ask({}, ann, post);
    const toLink = ({ id }: { id: string }) => `https://discord.com/channels/${guild.id}/${post.id}/${id}`;
    const solved = 'This post is marked as `Gelöst ✓`.';
    const tags = '-# Tags of this post: `Login`.';
    expect(toSaid(second.message)).toBe(
      `${solved} The post’s author said thanks for this message: ${toLink(answer)}\n${tags}`,
    );
    expect(toShown(second)).toContain('Cannot log in (Login, Gelöst ✓)');
    // A further question opens it again, and nobody thanks for a message of their own.
    const asked = world.addMessage(post, { by: bob, content: 'Does it come back next week?' });
    const read = async () => toSaid((await scene.ask({}, ann, post)).message);
    expect(await read()).toBe(`${solved}\n${tags}`);
    world.addMessage(post, { by: bob, content: 'Thanks to all in advance.', replyTo: asked });
    expect(await read()).toBe(`${solved}\n${tags}`);
    const last = world.addMessage(post, { by: ann, content: 'It does not.' });
    world.addMessage(post, { by: bob, content: 'Thank you.' });
    expect(await read()).toContain(`said thanks for this message: ${toLink(last)}`);
    await scene.run('privacy opt-out', {}, bob);
    expect(await read()).toBe(`${solved}\n${tags}`);
  });

  test('names no message as answer where one of somebody who opted out may stand before the thanks', async () => {
    const { world, guild, ann, bob } = scene;
    const forum = world.addChannel(guild, { name: 'help', kind: 'forum' });
    const post = world.addPost(forum, {
      title: 'Cannot log in',
      message: { by: bob, content: 'Nobody can log in since the update.' },
    });
    world.addMessage(post, { by: ann, content: 'I have the same trouble here.' });
    const carol = scene.addMember('carol');
    world.addMessage(post, { by: carol, content: 'Delete the cookie.' });
    world.addMessage(post, { by: bob, content: 'Thanks!' });
    expect(toSaid((await scene.ask({}, ann, post)).message)).toContain('said thanks for this message');
    await scene.run('privacy opt-out', {}, carol);
    expect(toSaid((await scene.ask({}, ann, post)).message)).not.toContain('thanks');
  });
});
