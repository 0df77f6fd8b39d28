import { expect, test } from 'vitest';
import { describeStore } from '../conformance/store.ts';
import { keep, openLogged, summaryOf } from '../stored-summaries.ts';

describeStore('a store in memory', {
  createPlace: () => ({ url: 'memory://', remove: () => {} }),
  lasts: false,
});

test('two stores in memory know nothing of each other', async () => {
  const [first, second] = [await openLogged('memory://'), await openLogged('memory://')];
  await first.store.summaries.put(keep('7', summaryOf('s1')));
  expect(await second.store.summaries.get('7', 's1')).toBeNull();
});
