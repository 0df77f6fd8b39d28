import { describe, expect, test } from 'vitest';
import type { Matter, Summary } from '../../../src/core/claims/summary.ts';
import { type TopicSource, toKnownMatters, toTopics } from '../../../src/core/claims/topics.ts';
import { type ToldClaim, tellSummary } from '../../render/summaries.ts';

const dayMs = 86_400_000;
const monday = Date.UTC(2026, 2, 2, 9);
const onDay = (day: number) => new Date(monday + day * dayMs).toISOString();

type Told = {
  readonly id: string;
  readonly day: number;
  /** What people wrote, one message each, cited in this order. */
  readonly claims: readonly (Partial<ToldClaim> & { readonly text: string })[];
  readonly matters: readonly Partial<Matter>[];
  readonly by?: string;
};

/** A summary of one day whose claims cite one message each, all of the first matter unless they say another. */
function tell({ id, day, claims, matters, by = 'Ann' }: Told): TopicSource & { readonly summary: Summary } {
  const summary = tellSummary({
    messages: claims.map(({ text }) => ({ by, text, at: onDay(day) })),
    claims: claims.map((claim, index) => ({ matter: 1, cites: [index + 1], ...claim })),
    frame: {
      id,
      matters: new Map(
        matters.map((matter, index) => [
          index + 1,
          { title: null, sources: [], topicId: `${id}.${index + 1}`, ...matter },
        ]),
      ),
    },
  });
  return { summary, createdAt: onDay(day), toPlaceId: () => '42' };
}

const first = tell({
  id: 's1',
  day: 0,
  claims: [{ text: 'The hall is booked.' }, { text: 'Lunch costs 9 euros.', matter: 2 }],
  matters: [{ title: 'The hall is booked' }, { title: 'Lunch costs 9 euros' }],
});
const second = tell({
  id: 's2',
  day: 7,
  claims: [{ text: 'The hall is too small.' }],
  matters: [{ title: 'The hall is too small', topicId: 's1.1' }],
});
const third = tell({
  id: 's3',
  day: 8,
  claims: [{ text: 'The party moves to the gym.' }],
  matters: [{ title: 'The party moves to the gym', topicId: 's1.1' }],
});

describe('topics', () => {
  test('are no collections of what was left', () => {
    const own = tell({ id: 's9', day: 1, claims: [{ text: 'abc' }], matters: [{ topicId: null }] });
    expect(toTopics([own], onDay(2))).toEqual([]);
  });

  test('are matters over time: one that goes on is one topic, with its latest title and its claims, newest first', () => {
    const topics = toTopics([third, first, second], onDay(9));
    expect(topics.map(({ id, title }) => [id, title])).toEqual([
      ['s1.1', 'The party moves to the gym'],
      ['s1.2', 'Lunch costs 9 euros'],
    ]);
    expect(topics[0]).toMatchObject({ first: onDay(0), last: onDay(8), placeIds: ['42'], isQuiet: false });
    expect(topics[0]?.lines.map(({ claim }) => claim.text)).toEqual([
      'The party moves to the gym.',
      'The hall is too small.',
      'The hall is booked.',
    ]);
  });

  test('are quiet once nothing was said for two weeks', () => {
    const isQuiet = (now: string) => toTopics([first], now).map(topic => topic.isQuiet);
    expect(isQuiet(onDay(14))).toEqual([false, false]);
    expect(isQuiet(new Date(monday + 14 * dayMs + 1).toISOString())).toEqual([true, true]);
  });

  test('hold nothing that the reader may not see, and no title that says more than that', () => {
    const told = tell({
      id: 's4',
      day: 1,
      claims: [
        { text: 'The cake is for Bob.', topic: 'Party' },
        { text: 'The hall has 40 seats.', topic: 'Party' },
      ],
      matters: [{ title: 'Bob gets a cake', sources: ['m1', 'm2'] }],
    });
    const [whole] = toTopics([told], onDay(2));
    expect(whole?.title).toBe('Bob gets a cake');
    const withoutFirst = toTopics([told], onDay(2), ({ cited }) =>
      cited.every(({ messageId }) => messageId !== 'm1'),
    );
    expect(withoutFirst.map(({ title, lines }) => [title, lines.length])).toEqual([['Party', 1]]);
    expect(toTopics([told], onDay(2), () => false)).toEqual([]);
  });

  test('say the same thing once, in the words of the latest summary', () => {
    const again = tell({
      id: 's5',
      day: 3,
      claims: [{ text: 'The Hall is booked.' }],
      matters: [{ topicId: 's1.1' }],
    });
    const [topic] = toTopics([first, again], onDay(3));
    expect(topic?.lines.map(({ claim }) => claim.text)).toEqual(['The Hall is booked.']);
    expect(topic?.title).toBe('The hall is booked');
  });

  test('leave out claims that are unclear, and a topic without a title is called by its claim', () => {
    const told = tell({
      id: 's6',
      day: 1,
      claims: [
        { text: 'The tent may be free.', status: 'needs_clarification' },
        { text: 'The tent is red.' },
      ],
      matters: [{}],
    });
    const [topic] = toTopics([told], onDay(1));
    expect(topic?.lines.map(({ claim }) => claim.text)).toEqual(['The tent is red.']);
    expect(topic?.title).toBe('The tent is red.');
  });
});

describe('what a writer is told', () => {
  test('is the latest topics that are not quiet, with their title, last day and newest claims', () => {
    expect(toKnownMatters(toTopics([first, second], onDay(15)))).toEqual([
      {
        topicId: 's1.1',
        title: 'The hall is too small',
        day: '2026-03-09',
        lines: ['The hall is too small.', 'The hall is booked.'],
      },
    ]);
  });

  test('is twelve topics with three claims each at most', () => {
    const many = Array.from({ length: 20 }, (_, index) => index + 1);
    const told = tell({
      id: 's7',
      day: 0,
      claims: many.flatMap(matter => many.slice(0, 5).map(each => ({ text: `${matter}: ${each}`, matter }))),
      matters: many.map(() => ({})),
    });
    const known = toKnownMatters(toTopics([told], onDay(1)));
    expect(known).toHaveLength(12);
    for (const { lines } of known) expect(lines).toHaveLength(3);
  });
});
