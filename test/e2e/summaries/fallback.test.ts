import { afterEach, expect, test } from 'vitest';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { EngineReason } from '../../../src/core/claims/summary.ts';
import { createDictatedEngine } from '../dictated-engine.ts';
import { createScene, fill, type Scene, summarized, toSaid, toShown } from '../scene.ts';

let scene: Scene;
afterEach(() => scene.close());

async function fail(reason: EngineReason, claim?: string) {
  const dictated = createDictatedEngine();
  scene = await createScene({ engine: dictated.engine, fallback: extractiveEngine });
  fill(scene);
  const { ann: user, channel, actions } = scene;
  const view = await actions.slash({ user, channel, command: 'summarize' });
  const draft = await dictated.begun();
  if (claim !== undefined) draft.claim(claim);
  draft.end(reason);
  return view;
}

test('where the engine failed, quotes are shown, and the line above says that asking again may help', async () => {
  const { message } = await summarized(await fail('overloaded'));
  expect(toSaid(message)).toBe('Choose **More**, then **Again…**, to ask Claude once more.');
  expect(toShown(message)).toContain('We decided to close at 18:00');
  expect(toShown(message).match(/overloaded right now/g)).toHaveLength(1);
});

test('what the engine brought before it failed is shown with the same line', async () => {
  const { message } = await summarized(await fail('stalled', 'Parking'));
  expect(message?.content).toContain('**Again…**');
  expect(toShown(message)).toContain('Parking behind the gym');
  expect(toShown(message)).not.toContain('We decided to close');
});

test.each(['refused', 'truncated', 'unpaid'] as const)(
  'where it would fail the same way again (%s) nobody is told to ask again',
  async reason => {
    expect(toSaid((await summarized(await fail(reason))).message)).toBe('');
  },
);
