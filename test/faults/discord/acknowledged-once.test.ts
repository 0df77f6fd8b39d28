import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogLines } from '../../e2e/log-lines.ts';
import { createScene, fill, type Scene, summarized, told, toShown } from '../../e2e/scene.ts';

const callback = 'POST /interactions/*/*/callback';

let scene: Scene;
let logged: ReturnType<typeof createLogLines>;
beforeEach(async () => {
  logged = createLogLines();
  scene = await createScene({ log: logged.log });
  fill(scene);
});
afterEach(() => scene.close());

const slash = (command: string, options = {}) =>
  scene.actions.slash({ user: scene.ann, channel: scene.channel, command, options });

async function pressOnSummary(name: string) {
  const { message } = await summarized(await slash('summarize', { private: name === 'share' }));
  if (message === null) throw new Error('no summary');
  const customId = new RegExp(`summary:[\\w-]+:${name}(?::\\d+)?`).exec(toShown(message))?.[0] ?? '';
  return () => scene.actions.press({ user: scene.ann, message, customId });
}

/** What happens to the first answer: accepted or not, then answered with an error or not at all. */
const faults: Readonly<Record<string, () => void>> = {
  'is accepted, but answered with 500': () => scene.playground.faults.failAfter(500, callback),
  'is accepted, but answered with 500 and then 502': () => {
    scene.playground.faults.failAfter(500, callback);
    scene.playground.faults.failWith(502, callback, 2);
  },
  'is accepted, but its response is lost': () => scene.playground.faults.loseAnswer(callback),
  'is accepted, but the connection breaks on the second attempt too': () => {
    scene.playground.faults.loseAnswer(callback);
    scene.playground.faults.breakConnection(callback);
  },
  'is refused for more than a second': () => scene.playground.faults.failWith(503, callback, 4),
  'is rate limited': () => scene.playground.faults.rateLimit(callback, { retryAfterMs: 700 }),
};

describe.each(Object.entries(faults))('a first answer that %s', (_, strike) => {
  test('still leads to the summary', async () => {
    strike();
    await summarized(await slash('summarize', { private: false }));
    expect(logged.events()).not.toContain('interaction-lost');
  });

  test('still opens the sources, and shares', async () => {
    const pressSources = await pressOnSummary('sources');
    strike();
    expect(toShown((await (await pressSources()).settled()).message)).toContain('message 2 of 8');
    const pressShare = await pressOnSummary('share');
    strike();
    expect((await told(await pressShare())).message?.content).toContain('Shared: https');
  });

  test('still opens a form, and replies', async () => {
    const helpful = await told(await (await pressOnSummary('helpful'))());
    const { message } = helpful;
    if (message === null) throw new Error('no thanks');
    strike();
    const form = await scene.actions.press({ user: scene.ann, message, label: 'Add a comment' });
    expect(form.status).toBe('modal');
    strike();
    expect((await told(await slash('timezone', { zone: 'Europe/Berlin' }))).message?.content).toContain(
      'Berlin',
    );
    expect(logged.events()).not.toContain('interaction-lost');
    expect(logged.events()).not.toContain('interaction-failed');
  });
});

test('first answers that are all accepted, but answered with 500, still lead to the summary and its sources', async () => {
  const { faults } = scene.playground;
  const pressSources = await pressOnSummary('sources');
  faults.failAfter(500, callback, 1_000);
  const asked = await slash('summarize');
  const pressed = await pressSources();
  faults.failWith(500, 'GET /webhooks/*/*/messages/*', 8);
  await summarized(asked);
  expect(toShown((await pressed.settled()).message)).toContain('message 2 of 8');
  expect(logged.events()).not.toContain('interaction-failed');
});
