import type { InteractionView } from '@footnote/playground/discord';
import { beforeEach, describe, expect, test } from 'vitest';
import { literalEngine } from '../engines.ts';
import { fill, openScene, readReply, type Scene, summarized, toLabels, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

async function ask(
  options: Readonly<Record<string, string | number | boolean>> = {},
): Promise<InteractionView> {
  const view = await scene.summarize(options);
  // Not what is shown of it on the way.
  return view.until(({ message }) => toShown(message).includes(':more"'));
}

/** Enough claims for several pages. */
function fillMuch(): void {
  for (let i = 0; i < 60; i++) {
    for (const index of [0, 1]) {
      const atMs = Date.now() - 40 * 86_400_000 + i * 7_200_000 + index * 60_000;
      scene.world.addMessage(scene.channel, {
        by: i % 2 ? scene.ann : scene.bob,
        atMs,
        content: `We decided that stall number ${i * 2 + index} sells ${'waffles, lemonade and second-hand books '.repeat(3)}until ${i + 8}:00 at the latest`,
      });
    }
  }
}

test('Previous and Next show the page to who presses, and turn it in place there', async () => {
  scene = await openScene({ engine: literalEngine });
  fillMuch();
  const view = await ask({ private: false, detail: 'comprehensive' });
  const first = toShown(view.message);
  expect(toLabels(view.message)).toEqual([
    ['Previous', 'Next'],
    ['Sources', 'More', '👍', '👎'],
  ]);
  const copy = await summarized(await scene.press(view, 'Next', scene.bob));
  expect(copy.isEphemeral).toBe(true);
  // What everybody sees already cannot be shared.
  expect(toShown(copy)).not.toContain(':share"');
  expect(copy.message?.embeds.at(-1)?.footer?.text).toContain('page 2 of');
  await (await scene.press(copy, 'Previous', scene.bob)).until(each => toShown(each).includes('page 1 of'));
  expect(toShown(view.message)).toBe(first);
});

describe('Share', () => {
  test('leaves no “thinking” if the bot is killed meanwhile, and posts once when it is pressed again', async () => {
    scene = await openScene({ leaseMs: 400 });
    fill(scene);
    const view = await ask();
    const before = scene.world.history(scene.channel).length;
    scene.playground.faults.delay(60_000, 'GET /guilds/*/members/*', 20);
    const pressed = await scene.press(view, 'Share');
    await expect.poll(async () => (await scene.running().store.openRuns.list()).length).toBe(1);
    await pressed.until(({ status }) => status === 'thinking');
    await scene.crash();
    scene.playground.faults.clear();
    await pressed.until(({ message }) => /Please try again/.test(message?.content ?? ''));
    await expect.poll(async () => (await scene.running().store.openRuns.list()).length).toBe(0);
    expect(await readReply(scene.press(view, 'Share'))).toContain('Shared: https://');
    expect(scene.world.history(scene.channel)).toHaveLength(before + 1);
    await expect.poll(async () => (await scene.running().store.openRuns.list()).length).toBe(0);
  });

  test('posts a private summary once, and says where it is on the second press', async () => {
    fill(scene);
    const view = await ask();
    const before = scene.world.history(scene.channel).length;
    const [one, two] = await Promise.all([scene.press(view, 'Share'), scene.press(view, 'Share')]);
    const sentences = [await readReply(one), await readReply(two)].sort();
    const posted = scene.world.history(scene.channel).slice(before);
    expect(posted).toHaveLength(1);
    expect(posted[0]?.content).toContain('Shared by');
    expect(posted[0]?.mentions).toEqual([]);
    expect(sentences[0]).toContain(
      `Shared: https://discord.com/channels/${scene.guild.id}/${scene.channel.id}/${posted[0]?.id}`,
    );
    expect(sentences[1]).toContain('has already been shared');
    await scene.restart();
    expect(await readReply(scene.press(view, 'Share'))).toContain('has already been shared');
  });
});

describe('Summarize thread', () => {
  test('summarizes the talk around a plain message, and can be asked again', async () => {
    fill(scene, Date.now() - 10 * 86_400_000);
    fill(scene);
    const target = scene.world.addMessage(scene.channel, {
      by: scene.bob,
      content: 'How about lemonade for the children?',
    });
    for (const content of [
      'Agreed',
      'I can bring twenty bottles by Thursday',
      'Cups are in the hall',
      'See you',
    ]) {
      scene.world.addMessage(scene.channel, { by: scene.ann, content });
    }
    const view = await summarized(
      await scene.actions.messageMenu({
        user: scene.ann,
        channel: scene.channel,
        command: 'Summarize thread',
        target,
      }),
    );
    expect(toShown(view.message)).toContain('lemonade');
    expect(toShown(view.message)).not.toContain('loudspeakers');
    const again = await summarized(await scene.more(view.message, 'Again'));
    expect(toShown(again.message)).toContain('lemonade');
  });
});
