import { Status } from 'discord.js';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { monday, toDigestScene, tuesday } from '../digests/digest-scene.ts';
import { readReply, toLabels, toShown } from '../scene.ts';
import { createLogParts, type LogScene, openLogScene, toText } from './log-scene.ts';

const claims = [
  { when: 'We close at 18:00', kind: 'decision', text: 'The fair closes at 18:00.' },
  { when: 'The gate of the fair', kind: 'key_point', text: 'The fair closes its gate at 16:00.' },
  { when: 'As the guard says', kind: 'key_point', text: 'The guard closes the fair at 16:00.' },
  { when: 'New plan', kind: 'decision', text: 'The fair closes at 20:00.' },
  { when: 'The tent is blue', kind: 'key_point', text: 'The tent is blue.' },
] as const;
const replaced = [['The fair closes at 20:00', 'The fair closes at 18:00']] as const;
const contradicted = [
  ['The fair closes its gate at 16:00', 'The fair closes at 18:00'],
  ['The guard closes the fair at 16:00', 'The fair closes at 18:00'],
] as const;
const gate = 'The gate of the fair closes at 16:00.';

let scene: LogScene;

/** Returns the message behind the decision. A comparison waits for `beforeComparing`. */
async function setUp(beforeComparing: () => Promise<void> = async () => undefined) {
  const parts = createLogParts(claims, replaced, contradicted);
  const { judge } = parts;
  const compare: typeof judge.compare = async (...asked) => {
    await beforeComparing();
    return sure(judge.compare)(...asked);
  };
  scene = await openLogScene({ ...parts, judge: { ...judge, compare } });
  const settled = scene.say(scene.ann, 'We close at 18:00 because of the neighbors.', 30);
  await scene.ask();
  await expect.poll(() => scene.read()).toMatch(/The fair closes at 18:00/);
  return settled;
}

/** Presses a button of the opened decision, and waits for what it then says. */
async function press(label: string, pattern: RegExp, user = scene.cy): Promise<string> {
  const view = await scene.press(await scene.openFirst({}, user), label, user);
  await view.until(each => pattern.test(toText(each.message)));
  return toText(view.message);
}
const follow = (user = scene.cy) => press('Follow', /You follow this decision/, user);
const entries = () => scene.running().store.entries.list(scene.guild.id);
const sent = (user = scene.cy) => scene.posted(scene.world.openDirect(user));
const isCompared = () =>
  expect.poll(async () => (await entries()).some(({ isUncompared }) => isUncompared)).toBe(false);

