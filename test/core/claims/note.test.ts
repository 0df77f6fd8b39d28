import { describe, expect, test } from 'vitest';
import { continueNote, withAnswerFirst, withoutClaims } from '../../../src/core/claims/note.ts';
import { applyDecision } from '../../../src/core/claims/review.ts';
import {
  parseSerializedSummary,
  reassemble,
  serializeSummary,
} from '../../../src/core/claims/serialized-summary.ts';
import type { Matter, Summary } from '../../../src/core/claims/summary.ts';
import { type ToldClaim, tellSummary } from '../../render/summaries.ts';
import { sure } from '../../sure.ts';

type Told = readonly (Partial<ToldClaim> & { readonly text: string })[];

/** A summary whose claims cite one message each, with matters by their titles; topics have the number of their matter. */
function tell(day: number, claims: Told, titles: readonly (readonly [string, string | null])[]): Summary {
  return tellSummary({
    messages: claims.map(({ text }) => ({ by: 'Ann', text, at: `2026-03-0${day}T09:00:00.000Z` })),
    claims: claims.map((claim, index) => ({ matter: 1, cites: [index + 1], ...claim })),
    frame: {
      id: `s${day}`,
      matters: new Map(
        titles.map(([title, topicId], index): [number, Matter] => [
          index + 1,
          { title, sources: [], topicId },
        ]),
      ),
    },
  });
}

const note = tell(
  2,
  [
    { text: 'The hall is booked.' },
    { text: 'Lunch costs 9 euros.', matter: 2 },
    { text: 'Ann brings cake.', matter: 2 },
  ],
  [
    ['The hall is booked', 'a'],
    ['Lunch costs 9 euros', 'b'],
  ],
);
const news = tell(
  3,
  [
    { text: 'Bob brings salad.' },
    { text: 'The bus leaves at ten.', matter: 2 },
    { text: 'ann brings cake.' },
  ],
  [
    ['Lunch has salad', 'b'],
    ['The bus leaves at ten', 'c'],
  ],
);

const toLines = ({ claims, matters = [] }: Summary) =>
  claims.map(({ id, text, matter }) => `${id} ${matters[(matter ?? 0) - 1]?.title}: ${text}`);

describe('a note that goes on', () => {
  test('has the matters with news first, under their latest titles, and keeps the words and ids of its lines', () => {
    const { summary, newIds, changed, left } = continueNote(note, news, 15);
    expect(toLines(summary)).toEqual([
      'c2 Lunch has salad: Lunch costs 9 euros.',
      'c3 Lunch has salad: Ann brings cake.',
      'c4 Lunch has salad: Bob brings salad.',
      'c5 Lunch has salad: ann brings cake.',
      'c6 The bus leaves at ten: The bus leaves at ten.',
      'c1 The hall is booked: The hall is booked.',
    ]);
    expect({ newIds, changed, left }).toEqual({ newIds: ['c4', 'c5', 'c6'], changed: 1, left: 0 });
    expect(summary).toMatchObject({
      id: 's2',
      coverage: { read: 6 },
      timeRange: { start: '2026-03-02T09:00:00.000Z', end: '2026-03-03T09:00:00.000Z' },
      participants: [{ name: 'Ann', messageCount: 6 }],
    });
    expect(parseSerializedSummary(serializeSummary(summary))).toEqual(summary);
  });

  test('counts a heading that stands in the place of a neutral one as changed', () => {
    const untitled = reassemble({
      ...note,
      matters: note.matters?.map(each => ({ ...each, title: null })),
    });
    expect(continueNote(untitled, news, 15).changed).toBe(1);
  });

  test('counts what it does not list: older gaps as one, and people beyond the busiest', () => {
    const time = (hour: number) => `2026-03-02T0${hour}:00:00.000Z`;
    const long = continueNote(
      reassemble({
        ...note,
        coverage: {
          ...note.coverage,
          unsummarized: [1, 3].map(hour => ({ start: time(hour), end: time(hour + 1), count: hour })),
        },
        participants: Array.from({ length: 1_000 }, (_, id) => ({
          id: `${id}`,
          name: 'Bob',
          messageCount: 9,
        })),
        otherParticipants: 2,
      }),
      reassemble({
        ...news,
        coverage: { ...news.coverage, unsummarized: [{ start: time(6), end: time(7), count: 1 }] },
      }),
      15,
    ).summary;
    expect(long.coverage.unsummarized).toEqual([
      { start: time(1), end: time(4), count: 4 },
      { start: time(6), end: time(7), count: 1 },
    ]);
    expect([long.participants.length, long.otherParticipants]).toEqual([1_000, 3]);
  });

  test('makes room for what is new, and keeps decisions longest', () => {
    const settled = tell(
      2,
      [{ text: 'We rent it.', kind: 'decision' }, ...[1, 2, 3].map(n => ({ text: `Talk ${n}.` }))],
      [['Renting', 'a']],
    );
    const { summary, left } = continueNote(settled, news, 4);
    expect(summary.claims.map(({ text }) => text)).toEqual([
      'Bob brings salad.',
      'ann brings cake.',
      'The bus leaves at ten.',
      'We rent it.',
    ]);
    expect(left).toBe(3);
  });

  test('keeps what a person decided or disputed longer than anything else', () => {
    const by = { by: { id: '1', name: 'Ann' }, at: '2026-03-02T10:00:00.000Z' };
    const settled = tell(
      2,
      [
        { text: 'We rent it.', kind: 'decision' },
        { text: 'Ann brings cake.', disputes: [{ ...by, text: 'No.', isOpen: true }] },
        { text: 'Talk.', status: 'needs_clarification' },
      ],
      [['Renting', 'a']],
    );
    const reviewed = sure(applyDecision(settled, 'c3', 'confirmed', by));
    const { summary, left } = continueNote(reviewed, news, 5);
    expect(summary.claims.map(({ id }) => id).toSorted()).toEqual(['c2', 'c3', 'c4', 'c5', 'c6']);
    expect(left).toBe(1);
  });

  test('keeps what a person removed, and never gives its number again', () => {
    const by = { by: { id: '1', name: 'Ann' }, at: '2026-03-02T10:00:00.000Z' };
    const unclear = tell(
      2,
      [{ text: 'Maybe.', status: 'needs_clarification' }, { text: 'Sure.' }],
      [['Maybe', 'a']],
    );
    const reviewed = sure(applyDecision(unclear, 'c2', 'removed', by));
    const { summary } = continueNote(reviewed, news, 15);
    expect(summary.rejected.map(({ id, text }) => [id, text])).toEqual([['c2', 'Maybe.']]);
    expect(summary.claims.map(({ id }) => id).toSorted()).toEqual(['c1', 'c3', 'c4', 'c5']);
  });
});

