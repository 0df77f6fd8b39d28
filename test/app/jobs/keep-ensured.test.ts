import { expect, onTestFinished, test } from 'vitest';
import { keepEnsured } from '../../../src/app/jobs/jobs.ts';
import { createSystemClock } from '../../../src/io/clock/system-clock.ts';
import { createLogLines } from '../../e2e/log-lines.ts';

test('a server whose records cannot be read holds up no other, and is tried again soon', async () => {
  const { log, events } = createLogLines();
  const ensured: string[] = [];
  const failing = new Set(['broken']);
  const { stop } = keepEnsured({
    guildIds: async () => ['first', 'broken', 'last'],
    ensure: async guildId => {
      if (failing.has(guildId)) throw new Error('unreadable');
      ensured.push(guildId);
    },
    everyMs: 3_600_000,
    retryMs: 20,
    clock: createSystemClock(),
    log,
  });
  onTestFinished(stop);
  await expect.poll(() => events().filter(each => each === 'job-ensuring-failed').length).toBeGreaterThan(1);
  expect(ensured).toEqual(['first', 'last']);
  failing.clear();
  await expect.poll(() => ensured).toEqual(['first', 'last', 'broken']);
});
