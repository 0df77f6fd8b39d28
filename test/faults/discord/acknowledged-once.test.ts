import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogLines } from '../../e2e/log-lines.ts';
import { createScene, fill, type Scene, summarized, told, toShown } from '../../e2e/scene.ts';

// Which attempts are made: test/io/discord/send-request.test.ts.

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

test('a first answer that Discord accepts, but answers with errors, leads to the answer all the same', async () => {
  const strike = () => {
    scene.playground.faults.failAfter(500, callback);
    scene.playground.faults.failWith(502, callback, 2);
  };
  strike();
  const { message } = await summarized(await slash('summarize', { private: false }));
  strike();
  const sources = await scene.press(message, 'Sources');
  expect(toShown((await sources.settled()).message)).toContain('message 2 of 8');
  strike();
  const zone = await scene.actions.slash({
    user: scene.ann,
    channel: scene.channel,
    command: 'privacy',
    subcommand: 'timezone',
    options: { zone: 'Europe/Berlin' },
  });
  expect((await told(zone)).message?.content).toContain('Berlin');
  const customId = /summary:[\w-]+:helpful/.exec(toShown(message))?.[0];
  if (message === null || customId === undefined) throw new Error('no summary');
  const helpful = await told(await scene.actions.press({ user: scene.ann, message, customId }));
  strike();
  expect((await scene.press(helpful, 'Add a comment')).status).toBe('modal');
  expect(logged.events().filter(event => /^interaction-(?:lost|failed)$/.test(String(event)))).toEqual([]);
});
