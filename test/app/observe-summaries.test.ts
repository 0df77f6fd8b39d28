import { expect, test } from 'vitest';
import { observeSummaries } from '../../src/app/observe-summaries.ts';
import type { StoredSummary, SummaryStore } from '../../src/app/ports.ts';
import { createLogger } from '../../src/log.ts';

const stored = { summary: { id: 's1' } } as StoredSummary;

test('observers hear of a summary once it is stored, and one that fails keeps nothing from the others', async () => {
  const heard: string[] = [];
  const store = { put: async () => void heard.push('store') } as unknown as SummaryStore;
  const observed = observeSummaries(
    store,
    [
      async () => {
        heard.push('first');
        throw new Error('out of order');
      },
      async ({ summary }) => void heard.push(`second ${summary.id}`),
    ],
    createLogger('silent'),
  );
  await observed.put(stored);
  expect(heard).toEqual(['store', 'first', 'second s1']);
});

test('observers hear nothing of a summary that could not be stored', async () => {
  const heard: string[] = [];
  const store = { put: () => Promise.reject(new Error('full')) } as unknown as SummaryStore;
  const observed = observeSummaries(store, [async () => void heard.push('told')], createLogger('silent'));
  await expect(observed.put(stored)).rejects.toThrow('full');
  expect(heard).toEqual([]);
});
