import { expect, test } from 'vitest';
import { markNews } from '../../../src/core/claims/mark-news.ts';
import { parseSerializedSummary, serializeSummary } from '../../../src/core/claims/serialized-summary.ts';
import { type Told, tellSummary } from '../../render/summaries.ts';

const said = [
  'The budget is 1,200 euros.',
  'How about the big tent for 450?',
  'Does anybody have the key?',
  'I will book the hall by Friday.',
  'The tent is booked.',
  'Ann has the key.',
  'I will book the hall by Monday.',
].map((text, index) => ({
  by: index % 2 === 0 ? 'Ann' : 'Bob',
  text,
  at: `2026-03-09T09:0${index}:00.000Z`,
}));

const tent = { text: 'The big tent for 450 was suggested.', kind: 'proposal', cites: [2] } as const;
const key = { text: 'Somebody asked for the key.', kind: 'question', cites: [3] } as const;
const hall = {
  text: 'Bob will book the hall.',
  kind: 'action',
  owner: 'Bob',
  due: 'Friday',
  cites: [4],
} as const;

function tell(count: number, claims: Told['claims'], texts: Readonly<Record<number, string>> = {}) {
  const messages = said
    .slice(0, count)
    .map((message, index) => ({ ...message, text: texts[index + 1] ?? message.text }));
  return tellSummary({ messages, claims });
}

const last = tell(4, [tent, key, hall]);

function marks(...given: Parameters<typeof tell>) {
  return markNews(tell(...given), last).claims.map(({ text, news }) => [text, news]);
}

test('a claim that cites a later message is new', () => {
  const booked = { text: 'Somebody took a ladder.', kind: 'fact', cites: [5] } as const;
  expect(Object.fromEntries(marks(7, [tent, booked]))).toEqual({
    [tent.text]: undefined,
    [booked.text]: { mark: 'new' },
  });
});

test('other words, another owner or another kind of the same messages are no news', () => {
  const reworded = { ...hall, text: 'The hall will be booked by Ann.', owner: 'Ann', due: null };
  const chosen = { text: 'The budget is 1,200 euros.', kind: 'fact', cites: [1] } as const;
  expect(marks(7, [reworded, chosen]).map(([, news]) => news)).toEqual([undefined, undefined]);
});

test('a claim of the last summary that cites a later message too has changed, and says what', () => {
  const booked = {
    ...tent,
    text: 'The big tent for 450 is booked.',
    kind: 'decision',
    cites: [2, 5],
  } as const;
  const later = { ...hall, due: 'Monday', cites: [4, 7] } as const;
  expect(Object.fromEntries(marks(7, [booked, later]))).toEqual({
    [booked.text]: { mark: 'changed', by: ['messages', 'decided'] },
    [later.text]: { mark: 'changed', by: ['messages', 'due'] },
  });
});

test('a claim that shares a message with another matter of the last summary is new', () => {
  const other = { text: 'Emma paints all ladders.', kind: 'fact', cites: [2, 6] } as const;
  expect(marks(7, [other])).toEqual([[other.text, { mark: 'new' }]]);
});

test('a question that a decision settles is resolved', () => {
  const settled = {
    text: 'It was decided who has the key that somebody asked for.',
    kind: 'decision',
    cites: [3, 6],
  } as const;
  expect(marks(7, [settled])).toEqual([[settled.text, { mark: 'resolved' }]]);
  const told = { ...settled, kind: 'fact' } as const;
  expect(marks(7, [told])).toEqual([[told.text, { mark: 'changed', by: ['messages'] }]]);
});

test('an edited message changes the claims that cite it, also if they say something else now', () => {
  const edited = { 2: 'How about the small tent for 300?' };
  const [same, other] = [tent, { ...tent, text: 'A small one for 300.' }];
  for (const claim of [same, other])
    expect(marks(4, [claim, key], edited)).toContainEqual([claim.text, { mark: 'changed', by: ['edit'] }]);
});

test('nothing is marked if no message was read before, and all is kept', () => {
  const booked = { text: 'The tent is booked.', kind: 'decision', cites: [1] } as const;
  const next = tellSummary({ messages: said.slice(4), claims: [booked] });
  expect(markNews(next, last)).toBe(next);
  const marked = markNews(tell(7, [tent, { ...booked, cites: [5] }]), last);
  expect(marked.comparedWith).toEqual({ summaryId: last.id, end: last.timeRange?.end });
  expect(parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(marked))))).toEqual(marked);
});
