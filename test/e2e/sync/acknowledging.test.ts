import type { InteractionView } from '@footnote/playground/discord';
import { type APIMessage, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createScene, fill, openMore, pressMore, type Scene, summarized, told, toShown } from '../scene.ts';

const slowMs = 250;
const posting = 'POST /channels/*/messages';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  fill(scene);
});
afterEach(() => scene.close());

type Options = Readonly<Record<string, string | number | boolean>>;

async function ask(options: Options = {}, user = scene.ann): Promise<InteractionView> {
  return summarized(
    await scene.actions.slash({ user, channel: scene.channel, command: 'summarize', options }),
  );
}

function posted(): APIMessage[] {
  return scene.world.history(scene.channel).filter(({ content }) => content.includes('Shared by'));
}

/** Whether a press is acknowledged while Discord is slow to answer anything else. */
async function isHeard(start: () => Promise<InteractionView>): Promise<boolean> {
  scene.playground.faults.delay(slowMs, 'GET /**', 40);
  const before = scene.playground.exchanges.length;
  const { status } = await start();
  const answered = scene.playground.exchanges.slice(before);
  scene.playground.faults.clear();
  return status !== 'failed' && answered.every(({ method }) => method !== 'GET');
}

describe('a press', () => {
  // The others: test/faults/discord/slow-discord.test.ts.
  test('on Again… for a thread is acknowledged before Discord is asked anything', async () => {
    const [last] = scene.world.history(scene.channel);
    const target = scene.world.findMessage(last?.id ?? '');
    if (!target) throw new Error('no message');
    const view = await summarized(
      await scene.actions.messageMenu({
        user: scene.ann,
        channel: scene.channel,
        command: 'Summarize thread',
        target,
      }),
    );
    const panel = await openMore(scene.actions, view.message, scene.ann);
    expect(await isHeard(() => scene.press(panel, 'Again…'))).toBe(true);
  });

  test('on Again… that is refused leaves nothing for others to see', async () => {
    const { world, guild, channel } = scene;
    const cleo = world.addUser({ name: 'cleo' });
    world.addMember(guild, cleo);
    const view = await ask({ private: false }, cleo);
    const before = world.history(channel).length;
    const panel = await openMore(scene.actions, view.message, cleo);
    world.overwrite(channel, { member: cleo, deny: Flags.ReadMessageHistory });
    const form = await scene.press(panel, 'Again…', cleo);
    const { message } = await told(await scene.actions.submit(form, {}));
    expect([message?.content, message?.flags]).toEqual([
      expect.stringContaining('You don’t have permission to read'),
      64,
    ]);
    expect(world.history(channel)).toHaveLength(before);
  });

  test('on Again… is for the one who asked, and shows what was private to them alone, also once it is shared', async () => {
    await scene.press((await ask()).message, 'Share');
    await expect.poll(posted).toHaveLength(1);
    expect(toShown(await openMore(scene.actions, posted()[0], scene.bob))).not.toContain(':again');
    const again = await summarized(await pressMore(scene.actions, posted()[0], 'Again', scene.ann));
    expect(again.isEphemeral).toBe(true);
  });
});

describe('what is shared', () => {
  test('is posted once, also when no answer is heard at all and the person presses again', async () => {
    const view = await ask();
    scene.playground.faults.loseAnswer(posting, 8);
    expect((await told(await scene.press(view.message, 'Share'))).message?.content).toContain(
      'did not answer',
    );
    scene.playground.faults.clear();
    expect((await told(await scene.press(view.message, 'Share'))).message?.content).toContain(
      'Shared: https',
    );
    expect(posted()).toHaveLength(1);
  });
});
