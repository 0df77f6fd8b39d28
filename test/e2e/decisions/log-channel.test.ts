import { PermissionFlagsBits } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogLines } from '../log-lines.ts';
import { readReply } from '../scene.ts';
import { createLogParts, findCustomId, type LogScene, openLogScene, toText } from './log-scene.ts';

const closing = [
  { when: 'We close at 18:00', kind: 'decision', text: 'The fair closes at 18:00.' },
  { when: 'New plan: we close at 20:00', kind: 'decision', text: 'The fair closes at 20:00.' },
] as const;

let scene: LogScene;
let logged: () => readonly unknown[];
let log: { readonly id: string };
beforeEach(async () => {
  const parts = createLogParts(closing, [['The fair closes at 20:00', 'The fair closes at 18:00']]);
  const lines = createLogLines();
  logged = lines.events;
  scene = await openLogScene(parts, { log: lines.log });
  log = scene.world.addChannel(scene.guild, { name: 'log' });
});

const set = (options: Record<string, string>) => scene.set({ decision_channel: log.id, ...options });
const posts = () => scene.posted(log).map(({ embeds }) => embeds[0]?.description ?? '');

async function decide() {
  const said = scene.say(scene.ann, 'We close at 18:00 because of the neighbors.', 30);
  await scene.ask();
  return said;
}

