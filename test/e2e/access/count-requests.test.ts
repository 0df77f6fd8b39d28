import { expect, test } from 'vitest';
import { countCard, countDigest, countSummary, type Requests } from './count-requests.ts';

const snapshot = ['GET /guilds/*', 'GET /guilds/*/channels'];

/** How often a server and its channels were asked for, and nothing of one channel but its messages and threads. */
function countSnapshots({ routes }: Requests): readonly (number | undefined)[] {
  expect(routes.has('GET /channels/*')).toBe(false);
  return snapshot.map(route => routes.get(route));
}

test('a summary asks who may read it at the request and once more before it is shown', async () => {
  const { summary, press } = await countSummary(100);
  expect(countSnapshots(summary)).toEqual([2, 2]);
  // Their request contains the person.
  expect(summary.routes.get('GET /guilds/*/members/*')).toBe(3);
  expect(summary.routes.get('GET /channels/*/messages')).toBe(1);
  expect(summary.all).toBeLessThanOrEqual(12);
  expect(summary.counted).toBe(8);
  expect(countSnapshots(press)).toEqual([1, 1]);
  expect(press.counted).toBe(4);
});

test.each([
  [1, 7],
  [25, 31],
])(
  'a digest of %i channels asks for its creator when its run begins, and who may read it before it posts',
  async (channels, counted) => {
    const digest = await countDigest(channels);
    expect(countSnapshots(digest)).toEqual([1, 1]);
    expect(digest.routes.get('GET /guilds/*/members/*')).toBe(3);
    expect(digest.counted).toBe(counted);
  },
);

test('a card of 50 channels asks three times who may read them, and once for the messages of each', async () => {
  const card = await countCard(50);
  expect(card.routes.get('GET /channels/*/messages')).toBe(50);
  expect(card.routes.get('GET /guilds/*/messages/search')).toBe(3);
  expect(countSnapshots(card)).toEqual([3, 3]);
  expect(card.counted).toBeLessThanOrEqual(70);
});
