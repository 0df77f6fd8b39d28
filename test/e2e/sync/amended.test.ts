import { beforeEach, describe, expect, test } from 'vitest';
import { createHeldEngine } from '../engines.ts';
import { fill, openScene, type Scene, summarized, told, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
  fill(scene);
});

const decision = 'close at 18:00';

const edit = (words: string) => scene.world.editMessage(scene.find(words).id, 'redacted');
const remove = () => scene.world.removeMessage(scene.find(decision));
const shownAll = () => toShown(scene.posted()[0] ?? null);

/** Requests for pages of messages since a moment. */
function countAsked(): () => number {
  const before = scene.playground.exchanges.length;
  const isAsking = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && /\/channels\/\d+\/messages(?:\?|$)/.test(path);
  return () => scene.playground.exchanges.slice(before).filter(isAsking).length;
}

describe('a message deleted while the bot hears', () => {
  test('disappears at the next press together with the claims that cite it, which are counted', async () => {
    const view = await scene.ask();
    expect(toShown(view)).toContain(decision);
    remove();
    await expect.poll(() => scene.sources(view)).not.toContain(decision);
    expect(await scene.sources(view)).toContain('school fair');
    expect(await scene.why(view)).toContain('1 removed');
  });

  test('is gone from a public answer, in bulk as well', async () => {
    await scene.ask({ private: false });
    expect(shownAll()).toContain(decision);
    const ids = [scene.find(decision).id, scene.find('Approved.').id];
    scene.world.removeMessages(scene.channel, ids);
    await expect.poll(shownAll).not.toContain(decision);
    expect(shownAll()).not.toContain('Approved');
    const [post] = scene.posted();
    expect(await scene.why(post)).toMatch(/[123] removed/);
  });

  test('while a summary was written and after it was checked last is gone from it at once', async () => {
    const { engine, reached, release } = createHeldEngine();
    scene = await openScene({ engine });
    fill(scene);
    const asked = scene.summarize();
    await reached;
    edit(decision);
    release();
    const view = await summarized(await asked);
    await expect.poll(() => toShown(view)).toContain('a source was edited since');
  });
});

test('a message edited while the bot hears is marked where it is cited, and stands as it was read', async () => {
  const view = await scene.ask();
  await told(await scene.press(view, 'Share'));
  edit(decision);
  await expect.poll(shownAll).toContain('a source was edited since');
  expect(shownAll()).toContain(decision);
  expect(await scene.sources(scene.posted()[0])).toMatch(
    /message 6 of 8 · edited since\\n> We decided to close at 18:00/,
  );
});

describe('what changed while the bot was away', () => {
  test.each(['Sources', 'Share'])('is asked of Discord at the first press (%s), once', async label => {
    const view = await scene.ask();
    await scene.restart(() => remove());
    const asked = countAsked();
    await (await scene.press(view, label)).settled();
    if (label === 'Share') await expect.poll(() => scene.posted().length).toBe(1);
    expect(asked()).toBe(1);
    expect(toShown(scene.posted() as never)).not.toContain(decision);
    expect(await scene.sources(view)).not.toContain(decision);
    expect(asked()).toBe(1);
  });

  test('while Discord does not answer, nothing is shown, because it may be deleted', async () => {
    const view = await scene.ask();
    // From the start: what is stored is checked then too.
    await scene.restart(() => {
      remove();
      scene.playground.faults.failWith(500, 'GET /channels/*/messages', 1_000);
    });
    const refused = await told(await scene.press(view, 'Sources'));
    expect(refused.message?.content).toContain('Discord did not answer properly');
    expect(toShown(refused.message)).not.toContain(decision);
  });
});
