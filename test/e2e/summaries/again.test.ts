import { expect, test } from 'vitest';
import { fill, type Options, openScene, readReply, summarized, toClaims } from '../scene.ts';

test('since the last summary reads only what came after it, and says if there is nothing', async () => {
  const scene = await openScene();
  fill(scene);
  const { ann, bob, channel, world } = scene;
  /** Waits until the person may ask again. */
  const summarize = async (options: Options = {}, user = ann) => {
    const { message } = await scene.ask(options, user);
    await expect.poll(() => scene.running().store.openRuns.list()).toEqual([]);
    return message;
  };
  const since = 'last summary';
  expect(await readReply(scene.summarize({ since }))).toContain(
    `There is no earlier summary of <#${channel.id}>`,
  );
  await summarize({}, bob);
  // Bob's private summary is not one that Ann could see.
  expect(await readReply(scene.summarize({ since }))).toContain('no earlier summary');
  await summarize();
  expect(await readReply(scene.summarize({ since: 'Letzte Zusammenfassung' }))).toMatch(
    /^Nothing new in <#\d+> since the last summary, which read up to <t:/,
  );
  world.addMessage(channel, { by: bob, content: 'The parade begins at noon.' });
  const message = await summarize({ since });
  const again = await summarized(await scene.more(message, 'Again'));
  for (const each of [message, again.message]) {
    expect(each?.embeds[0]?.footer?.text).toContain(' · 1 message');
    expect(toClaims(each)).toContain('The parade begins at noon.');
  }
});