describe('a decision', () => {
  test('that a later message contradicts is marked with both messages, and each follower is told once', async () => {
    await setUp();
    await follow();
    scene.say(scene.bob, 'The tent is blue.', 15);
    scene.say(scene.bob, gate, 10);
    await scene.ask();
    await expect
      .poll(() => scene.read())
      .toMatch(
        /closes at 18:00\.\s\[\[1\]\]\(\S+\)\nAnn\nContradicted by: The fair closes its gate at 16:00\.\s\[\[2\]\]\(/,
      );
    // What contradicts nothing is neither marked nor listed.
    expect(await scene.read()).not.toMatch(/tent|\*\*2\.\*\*/);
    await expect.poll(() => sent().length).toBe(1);
    expect(sent()[0]?.content).toMatch(
      /^What was said since contradicts a decision that you follow:\n.*\nThe fair closes at 18:00\..*\nAnn\nContradicted by: The fair closes its gate at 16:00/,
    );
    await scene.restart();
    await scene.ask();
    await isCompared();
    expect(sent()).toHaveLength(1);
    expect((await entries()).map(({ kind }) => kind).sort()).toEqual(['decision', 'statement']);
    // In the message itself, one press ends it.
    const view = await scene.press(sent()[0], 'Stop following', scene.cy);
    await view.until(({ message }) => toLabels(message).flat().includes('Follow'));
    scene.say(scene.ann, 'As the guard says, he closes at 16:00.', 5);
    await scene.ask();
    await expect.poll(() => scene.read()).toMatch(/Contradicted by: The guard closes/);
    expect(sent()).toHaveLength(1);
  });

  test('that another one replaces is told to its followers too', async () => {
    await setUp();
    await follow();
    scene.say(scene.ann, 'New plan: we close at 20:00.', 5);
    await scene.ask();
    await expect
      .poll(() => sent().map(({ content }) => content))
      .toEqual([expect.stringMatching(/Superseded by: The fair closes at 20:00/)]);
    expect(await scene.read()).not.toMatch(/Contradict/);
  });

  test('shows and sends nothing of messages that a person cannot read', async () => {
    await setUp();
    const board = scene.world.addChannel(scene.guild, { name: 'board' });
    scene.world.overwrite(board, { member: scene.cy, deny: PermissionFlagsBits.ViewChannel });
    await follow();
    scene.say(scene.ann, gate, 5, board);
    await scene.ask({}, scene.ann, board);
    await expect.poll(() => scene.read()).toMatch(/Contradicted by: The fair closes its gate/);
    expect(await scene.read({}, scene.cy)).not.toMatch(/Contradicted|gate/);
    await expect
      .poll(async () => (await entries()).flatMap(each => (each.kind === 'decision' ? each.reminders : [])))
      .toEqual([]);
    expect(sent()).toEqual([]);
  });

  test('is not told with a message that was deleted while no events arrived', async () => {
    let held: Promise<void> | undefined;
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await setUp(async () => {
      if (held) asked.resolve();
      await held;
    });
    await follow();
    held = released.promise;
    const said = scene.say(scene.bob, gate, 10);
    await scene.ask();
    await asked.promise;
    const { faults } = scene.playground;
    faults.refuseGateways(1_000);
    faults.dropGateways({ isResumable: false });
    await expect.poll(() => scene.running().client.ws.shards.first()?.status).not.toBe(Status.Ready);
    scene.world.removeMessage(said);
    released.resolve();
    // It is told, or known to be nothing to tell.
    await expect
      .poll(async () =>
        (await entries()).every(({ sources }) => sources.every(each => each.messageId !== said.id)),
      )
      .toBe(true);
    await expect
      .poll(async () => (await entries()).flatMap(each => (each.kind === 'decision' ? each.reminders : [])))
      .toEqual([]);
    expect(sent()).toEqual([]);
  });

  test('is followed no more by who takes no direct messages, opts out or deletes their data', async () => {
    await setUp();
    const followers = async () =>
      (await entries()).flatMap(each => (each.kind === 'decision' ? each.followers : []));
    await follow();
    scene.world.refuseDirect(scene.cy);
    scene.say(scene.bob, gate, 5);
    await scene.ask();
    await expect.poll(followers).toEqual([]);
    scene.world.refuseDirect(scene.cy, false);
    await follow();
    await readReply(scene.run('privacy opt-out', {}, scene.cy));
    await expect.poll(followers).toEqual([]);
    await follow();
    const shown = await scene.run('privacy show', {}, scene.cy);
    await shown.until(({ message }) => /confirmed or follow.*: 1/.test(toText(message)));
    await scene.press(shown, 'Delete my data', scene.cy);
    await shown.until(({ message }) => /^This deletes/.test(toText(message)));
    await scene.press(shown, 'Delete my data', scene.cy);
    await expect.poll(followers).toEqual([]);
  });

  test('that was contradicted is said once in the next digest of its channel, with its messages', async () => {
    const settled = await setUp();
    const said = scene.say(scene.bob, gate, 10);
    await scene.ask();
    await expect.poll(() => scene.read()).toMatch(/Contradicted by/);
    const digests = toDigestScene(scene);
    scene.jumpTo(`${monday}T08:00:00.000Z`);
    await digests.create();
    digests.say('The tent is blue.');
    digests.due();
    const text = await digests.nextPost(1);
    const shown = toShown(digests.posted()[0] ?? null);
    expect(text).toContain('Contradicts an earlier decision (“The fair closes at 18:00.”)');
    expect(text).toContain('The fair closes its gate at 16:00.');
    for (const { id } of [settled, said]) expect(shown).toContain(`/${id}`);
    // With one of its messages, the claim goes.
    scene.world.removeMessage(said);
    await expect.poll(() => toShown(digests.posted()[0] ?? null)).not.toContain('Contradicts');
    await digests.idle();
    scene.jumpTo(`${tuesday}T08:00:00.000Z`);
    digests.say('The tent is blue, still.');
    digests.due(tuesday);
    expect(await digests.nextPost(2)).not.toContain('Contradicts');
  });
});
