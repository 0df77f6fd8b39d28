import { describe, expect, test } from 'vitest';
import { toHeading } from '../../../src/core/claims/assemble.ts';
import { toShownCounts } from '../../../src/core/claims/footnotes.ts';
import { applyMessageChanges } from '../../../src/core/claims/message-changes.ts';
import { toDocument } from '../../../src/render/formats/json.ts';
import { tellLines, tellMatters, tellSummary } from '../../render/summaries.ts';

const messages = tellLines('Ann: a', 'Ann: b', 'Ann: c', 'Ann: d');

describe('a title', () => {
  const matter = { title: 'The hall is booked', sources: ['m1', 'm2'], topicId: 's.1' };

  test('goes with any message that it rests on, and its topic stays', () => {
    const told = tellSummary({
      messages,
      claims: [1, 2, 3].map(position => ({ text: `Of ${position}.`, cites: [position], matter: 1 })),
      frame: { matters: new Map([[1, matter]]) },
    });
    const without = (id: string) =>
      applyMessageChanges(told, { deleted: new Set([id]), edited: new Set() }).matters;
    expect(without('m3')).toEqual([matter]);
    expect(without('m2')).toEqual([{ title: null, sources: [], topicId: 's.1' }]);
  });

  test('is replaced by the topic of its claims where it is missing', () => {
    expect(toHeading(matter, [{ topic: 'Hall' }])).toBe('The hall is booked');
    expect(toHeading({ ...matter, title: null }, [{ topic: null }, { topic: 'Hall' }])).toBe('Hall');
    expect(toHeading(undefined, [{ topic: null }])).toBeNull();
  });
});

describe('markers of claims under matters', () => {
  test('are one for each claim, and second ones in reading order until twenty-two are shown', () => {
    expect(toShownCounts([1, 2, 5, 0])).toEqual([1, 2, 2, 1]);
    expect(toShownCounts(Array.from({ length: 12 }, () => 3))).toEqual([
      ...Array.from({ length: 10 }, () => 2),
      ...Array.from({ length: 2 }, () => 1),
    ]);
    expect(toShownCounts(Array.from({ length: 40 }, () => 3))).toEqual(Array.from({ length: 40 }, () => 1));
  });

  test('leave the other messages listed', () => {
    const { claims, footnotes } = tellSummary({
      messages,
      claims: [{ text: 'abc', cites: [1, 2, 3], matter: 1 }],
      frame: { matters: tellMatters(null) },
    });
    expect(footnotes.map(({ messageId }) => messageId)).toEqual(['m1', 'm2']);
    expect(claims[0]?.more.map(({ messageId }) => messageId)).toEqual(['m3']);
  });
});

describe('a summary by matter', () => {
  test('numbers its matters without gaps, in their order, and its claims in reading order', () => {
    const { claims, matters } = tellSummary({
      messages,
      claims: [
        { text: 'Apart.', cites: [4] },
        { text: 'Boat.', cites: [1], matter: 7 },
        { text: 'Tent.', cites: [2], matter: 2 },
        { text: 'Help with the tent.', kind: 'request', cites: [3], matter: 2 },
      ],
      frame: { matters: tellMatters('a', 'Tent', 'b', 'c', 'd', 'e', 'Boat') },
    });
    expect(matters?.map(each => each.title)).toEqual(['Tent', 'Boat']);
    expect(claims.map(({ id, text, matter }) => [id, text, matter])).toEqual([
      ['c1', 'Tent.', 1],
      ['c2', 'Help with the tent.', 1],
      ['c3', 'Boat.', 2],
      ['c4', 'Apart.', undefined],
    ]);
  });

  test('keeps several requests, and only a thread waits for the last question', () => {
    const tell = (source: object) =>
      tellSummary({
        messages,
        source,
        claims: [
          { text: 'Who can help?', kind: 'request', cites: [1], matter: 1 },
          { text: 'Who is first?', kind: 'question', cites: [2], matter: 1 },
        ],
        frame: { matters: tellMatters('Help') },
      });
    expect(toDocument(tell({})).active_request).toBeNull();
    expect(toDocument(tell({ threadId: '43' })).active_request).toMatchObject({ id: 'c2' });
  });

  test('has no matters where no matter has a claim left', () => {
    const { claims, matters } = tellSummary({
      messages,
      claims: [{ text: 'Tent.', cites: [2], matter: 9 }],
      frame: { matters: tellMatters('Boat') },
    });
    expect(matters).toBeUndefined();
    expect(claims.map(claim => claim.matter)).toEqual([undefined]);
  });
});
