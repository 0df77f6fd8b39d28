import type { User } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { fill, openScene, readReply, readSummary, type Scene, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
  fill(scene);
});

const startMs = Date.now() - 3_600_000;

function addThread(name: string, content: string, atMs = startMs + 60_000, isPrivate = false) {
  const thread = scene.world.addThread(scene.channel, {
    name,
    owner: scene.ann,
    isPrivate,
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

  test('has no menu in a thread, nor where none was active', async () => {
    const tent = addThread('tent', 'We decided to rent the purple tent for 450 euros.');
    expect(toOffered(await scene.ask({}, scene.ann, tent))).toEqual([]);
    scene.world.removeChannel(tent);
    expect(toOffered(await scene.ask())).toEqual([]);
  });
});
