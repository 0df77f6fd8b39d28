import type { APIMessage } from 'discord-api-types/v10';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InteractionView } from '../../src/playground/interactions/view.ts';
import { createScene, fill, type Scene, summarized, told, toShown } from './scene.ts';

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

function press(message: APIMessage | null | undefined, label: string, user = scene.ann) {
  if (!message) throw new Error('nothing to press on');
  return scene.actions.press({ user, message, label });
}

function posted(): APIMessage[] {
  return scene.world.history(scene.channel).filter(({ content }) => content.includes('Shared by'));
}

/** Whether a press is acknowledged while Discord is slow to answer anything else. */
async function isHeard(start: () => Promise<InteractionView>): Promise<boolean> {
  scene.playground.faults.delay(slowMs, 'GET /**', 40);
  const startedAt = performance.now();
  const { status } = await start();
  const tookMs = performance.now() - startedAt;
  scene.playground.faults.clear();
  return status !== 'failed' && tookMs < slowMs;
}

describe('a press', () => {
  test.each(['Sources', 'Share', 'Again', 'Delete'])(
    'on %s is acknowledged before Discord is asked anything',
    async label => {
      const { message } = await ask();
      expect(await isHeard(() => press(message, label))).toBe(true);
    },
  );

  test('on a public summary and on its sources is, too', async () => {
    const { message } = await ask({ private: false });
    expect(await isHeard(() => press(message, 'Again'))).toBe(true);
    const sources = await (await press(message, 'Sources')).settled();
    const customId = /summary:[\w-]+:filter:\d+/.exec(toShown(sources.message))?.[0] ?? '';
    const on = scene.world.findMessage(sources.message?.id ?? '');
    if (!on) throw new Error('no sources');
    const choice = { user: scene.ann, message: on, customId, values: ['c1'] };
    expect(await isHeard(() => scene.actions.select(choice))).toBe(true);
  });

  test('on Again for a thread is, before the message is looked for', async () => {
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
    expect(await isHeard(() => press(view.message, 'Again'))).toBe(true);
  });

  test('whose acknowledgement is not heard is answered all the same', async () => {
    const view = await ask({ private: false });
    for (const label of ['Sources', 'Delete']) {
      scene.playground.faults.loseAnswer('POST /interactions/*/*/callback');
      const pressed = await press(view.message, label);
      if (label === 'Sources') expect(toShown((await pressed.settled()).message)).toContain('2 of 8');
    }
    await view.until(({ message }) => message === null);
  });

  test('on Again that is refused leaves nothing for others to see', async () => {
    const { world, guild, channel } = scene;
    const cleo = world.addUser({ name: 'cleo' });
    world.addMember(guild, cleo);
    const view = await ask({ private: false }, cleo);
    const before = world.history(channel).length;
    world.overwrite(channel, { member: cleo, deny: Flags.ReadMessageHistory });
    const { message } = await told(await press(view.message, 'Again', cleo));
    expect([message?.content, message?.flags]).toEqual([expect.stringContaining('You may not read'), 64]);
    expect(world.history(channel)).toHaveLength(before);
  });

  test('on Again below what was shared is for the one who asked: others are told alone', async () => {
    await press((await ask()).message, 'Share');
    await expect.poll(posted).toHaveLength(1);
    const refused = await told(await press(posted()[0], 'Again', scene.bob));
    expect([refused.message?.content, refused.isEphemeral]).toEqual([
      expect.stringContaining('Das kann nur, wer'),
      true,
    ]);
    const again = await summarized(await press(posted()[0], 'Again'));
    expect(again.isEphemeral).toBe(false);
  });
});

describe('what is shared', () => {
  test('is posted once, also when Discord’s answer to it is lost', async () => {
    const view = await ask();
    scene.playground.faults.loseAnswer(posting);
    expect((await told(await press(view.message, 'Share'))).message?.content).toContain('Shared: https');
    expect(posted()).toHaveLength(1);
  });

  test('is posted once, also when no answer is heard at all and the person presses again', async () => {
    const view = await ask();
    scene.playground.faults.loseAnswer(posting, 8);
    expect((await told(await press(view.message, 'Share'))).message?.content).toContain('did not answer');
    scene.playground.faults.clear();
    expect((await told(await press(view.message, 'Share'))).message?.content).toContain('Shared: https');
    expect(posted()).toHaveLength(1);
  });
});
