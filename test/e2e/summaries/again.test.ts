import type { InteractionView } from '@footnote/playground/discord';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createQuotingParts } from '../quoting-parts.ts';
import {
  createScene,
  fill,
  type Options,
  pressMore,
  readWhy,
  type Scene,
  summarized,
  told,
  toSaid,
} from '../scene.ts';

let scene: Scene;
afterEach(() => scene.close());

async function description(options: Options = {}, user = scene.ann): Promise<string> {
  const { message } = await finished(await scene.summarize(options, user));
  return message?.embeds[0]?.description ?? '';
}

/** Waits until the person may ask again. */
async function finished(view: InteractionView): Promise<InteractionView> {
  await summarized(view);
  await expect.poll(() => scene.running().store.openRuns.list()).toEqual([]);
  return view;
}

describe('a second summary', () => {
  let parts: ReturnType<typeof createQuotingParts>;
  beforeEach(async () => {
    parts = createQuotingParts();
    scene = await createScene(parts);
    fill(scene);
  });

  test('of the same messages has nothing judged again', async () => {
    await description();
    const judged = parts.toJudged().length;
    expect(judged).toBeGreaterThan(4);
    const view = await finished(await scene.summarize());
    expect(parts.toJudged()).toHaveLength(judged);
    const why = await readWhy(scene.actions, view.message, scene.ann);
    expect(why).toContain(`${judged} checks reused`);
  });

  test('since the last summary reads only what came after it, and says if there is nothing', async () => {
    const none = await told(await scene.summarize({ since: 'last summary' }));
    expect(toSaid(none.message)).toContain(`There is no earlier summary of <#${scene.channel.id}>`);
    await description({}, scene.bob);
    // Bob's private summary is not one that Ann could see.
    expect(toSaid((await told(await scene.summarize({ since: 'last summary' }))).message)).toContain(
      'no earlier summary',
    );
    await description();
    const nothing = await told(await scene.summarize({ since: 'Letzte Zusammenfassung' }));
    expect(toSaid(nothing.message)).toMatch(
      /^Nothing new in <#\d+> since the last summary, which read up to <t:/,
    );
    scene.world.addMessage(scene.channel, { by: scene.bob, content: 'The parade begins at noon.' });
    const view = await summarized(await scene.summarize({ since: 'last summary' }));
    const [embed] = view.message?.embeds ?? [];
    expect(embed?.footer?.text).toContain(' · 1 message');
    expect(embed?.description).toContain('The parade begins at noon.');
    await expect.poll(() => scene.running().store.openRuns.list()).toEqual([]);
    const again = await summarized(await pressMore(scene.actions, view.message, 'Again', scene.ann));
    expect(again.message?.embeds[0]?.description).toContain('The parade begins at noon.');
    expect(again.message?.embeds[0]?.footer?.text).toContain(' · 1 message');
  });
});