describe('the log channel', () => {
  test('shows what superseded a decision, and only its time once its messages are deleted', async () => {
    await set({ decisions: 'log' });
    const said = await decide();
    await expect.poll(posts).toHaveLength(1);
    scene.say(scene.bob, 'New plan: we close at 20:00.', 20);
    await scene.ask();
    await expect
      .poll(() => posts()[0])
      .toMatch(/^\*\*Superseded\*\*[\s\S]*Superseded by: The fair closes at 20:00/);
    scene.world.removeMessage(said);
    await expect.poll(() => posts()[0]).toMatch(/The messages behind this were deleted/);
    // The post of the decision that superseded it showed its words too.
    await expect.poll(() => posts().join()).not.toMatch(/at 18:00|neighbors/);
  });

  test.each(['key_point', 'decision'] as const)(
    'keeps no words of a %s that contradicts a decision once its message is deleted or its author opts out',
    async kind => {
      const gate = { when: 'The gate', kind, text: 'The fair closes its gate at 16:00.' };
      const guard = { when: 'The guard', kind, text: 'The guard closes the fair at 17:00.' };
      const contradicted = [gate, guard].map(({ text }) => [text, closing[0].text] as const);
      scene = await openLogScene(createLogParts([closing[0], gate, guard], [], contradicted));
      log = scene.world.addChannel(scene.guild, { name: 'log' });
      await set({ decisions: 'log' });
      await decide();
      const said = scene.say(scene.bob, 'The gate of the fair closes at 16:00.', 10);
      scene.say(scene.cy, 'The guard of the fair closes it at 17:00.', 5);
      await scene.ask();
      await expect
        .poll(() => posts()[0])
        .toMatch(/Contradicted by: The fair closes its gate[\s\S]*Contradicted by: The guard closes/);
      scene.world.removeMessage(said);
      await expect.poll(() => posts()[0]).not.toMatch(/gate/);
      await readReply(scene.run('privacy opt-out', {}, scene.cy));
      await expect.poll(() => posts().join()).not.toMatch(/gate|guard/);
      expect(posts()[0]).toMatch(/The fair closes at 18:00/);
    },
  );

  test('gets nothing that some of its readers could not read', async () => {
    await set({ decisions: 'log' });
    scene.world.overwrite(scene.channel, { member: scene.cy, deny: PermissionFlagsBits.ViewChannel });
    await decide();
    const opened = async () => toText(await scene.openFirst());
    await expect.poll(opened).toMatch(/Not posted: not everyone who can read <#\d+> can read these messages/);
    expect(posts()).toEqual([]);
    // Tried again a day later.
    scene.world.overwrite(log, { member: scene.cy, deny: PermissionFlagsBits.ViewChannel });
    scene.jumpTo(new Date(Date.now() + 25 * 3_600_000).toISOString());
    await expect.poll(posts).toHaveLength(1);
  });
});

describe('a decision that waits', () => {
  test('is posted after the next start', async () => {
    await set({ decisions: 'log' });
    scene.playground.faults.failWith(503, `POST /channels/${log.id}/messages`, 1_000);
    await decide();
    await expect.poll(logged).toContain('job-failed');
    expect(posts()).toEqual([]);
    scene.playground.faults.clear();
    await scene.restart();
    await expect.poll(posts).toHaveLength(1);
  });
});

test('a decision that may have been posted is not posted again where it cannot be looked for, and the panel says so', async () => {
  await set({ decisions: 'log' });
  const route = `POST /channels/${log.id}/messages`;
  scene.playground.faults.failAfter(503, route, 1_000);
  await decide();
  await expect.poll(posts).toHaveLength(1);
  // discord.js tries again by itself; after that, the job waits for its next attempt.
  await expect.poll(logged).toContain('job-failed');
  scene.playground.faults.clear();
  const bot = { member: scene.world.bot };
  scene.world.overwrite(log, { ...bot, deny: PermissionFlagsBits.ReadMessageHistory });
  // A new channel does not make it forget the old one.
  const other = scene.world.addChannel(scene.guild, { name: 'other-log' });
  await set({ decision_channel: other.id });
  const hourMs = 3_600_000;
  scene.jumpTo(new Date(Date.now() + hourMs).toISOString());
  const opened = async () => toText(await scene.openFirst());
  await expect
    .poll(opened)
    .toMatch(new RegExp(`Not posted again: it may already be in <#${log.id}>.*Read Message History`));
  expect(posts()).toHaveLength(1);
  expect(scene.posted(other)).toEqual([]);

  scene.world.overwrite(log, { ...bot, allow: PermissionFlagsBits.ReadMessageHistory });
  scene.jumpTo(new Date(Date.now() + 26 * hourMs).toISOString());
  await expect.poll(opened).not.toMatch(/Not posted/);
  expect(posts()).toHaveLength(1);
  expect(scene.posted(other)).toEqual([]);
});

describe('confirmation', () => {
  test('needs a role; the decision is posted after it, even if the bot restarts in between', async () => {
    const council = scene.world.addRole(scene.guild, { name: 'council' });
    scene.world.giveRole(scene.guild, scene.cy, council);
    await set({ decisions: 'confirm', decision_role: council.id });
    await decide();
    const panel = await scene.openFirst({}, scene.cy);
    expect(toText(panel)).toMatch(/Waiting for confirmation before it is posted in <#\d+>\./);
    // Ann manages the server, but has no such role.
    const other = await scene.openFirst();
    expect(JSON.stringify(other.components)).not.toContain(':confirm');
    const customId = findCustomId(panel, /entry:[\w-]+:confirm:\d+/);
    expect(posts()).toEqual([]);
    await scene.restart();
    const view = await scene.actions.press({ user: scene.cy, message: panel, customId });
    await view.until(({ message }) => /^Confirmed\./.test(message?.content ?? ''));
    await expect.poll(posts).toHaveLength(1);
    const again = await scene.actions.press({ user: scene.cy, message: panel, customId }).catch(() => null);
    if (again) await again.until(({ message }) => message?.content === 'It was already confirmed.');
    expect(posts()).toHaveLength(1);
  });

  test('waits through a crash between sending and noting the post, and is not sent twice', async () => {
    await set({ decisions: 'log' });
    await decide();
    await expect.poll(posts).toHaveLength(1);
    const find = async () => (await scene.running().store.entries.list(scene.guild.id))[0];
    await expect.poll(find).toMatchObject({ post: { state: 'posted' } });
    const entry = await find();
    if (entry?.kind !== 'decision' || !entry.post) throw new Error('nothing was posted');
    const { postedAs: _, ...post } = entry.post;
    await scene.running().store.entries.put({ ...entry, post: { ...post, state: 'ready' } });
    await scene.crash(() => scene.jumpTo(new Date(Date.now() + 2 * 3_600_000).toISOString()));
    await expect.poll(find).toMatchObject({ post: { state: 'posted' } });
    expect(posts()).toHaveLength(1);
  });
});