test('the answer of a solved post is first, once, also if another one takes its place', () => {
  const [first, second] = note.footnotes.map(({ messageId }) => messageId);
  const answered = withAnswerFirst(note, sure(second), 'Answer');
  expect(toLines(answered)[0]).toBe('c2 Answer: Lunch costs 9 euros.');
  expect(withAnswerFirst(answered, sure(second), 'Answer')).toBe(answered);
  expect(toLines(withAnswerFirst(answered, sure(first), 'Answer'))).toEqual([
    'c1 Answer: The hall is booked.',
    'c2 null: Lunch costs 9 euros.',
    'c3 Lunch costs 9 euros: Ann brings cake.',
  ]);
  expect(withAnswerFirst(note, 'unknown', 'Answer')).toBe(note);
});

test('the answer that is one no longer has no heading that says so, also if something was added before it', () => {
  const answered = withAnswerFirst(note, sure(note.footnotes[1]).messageId, 'Answer');
  const texts = ['We meet at nine.', 'Bring shoes.', 'It may rain.', 'Lunch is free.'];
  const more = tell(
    3,
    texts.map(text => ({ text })),
    [['We meet at nine', 'c']],
  );
  const { summary } = continueNote(answered, more, 15);
  const latest = sure(more.footnotes[3]).messageId;
  const before = [
    'c4 We meet at nine: We meet at nine.',
    'c5 We meet at nine: Bring shoes.',
    'c6 We meet at nine: It may rain.',
  ];
  const after = [
    'c2 null: Lunch costs 9 euros.',
    'c1 The hall is booked: The hall is booked.',
    'c3 Lunch costs 9 euros: Ann brings cake.',
  ];
  const free = 'Lunch is free.';
  expect(toLines(withAnswerFirst(summary, latest, 'Answer'))).toEqual([
    `c7 Answer: ${free}`,
    ...before,
    ...after,
  ]);
  expect(toLines(withAnswerFirst(summary, undefined, 'Answer'))).toEqual([
    ...before,
    `c7 We meet at nine: ${free}`,
    ...after,
  ]);
});

test('a note without its unreviewed lines has neither their footnotes nor titles that may say the same', () => {
  const { summary, newIds } = continueNote(note, news, 15);
  const shown = withoutClaims(summary, newIds);
  expect(toLines(shown)).toEqual([
    'c2 null: Lunch costs 9 euros.',
    'c3 null: Ann brings cake.',
    'c1 The hall is booked: The hall is booked.',
  ]);
  expect(shown.matters?.map(({ title }) => title)).toEqual([null, 'The hall is booked']);
  expect(shown.footnotes).toHaveLength(3);
});
