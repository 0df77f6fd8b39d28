import { expect, onTestFinished, test } from 'vitest';
import { createClaude } from '../../../demo/claude/claude.ts';
import { readShellConfig } from '../../../src/config.ts';
import { connectEngines } from '../../../src/engines.ts';
import { createLogger } from '../../../src/log.ts';
import { decisions, makePlanted } from '../../io/windows/planted.ts';
import { openScene, toSaid, toShown } from '../scene.ts';

const count = 5_200;
const stepMs = 60_000;

test('a period is read as far as the limit allows, with its share, and without what was deleted meanwhile', async () => {
  const claude = await createClaude();
  onTestFinished(claude.close);
  const environment = { ANTHROPIC_API_KEY: claude.apiKey, ANTHROPIC_BASE_URL: claude.url };
  const { engine } = await connectEngines(
    readShellConfig({ ...environment, FOOTNOTE_JUDGE: 'off' }).claude,
    createLogger('silent'),
    new AbortController().signal,
  );
  const scene = await openScene({ engine, pace: { afterMs: 30, everyMs: 50 }, maxMessages: 4_800 });
  const { world, channel, ann, bob, playground } = scene;
  const lines = makePlanted(count, decisions).messages.map(
    ({ text }, index) => [index % 2 ? bob : ann, text] as const,
  );
  // While the bot is away, so that it need not hear of each message.
  await scene.restart(() => {
    world.addConversation(channel, lines, { startMs: Date.now() - count * stepMs, stepMs });
  });
  playground.faults.delay(40, 'GET /channels/*/messages', Number.POSITIVE_INFINITY);
  const view = await scene.summarize({ since: '8 days' });
  await view.until(({ message }) =>
    /^Read [\d,]+ messages \((?:3\d|4[012])% of the period\)…$/.test(message?.content ?? ''),
  );
  // A message from the first quarter of the period, which has been read.
  const found = world.history(channel).find(({ content }) => content.includes('harbour office'));
  world.removeMessage(found?.id ?? '');
  const { message } = await view.until(each => toShown(each.message).includes(':more"'));
  expect(toSaid(message)).toMatch(/^Since <t:\d+:f>\nOnly the newest 4,800 messages were read\.$/);
  expect(toShown(message)).toContain('4,799 messages');
  expect(toShown(message)).not.toContain('harbour office');
});
