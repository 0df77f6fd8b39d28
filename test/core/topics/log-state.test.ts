import { expect, test } from 'vitest';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import type { ActionItem, LogEntry } from '../../../src/core/decisions/entry.ts';
import { withLogStates } from '../../../src/core/topics/log-state.ts';
import { toMemory } from '../../../src/core/topics/memory.ts';
import { withContribution } from '../../../src/core/topics/record.ts';
import type { TopicClaim } from '../../../src/core/topics/topic-claim.ts';
import { toTopics } from '../../../src/core/topics/topics.ts';
import { type Said, summaryOf, toTime } from '../decisions/log-input.ts';
import { toClaim, toContribution } from './claims.ts';

/** The log after these summaries; their ids are "s1", "s2" … */
function toLog(...summaries: readonly (readonly Said[])[]): readonly LogEntry[] {
  let ids = 0;
  return summaries.reduce<readonly LogEntry[]>((log, said, index) => {
    const { put } = applySummary(log, summaryOf(`s${index + 1}`, said), () => `e${++ids}`);
    const changed = new Set(put.map(({ id }) => id));
    return [...log.filter(({ id }) => !changed.has(id)), ...put];
  }, []);
}

function withActions(log: readonly LogEntry[], change: Partial<ActionItem>): readonly LogEntry[] {
  return log.map(each => (each.kind === 'action' ? { ...each, ...change } : each));
}

const done = { done: { at: toTime(30), by: 'u1' } };
const book: Said = { kind: 'action', text: 'Ann books the tent.', cites: [1] };
const task = toClaim('s1.c1', 'Ann books the tent.', {
  label: 'Tent',
  kind: 'action',
  message: 'm1',
  at: toTime(1),
});
const reported = toClaim('s2.c1', 'It is booked.', {
  label: 'Tent',
  kind: 'resolved',
  at: toTime(3),
  closes: ['m1'],
});
const menu = toClaim('s3.c1', 'Soup is served.', {
  label: 'Menu',
  by: 'Bob',
  at: '2026-03-09T09:00:00.000Z',
});

/** Topics as somebody sees them who may see this log. */
function see(log: readonly LogEntry[], ...claims: readonly TopicClaim[]) {
  const record = withContribution({ placeId: '1', contributions: [] }, toContribution('a', claims));
  return withLogStates([record], log);
}

function findTent(log: readonly LogEntry[], ...claims: readonly TopicClaim[]) {
  const tent = toTopics(see(log, ...claims, menu)).find(({ title }) => title === 'Tent');
  return [tent?.reason, tent?.open.length];
}

test('a task is open in its topic until the log has it done, and again once somebody reopens it', () => {
  const log = toLog([book]);
  expect(findTent(log, task)).toEqual(['open_action', 1]);
  expect(findTent(withActions(log, { snoozedUntil: toTime(59) }), task)).toEqual(['open_action', 1]);
  expect(findTent(withActions(log, done), task)).toEqual([null, 0]);
  expect(findTent([], task, reported)).toEqual([null, 0]);
  expect(findTent(log, task, reported)).toEqual(['open_action', 1]);
});

test('another task of the same message stays open', () => {
  const print: Said = { kind: 'action', text: 'Ann prints forty posters.', cites: [1] };
  const other = { ...task, key: 's1.c2', text: print.text };
  const [first, second] = toLog([book, print]);
  if (first?.kind !== 'action' || second === undefined) throw new Error('no task');
  expect(findTent([{ ...first, ...done }, second], task, other)).toEqual(['open_action', 1]);
});

test('a task is done also in claims that the log does not keep', () => {
  const again = Array.from({ length: 12 }, () => [book]);
  const log = withActions(toLog(...again), done);
  expect(log).toHaveLength(1);
  const unverified = { ...task, key: 's99.c1', text: 'Ann will book the tent.' };
  expect(findTent(log, task, unverified)).toEqual([null, 0]);
});

test('a question is closed by a decision that cites it with a later message, from any channel', () => {
  const asked = toClaim('s1.c1', 'Who pays?', {
    label: 'Tent',
    kind: 'question',
    message: 'm1',
    at: toTime(1),
  });
  const decide = (...cites: readonly number[]) => toLog([{ text: 'The club pays for it.', cites }]);
  expect(findTent(decide(2), asked)).toEqual(['open_question', 1]);
  expect(findTent(decide(1), asked)).toEqual(['open_question', 1]);
  expect(findTent(decide(1, 2), asked)).toEqual([null, 0]);
});

test('memory leaves out a decision that was replaced, if its readers may know of the later one', () => {
  const rent = toClaim('s1.c1', 'We rent the big tent.', {
    label: 'Tent',
    kind: 'decision',
    message: 'm1',
    at: toTime(1),
  });
  const [former, later] = toLog(
    [{ text: 'We rent the big tent.', cites: [1] }],
    [{ kind: 'change', text: 'We rent two small tents.', cites: [2], before: [1] }],
  );
  if (!former || !later) throw new Error('not two decisions');
  const remember = (log: readonly LogEntry[]) =>
    toMemory(see(log, rent))?.active.flatMap(({ claims }) => claims.map(({ text }) => text));
  expect(remember([former])).toEqual(['We rent the big tent.']);
  expect(remember([former, later])).toEqual([]);
});
