import { describe, expect, test } from 'vitest';
import { toAssignTask, toJudgedTopics } from '../../../src/core/topics/assign-task.ts';
import { type TopicRecord, withContribution, withJudgedTopics } from '../../../src/core/topics/record.ts';
import type { TopicClaim } from '../../../src/core/topics/topic-claim.ts';
import { toClaim, toContribution } from './claims.ts';

const empty: TopicRecord = { placeId: '1', contributions: [] };

/** The record after a model was asked about the claims until none was left, and answered with these numbers. */
function assign(record: TopicRecord, answer: (text: string) => number | undefined): TopicRecord {
  let judged = record;
  for (let task = toAssignTask(judged); task !== null; task = toAssignTask(judged)) {
    const numbers = task.claims.map(({ text }, index) => [index + 1, answer(text)] as const);
    const given = numbers.flatMap(([claim, topic]) => (topic === undefined ? [] : [[claim, topic] as const]));
    judged = withJudgedTopics(judged, toJudgedTopics(judged, task, new Map(given)));
  }
  return judged;
}

/** The texts of each topic. */
function toTexts({ contributions }: TopicRecord): readonly (readonly string[])[] {
  const claims = contributions.flatMap(each => each.claims);
  return [...Map.groupBy(claims, ({ topicId }) => topicId).values()].map(own => own.map(({ text }) => text));
}

const at = (minute: number) => new Date(Date.UTC(2026, 2, 9, 9, minute)).toISOString();

function addSummary(record: TopicRecord, id: string, claims: readonly TopicClaim[], day = 9): TopicRecord {
  const createdAt = new Date(Date.UTC(2026, 2, day)).toISOString();
  return withContribution(record, toContribution(id, claims, { createdAt }));
}

describe('the claims that a model assigns', () => {
  const bike = toClaim('a.1', 'Ann saw a bike at the shop.', { at: at(1) });
  const cake = toClaim('a.2', 'Ann orders the cake at the shop.', { at: at(2) });
  const price = toClaim('b.1', 'Ann paid 30.', { at: at(3) });

  test('keep to their topics, whatever words they share or do not share', () => {
    const told = addSummary(empty, 'a', [bike, cake]);
    expect(toTexts(told)).toEqual([[bike.text, cake.text]]);
    const judged = assign(told, text => (text === bike.text ? 1 : 2));
    expect(toTexts(judged)).toEqual([[bike.text], [cake.text]]);
    const again = assign(addSummary(judged, 'b', [price], 10), () => 2);
    // The topic that was spoken of last is the first.
    expect(toTexts(again)).toEqual([[bike.text, price.text], [cake.text]]);
  });

  test('are asked about once, with the first and the last claims of the latest topics', () => {
    const talk = Array.from({ length: 6 }, (_, index) =>
      toClaim(`a.${index}`, `The tent, part ${index}.`, { at: at(index) }),
    );
    const judged = assign(addSummary(empty, 'a', talk), () => 1);
    expect(toAssignTask(judged)).toBeNull();
    const task = toAssignTask(addSummary(judged, 'b', [price], 10));
    expect(task?.claims.map(({ text }) => text)).toEqual([price.text]);
    expect(task?.topics.map(({ claims }) => claims.map(({ key }) => key))).toEqual([
      ['a.0', 'a.3', 'a.4', 'a.5'],
    ]);
  });

  test('keep their topic when their summary is told again, and when the first claim of it is gone', () => {
    const judged = assign(addSummary(empty, 'a', [bike, cake]), () => 1);
    const edited = addSummary(judged, 'a', [{ ...bike, text: 'It was a scooter.' }, cake]);
    expect(toTexts(edited)).toEqual([['It was a scooter.', cake.text]]);
    const left = assign(addSummary(addSummary(judged, 'a', [cake]), 'b', [price], 10), () => 1);
    expect(toTexts(left)).toEqual([[cake.text, price.text]]);
  });

  test('are left to their words where the answer leaves them out, and are not asked about again', () => {
    const judged = assign(addSummary(empty, 'a', [bike, cake, price]), text =>
      text === price.text ? 7 : undefined,
    );
    expect(toTexts(judged)).toEqual([[bike.text, cake.text], [price.text]]);
    expect(toAssignTask(judged)).toBeNull();
  });

  test('are shown the topics that cite their messages first, then the latest that fit', () => {
    const words = (index: number) => `Topic ${index} ${'word '.repeat(300)}`;
    const talk = Array.from({ length: 30 }, (_, index) =>
      toClaim(`a.${index}`, words(index), { at: at(index), message: `m${index}` }),
    );
    const long = toClaim('a.long', 'word '.repeat(20_000), { at: at(59) });
    const numbers = new Map([...talk, long].map(({ text }, index) => [text, index + 1]));
    const judged = assign(addSummary(empty, 'a', [...talk, long]), text => numbers.get(text));
    const again = toClaim('b.1', 'It is said again.', { message: 'm3', at: at(60) });
    const ids = toAssignTask(addSummary(judged, 'b', [again], 10))?.topics.map(({ id }) => id) ?? [];
    expect(ids.slice(0, 3)).toEqual(['a.3', 'a.29', 'a.28']);
    expect(ids.length).toBeLessThan(30);
  });

  test('begin another topic where theirs went on without them', () => {
    const judged = assign(addSummary(addSummary(empty, 'a', [bike]), 'b', [price], 10), () => 1);
    const without = addSummary(judged, 'a', []);
    const back = assign(addSummary(without, 'a', [bike]), () => 2);
    expect(toTexts(back)).toEqual([[bike.text], [price.text]]);
  });

  test('are asked about in parts, and with as many topics as fit', () => {
    const long = 'word '.repeat(500);
    const many = Array.from({ length: 45 }, (_, index) =>
      toClaim(`a.${index}`, `${long} ${index}`, { at: at(index) }),
    );
    const sizes: number[] = [];
    let record = addSummary(empty, 'a', many);
    for (let task = toAssignTask(record); task !== null; task = toAssignTask(record)) {
      sizes.push(task.claims.length);
      expect(task.topics.length).toBeLessThan(10);
      record = withJudgedTopics(record, toJudgedTopics(record, task, new Map()));
    }
    expect(sizes).toEqual([40, 5]);
  });
});

test('claims that no model has assigned may join one that it has, but never join two', () => {
  const judged = assign(
    addSummary(empty, 'a', [
      toClaim('a.1', 'The big tent is rented.', { at: at(1) }),
      toClaim('a.2', 'Soup is served at noon.', { at: at(2) }),
    ]),
    text => (text.includes('tent') ? 1 : 2),
  );
  const told = addSummary(
    judged,
    'b',
    [toClaim('b.1', 'The big tent and the soup are paid.', { at: at(3) })],
    10,
  );
  expect(toTexts(told)).toHaveLength(2);
});
