import { afterEach, expect, test } from 'vitest';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { EngineReason } from '../../../src/core/claims/summary.ts';
import { createDictatedEngine } from '../dictated-engine.ts';
import { createScene, fill, type Scene, summarized, toSaid, toShown } from '../scene.ts';

let scene: Scene;
afterEach(() => scene.close());

async function fail(
  reason: EngineReason,
  {
    by = 'ann',
    claim = null as string | null,
    isLate = false,
  }: { by?: 'ann' | 'bob'; claim?: string | null; isLate?: boolean } = {},
) {
  let skippedMs = 0;
  const dictated = createDictatedEngine();
  scene = await createScene({
    engine: dictated.engine,
    fallback: extractiveEngine,
    now: () => Date.now() + skippedMs,
  });
  fill(scene);
  const view = await scene.actions.slash({
    user: scene[by],
    channel: scene.channel,
    command: 'summarize',
    options: {},
  });
  const draft = await dictated.begun();
  if (isLate) skippedMs += 15 * 60_000 + 1_000;
  if (claim !== null) draft.claim(claim);
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
  const { message } = await summarized(await fail('stalled', { claim: 'Parking' }));
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
