import { expect, test } from 'vitest';
import type { PrivacyStore } from '../../../../src/app/ports.ts';
import { applySummary } from '../../../../src/core/decisions/apply-summary.ts';
import { withContribution } from '../../../../src/core/topics/record.ts';
import { toVisibleRecords } from '../../../../src/io/discord/topics/visible-topics.ts';
import { summaryOf, toSource } from '../../../core/decisions/log-input.ts';
import { toClaim, toContribution } from '../../../core/topics/claims.ts';

const [own, elsewhere] = [
  toClaim('s.1', 'The tent is rented.', { label: 'tent', by: 'Ann' }),
  toClaim('s.2', 'Soup is served at noon.', { label: 'menu', by: 'Bob' }),
];
const [source] = elsewhere.sources;
const inTwoPlaces = {
  ...elsewhere,
  sources: [...elsewhere.sources, ...(source ? [{ ...source, messageId: 'm2', placeId: '2' }] : [])],
};
const record = withContribution({ placeId: '1', contributions: [] }, toContribution('s', [own, inTwoPlaces]));

async function see(readable: readonly string[], optedOut: readonly string[] = []) {
  const privacy = { optedOut: async () => new Set(optedOut) } as unknown as PrivacyStore;
  const mayRead = async (id: string) => readable.includes(id);
  const visible = await toVisibleRecords([record], { mayRead, privacy, entries: [] });
  return visible.flatMap(({ contributions }) =>
    contributions.flatMap(({ claims }) => claims.map(each => each.key)),
  );
}

test('a reader sees the claims whose messages they may all read, without those of people who opted out', async () => {
  expect(await see(['1', '2'])).toEqual(['s.1', 's.2']);
  expect(await see(['1'])).toEqual(['s.1']);
  expect(await see(['2'])).toEqual([]);
  expect(await see(['1', '2'], ['bob'])).toEqual(['s.1']);
});

test('a reader knows how far a channel was read, also where they see none of the claims', async () => {
  const mayRead = async () => true;
  const privacy = { optedOut: async () => new Set(['ann', 'bob']) } as unknown as PrivacyStore;
  const [seen] = await toVisibleRecords([record], { mayRead, privacy, entries: [] });
  expect(seen?.contributions).toMatchObject([{ end: record.contributions[0]?.end, claims: [] }]);
  expect(await toVisibleRecords([record], { mayRead: async () => false, privacy, entries: [] })).toEqual([]);
});

test('a reader learns that a question was decided only where they may read the decision', async () => {
  const asked = { ...toSource(1), placeId: '1' };
  const answer = toSource(2, 'u2', '2');
  const { put: entries } = applySummary(
    [],
    summaryOf('d', [{ text: 'The club pays.', cites: [asked, answer] }]),
    () => 'e1',
  );
  const question = toClaim('s.1', 'Who pays?', { kind: 'question', message: 'm1', at: asked.time });
  const records = [withContribution({ placeId: '1', contributions: [] }, toContribution('s', [question]))];
  const privacy = { optedOut: async () => new Set<string>() } as unknown as PrivacyStore;
  const findState = async (readable: readonly string[]) => {
    const mayRead = async (id: string) => readable.includes(id);
    const [seen] = await toVisibleRecords(records, { mayRead, privacy, entries });
    return seen?.contributions[0]?.claims[0]?.logState;
  };
  expect(await findState(['1', '2'])).toBe('closed');
  expect(await findState(['1'])).toBeUndefined();
});
