import { describe, expect, test } from 'vitest';
import {
  beginRun,
  createDigest,
  editDigest,
  isAhead,
  isSameProgress,
  parsePostId,
  pauseDigest,
  resumeDigest,
  toCoveredTo,
  toNextRun,
  toPostId,
  withCovered,
  withPending,
  withPosted,
  withRightClock,
  withSending,
} from '../../../src/core/digests/run.ts';
import { toCustomId } from '../../../src/render/custom-id.ts';
import { choice } from '../../app/digests/digest-world.ts';

const now = '2026-03-02T09:00:00.000Z';
const id = '5a5ab4cd-9f0e-4a39-8b51-52f7a3d0c9a1';
const newest = '18446744073709551615';
const digest = createDigest({ ...choice, id }, '2026-03-02T08:00:00.000Z');
const begun = beginRun(digest, { id: 'r1', tick: now }, now);
const pending = {
  summaryId: 's1',
  destination: digest.destination,
  covered: { c1: '100', c2: newest },
  messages: 2,
};

describe('the id of a post', () => {
  if (!begun.run) throw new Error('no run');
  const summaryId = toPostId(digest, begun.run, newest);

  test('says its run, its place in the run and what it covers', () => {
    expect(parsePostId(summaryId, id)).toEqual({ tick: now, number: 0, coveredTo: newest });
  });

  test('fits in the longest custom id', () => {
    const longest = {
      summaryId,
      action: 'sources',
      page: 9999,
      claimId: 'c999999',
      grouping: 'topic',
    } as const;
    expect(toCustomId(longest).length).toBeLessThanOrEqual(100);
  });

  test('is ahead of a run that has not made it yet', () => {
    const post = { tick: now, number: 1, coveredTo: newest };
    const runOf = (posted: number) => ({ ...begun, run: begun.run && { ...begun.run, posted } }).run;
    const [first, second, third] = [runOf(0), runOf(1), runOf(2)];
    if (!first || !second || !third) throw new Error('no run');
    expect([first, second, third].map(run => isAhead(post, run))).toEqual([true, true, false]);
    expect(isAhead(post, { ...first, tick: '2026-03-03T09:00:00.000Z' })).toBe(false);
  });
});

test('a post that was not pending is refused: nobody would know what it covers', () => {
  expect(() => withPosted(begun)).toThrow(/none pending/);
  expect(toCoveredTo(withPosted(withPending(begun, pending)))).toBe(newest);
});

test('each step of a run is other progress, and what people change is not', () => {
  const waiting = withPending(begun, pending);
  const steps = [digest, begun, waiting, withSending(waiting, true), withPosted(waiting)];
  for (const [index, step] of steps.entries())
    expect(steps.map(each => isSameProgress(each, step))).toEqual(steps.map((_, other) => other === index));
  expect(isSameProgress(waiting, pauseDigest(waiting, 'by_person', now))).toBe(true);
  expect(isSameProgress(waiting, { ...waiting, destination: { kind: 'dm' } })).toBe(true);
  const covered = withCovered(withCovered(digest, { c1: '1' }), { c2: '2' });
  expect(isSameProgress(covered, withCovered(withCovered(digest, { c2: '2' }), { c1: '1' }))).toBe(true);
});

describe('a last run', () => {
  const next = '2026-03-03T09:00:00.000Z';

  test.each(['2027-03-02T09:00:00.000Z', '2026-03-05T09:00:00.000Z'])(
    'at %s was started by a wrong clock',
    at => {
      const ahead = { ...digest, lastRunAt: at };
      expect(toNextRun(withRightClock(ahead, now), now)).toBe(next);
      expect(toNextRun(editDigest(ahead, ahead, now), now)).toBe(next);
      expect(toNextRun(resumeDigest(pauseDigest(ahead, 'by_person', now), now), now)).toBe(next);
    },
  );

  test('at which a digest was created hides no messages from its first run once it is right', () => {
    const created = createDigest({ ...choice, id }, '2027-03-02T09:30:00.000Z');
    const right = withRightClock(created, now);
    expect(right.since).toBe(createDigest({ ...choice, id }, now).since);
    expect(withRightClock(right, now)).toBe(right);
  });

  test('that is a tick ahead of a clock that was set back is not repeated', () => {
    const ahead = { ...digest, lastRunAt: next };
    expect(withRightClock(ahead, now)).toBe(ahead);
    expect(toNextRun(ahead, now)).toBe('2026-03-04T09:00:00.000Z');
  });
});
