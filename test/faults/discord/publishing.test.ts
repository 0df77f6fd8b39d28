import { describe, expect, test } from 'vitest';
import { createHeldEngine } from '../../e2e/engines.ts';
import {
  fill,
  openScene,
  type Scene,
  type SceneOptions,
  summarized,
  toSaid,
  toShown,
} from '../../e2e/scene.ts';

const answer = 'PATCH /webhooks/*/*/messages/*';
const posted = 'POST /webhooks/*/*';
const posting = 'POST /channels/*/messages';
const lifeMs = 15 * 60_000;

let scene: Scene;
let skippedMs = 0;

type Options = Readonly<Record<string, string | number | boolean>>;

/** Asks, and waits until only publishing is left. `failing` is a request that fails from the beginning. */
async function askHeld(options: Options = {}, sceneOptions: SceneOptions = {}, failing?: string) {
  skippedMs = 0;
  const held = createHeldEngine();
  scene = await openScene({ engine: held.engine, now: () => Date.now() + skippedMs, ...sceneOptions });
  fill(scene);
  if (failing !== undefined) scene.playground.faults.failWith(502, failing, 10_000);
  const { ann: user } = scene;
  const view = await scene.summarize(options, user);
  await held.reached;
  return { view, release: held.release };
}

describe('a Discord that fails while a summary is published', () => {
  test('says that it is being posted, with Stop, and not that it is posted, while there is nothing', async () => {
    const { view, release } = await askHeld({ private: false }, {}, posted);
    const { ann: user } = scene;
    await view.until(each => /posting the summary below.*:stop"/.test(toShown(each.message)));
    if (view.message === null) throw new Error('nothing was shown');
    await scene.press(view.message, 'Stop', user);
    await view.until(({ message }) => toSaid(message) === 'Cancelled. Nothing was saved.');
    expect(toShown(view.message)).not.toContain(':stop');
    scene.playground.faults.clear();
    release();
    const next = await scene.summarize({ private: false }, user);
    await summarized(next);
    expect(scene.posted()).toHaveLength(1);
  });

  test('lets the person ask for another summary, and posts each once', async () => {
    const { view, release } = await askHeld({ private: false }, {}, posted);
    const { ann: user, channel } = scene;
    release();
    const ask = async () => {
      const asked = { user, channel, command: 'summarize', options: { private: true } };
      const again = await scene.actions.slash(asked);
      await again.until(
        ({ message }) => /still being written/.test(toSaid(message)) || (message?.embeds.length ?? 0) > 0,
      );
      return again.message?.embeds.length;
    };
    await expect.poll(ask, { timeout: 20_000 }).toBe(1);
    scene.playground.faults.clear();
    await summarized(view);
    expect(scene.posted()).toHaveLength(1);
  });

  test('shows nothing that was deleted meanwhile', async () => {
    const { view, release } = await askHeld({ private: false });
    const { playground, world } = scene;
    playground.faults.failWith(502, answer, 10_000);
    const countFailed = () => playground.exchanges.filter(({ status }) => status === 502).length;
    release();
    await expect.poll(countFailed).toBeGreaterThan(0);
    world.removeMessage(scene.find("I'll book"));
    const before = countFailed();
    await expect.poll(countFailed).toBeGreaterThan(before);
    playground.faults.clear();
    await summarized(view);
    expect(JSON.stringify(view.versions)).not.toContain("I'll book");
  });
});

test('a request whose process died before it was acknowledged is not answered by the next one', async () => {
  scene = await openScene({ leaseMs: 400, answerWithinMs: 3_000 });
  fill(scene);
  const { ann: user, playground } = scene;
  playground.faults.failWith(503, 'POST /interactions/*/*/callback', 1_000);
  // So the run is not over before the crash.
  playground.faults.failWith(503, 'GET /webhooks/*/*/messages/*', 1_000);
  const asked = scene.summarize({ private: false }, user);
  const listRuns = () => scene.running().store.openRuns.list();
  await expect.poll(listRuns).toHaveLength(1);
  await scene.crash();
  expect((await asked).status).toBe('failed');
  playground.faults.clear();
  await expect.poll(listRuns).toEqual([]);
  expect(scene.posted()).toEqual([]);
});

describe('a public summary, after its answer’s 15 minutes', () => {
  test('takes the place of the progress message, even if Discord fails for a while', async () => {
    const { release } = await askHeld({ private: false });
    await expect.poll(() => toShown(scene.posted()[0] ?? null)).toContain(':stop"');
    skippedMs += lifeMs + 60_000;
    scene.playground.faults.failWith(502, posting, 6);
    release();
    await expect.poll(() => scene.posted().map(({ embeds }) => embeds.length)).toEqual([1]);
    expect(toShown(scene.posted()[0] ?? null)).not.toContain(':stop"');
  });

  test('is not posted, nor kept, if somebody deleted the progress message', async () => {
    const { release } = await askHeld({ private: false });
    await expect.poll(() => scene.posted().length).toBe(1);
    skippedMs += lifeMs + 60_000;
    scene.world.removeMessage(scene.posted()[0]?.id ?? '');
    release();
    const { openRuns, summaries } = scene.running().store;
    await expect.poll(openRuns.list).toEqual([]);
    expect(scene.posted()).toEqual([]);
    expect(await summaries.eraseGuild(scene.guild.id)).toBe(0);
  });
});
