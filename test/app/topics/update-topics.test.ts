import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { StoredSummary } from '../../../src/app/ports.ts';
import type { TopicStore } from '../../../src/app/topics/ports.ts';
import { createTopicObserver } from '../../../src/app/topics/update-topics.ts';
import type { TopicRecord } from '../../../src/core/topics/record.ts';
import { tellSummary } from '../../render/summaries.ts';

const summary = tellSummary({
  messages: ['The tent costs 450.', 'Soup is served.'].map((text, index) => ({
    by: 'Ann',
    text,
    at: `2026-03-09T09:0${index}:00.000Z`,
  })),
  claims: [
    { text: 'The tent costs 450.', topic: 'tent', cites: [1] },
    { text: 'Soup is served.', topic: 'menu', cites: [2] },
    { text: 'It was about the fair.', kind: 'overview', cites: [1, 2] },
  ],
  frame: { id: 's1' },
});
const [tent = '', menu = ''] = summary.footnotes.map(({ messageId }) => messageId);

const posted: StoredSummary = {
  summary,
  request: { detail: 'standard' },
  requesterId: 'ann',
  guildId: '7',
  channelId: '1',
  places: { [tent]: '1', [menu]: '2' },
  createdAt: '2026-03-09T10:00:00.000Z',
  answeredAs: { channelId: '1', messageId: '3' },
};

/** What is known of each place after these summaries were stored one after the other. */
function observe(...all: readonly StoredSummary[]) {
  return observeAll(all);
}

async function observeAll(all: readonly StoredSummary[], schedule = async (_placeId: string) => {}) {
  const records = new Map<string, TopicRecord>();
  const topics: TopicStore = {
    list: () => Promise.reject(new Error('not asked')),
    update: async (_, placeId, change) => {
      records.set(placeId, change(records.get(placeId) ?? { placeId, contributions: [] }));
    },
  };
  const update = createTopicObserver(
    topics,
    (_guildId, placeId) => schedule(placeId),
    pino({ level: 'silent' }),
  );
  for (const each of all) await update(each);
  return [...records.values()].flatMap(({ placeId, contributions }) =>
    contributions.map(({ claims }) => [placeId, ...claims.map(({ label }) => label)]),
  );
}

/** The places whose claims are to be assigned. */
async function toScheduled(...all: readonly StoredSummary[]) {
  const scheduled: string[] = [];
  await observeAll(all, async placeId => void scheduled.push(placeId));
  return scheduled;
}

test('has new claims assigned once, and none that no model may read', async () => {
  expect(await toScheduled(posted)).toEqual(['1', '2']);
  expect(await toScheduled(posted, posted, { ...posted, isDeleted: true })).toEqual(['1', '2']);
  expect(await toScheduled({ ...posted, needsReview: true })).toEqual([]);
  const quoted = Object.assign({}, summary, { engine: { name: 'extractive' } });
  expect(await toScheduled({ ...posted, summary: quoted })).toEqual([]);
});

test('is up to date in all places, also while nothing can be scheduled', async () => {
  const fail = () => Promise.reject(new Error('the queue is down'));
  expect(await observeAll([posted], fail)).toHaveLength(2);
  expect(await observeAll([posted, { ...posted, isDeleted: true }], fail)).toEqual([]);
});

test('files each claim under the channel of its first message', async () => {
  expect(await observe(posted)).toEqual([
    ['1', 'tent'],
    ['2', 'menu'],
  ]);
});

test('takes what waits for review only once it is reviewed, except how far it read', async () => {
  const unreviewed = { ...posted, needsReview: true } as const;
  expect(await observe(unreviewed)).toEqual([['1']]);
  const reviewed = Object.assign({}, summary, {
    reviewed: { by: { id: '1', name: 'Ann' }, at: posted.createdAt },
  });
  expect(await observe(unreviewed, { ...unreviewed, summary: reviewed })).toEqual(await observe(posted));
});

test('takes of a summary without claims how far it read each channel', async () => {
  const quiet = (channels?: readonly string[]): StoredSummary => {
    const coverage = {
      ...summary.coverage,
      ...(channels && { channels: channels.map(id => ({ id, title: id })) }),
    };
    return { ...posted, places: {}, summary: Object.assign({}, summary, { claims: [], coverage }) };
  };
  expect(await observe(quiet())).toEqual([['1']]);
  expect(await observe(quiet(['2', '3']))).toEqual([['2'], ['3']]);
  const unread = Object.assign({}, summary, { claims: [], timeRange: null });
  expect(await observe({ ...posted, summary: unread })).toEqual([]);
  expect(await observe(quiet(['2', '3']), { ...quiet(['2', '3']), isDeleted: true })).toEqual([]);
});

test('forgets a deleted summary, and takes nothing from direct messages', async () => {
  expect(await observe(posted, { ...posted, isDeleted: true })).toEqual([]);
  expect(await observe({ ...posted, guildId: null })).toEqual([]);
});
