import type { RepliableInteraction } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenRun, OpenRunStore } from '../../../../src/app/store-ports.ts';
import { createLiveRuns, toOpenRun } from '../../../../src/io/discord/summarize/runs.ts';
import { createLogLines } from '../../../e2e/log-lines.ts';

test('a run takes over the answer that was held for it', async () => {
  const stored = new Map<string, OpenRun>();
  const openRuns: Partial<OpenRunStore> = {
    put: async run => void stored.set(run.id, run),
    remove: async id => void stored.delete(id),
    noteAlive: async () => {},
  };
  const { log } = createLogLines();
  const runs = createLiveRuns({ openRuns: openRuns as OpenRunStore, processId: 'own', log });
  onTestFinished(() => runs.stop(new Error('the test is over')));
  const createdAt = new Date();
  const asked = { id: '7', token: 't', user: { id: 'ann' }, locale: 'en-US', createdAt };
  const interaction = asked as unknown as RepliableInteraction;
  await runs.hold(interaction);
  expect(stored.get('7')?.stage).toBe('deferred');

  const begun = toOpenRun(interaction, { sourceId: '1', request: { detail: 'brief' }, isPrivate: true });
  await runs.follow(interaction, begun, async run => {
    await run.saved();
    await runs.release('7');
    expect(stored.get('7')?.stage).toBe('working');
    await run.end();
  });
  expect([...stored]).toEqual([]);
});
