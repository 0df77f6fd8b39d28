import { expect, test } from 'vitest';
import type { JobQueue, JobWork } from '../../../src/app/jobs/ports.ts';
import type { AssignRequest, Judge } from '../../../src/app/ports.ts';
import { startTopicAssignment } from '../../../src/app/topics/assign-topics.ts';
import { type TopicRecord, withContribution } from '../../../src/core/topics/record.ts';
import { toClaim, toContribution } from '../../core/topics/claims.ts';
import { createJudge } from '../judging/judge.ts';

const now = '2026-03-09T10:00:00.000Z';

/** Runs the job of one channel as its queue would, and tells what the model was asked. */
async function run(record: TopicRecord, optedOut: readonly string[], judge?: Judge) {
  const asked: AssignRequest[] = [];
  const scheduled: string[] = [];
  let stored = record;
  let work: JobWork | undefined;
  const unused = () => Promise.reject(new Error('not asked'));
  const jobs: JobQueue = {
    schedule: async id => void scheduled.push(id),
    ensure: unused,
    cancel: unused,
    work: given => {
      work = given;
      return { stop: async () => {} };
    },
  };
  const assigning: Judge = {
    ...createJudge(() => 'supported').judge,
    assign: async request => {
      asked.push(request);
      return { assignments: new Map(request.claims.map((_, index) => [index + 1, 1])), failure: null };
    },
  };
  const { schedule } = startTopicAssignment({
    topics: {
      list: async () => [stored],
      update: async (_guildId, _placeId, change) => {
        stored = change(stored);
      },
    },
    jobs,
    privacy: { optedOut: async () => new Set(optedOut) },
    judge: judge ?? assigning,
    clock: { now: () => now, sleepUntil: unused },
  });
  await schedule('7', '1');
  const job = { id: '7_1', dueAt: now, attempt: 1 };
  const outcome = await work?.run(job, new AbortController().signal);
  return { scheduled, asked: asked.map(({ claims }) => claims.map(({ key }) => key)), outcome };
}

const claims = [
  toClaim('a.c1', 'The tent is rented.', { by: 'Ann' }),
  toClaim('a.c2', 'Soup.', { by: 'Bob' }),
];
const record = withContribution({ placeId: '1', contributions: [] }, toContribution('a', claims));

test('no model reads the claims of people who opted out', async () => {
  expect(await run(record, [])).toEqual({
    scheduled: ['7_1'],
    asked: [['a.c1', 'a.c2']],
    outcome: { next: now },
  });
  expect(await run(record, ['bob'])).toEqual({
    scheduled: ['7_1'],
    asked: [['a.c1']],
    outcome: { next: now },
  });
  expect(await run(record, ['ann', 'bob'])).toEqual({
    scheduled: ['7_1'],
    asked: [],
    outcome: { next: null },
  });
});

test('without a model that assigns, nothing is scheduled, and an earlier job ends', async () => {
  const { judge } = createJudge(() => 'supported');
  expect(await run(record, [], judge)).toEqual({ scheduled: [], asked: [], outcome: { next: null } });
});
