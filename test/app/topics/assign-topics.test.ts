import { describe, expect, test } from 'vitest';
import type { JobQueue, JobWork } from '../../../src/app/jobs/ports.ts';
import type { AssignReport, AssignRequest, Judge } from '../../../src/app/ports.ts';
import { startTopicAssignment } from '../../../src/app/topics/assign-topics.ts';
import { maxAssigned } from '../../../src/core/topics/assign-task.ts';
import { type TopicRecord, withContribution } from '../../../src/core/topics/record.ts';
import { createLogger } from '../../../src/log.ts';
import { toClaim, toContribution } from '../../core/topics/claims.ts';
import { createJudge } from '../judging/judge.ts';

const now = '2026-03-09T10:00:00.000Z';
const job = { id: '7_1', dueAt: now, attempt: 1 };

/** All claims in one topic. */
const inOne = ({ claims }: AssignRequest): AssignReport => ({
  assignments: new Map(claims.map((_, index) => [index + 1, 1])),
  failure: null,
});
const fail = (failure: NonNullable<AssignReport['failure']>) => (): AssignReport => ({
  assignments: new Map(),
  failure,
});

/** The job of one channel as its queue runs it, what the model is asked, and what is stored. */
function setUp(claims: TopicRecord, answer: ((request: AssignRequest) => AssignReport) | null, hidden = '') {
  const asked: (readonly string[])[] = [];
  const scheduled: string[] = [];
  let stored = claims;
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
  const { judge } = createJudge(() => 'supported');
  const assign: NonNullable<Judge['assign']> = async request => {
    asked.push(request.claims.map(({ key }) => key));
    return answer?.(request) ?? unused();
  };
  const { schedule } = startTopicAssignment({
    topics: {
      list: unused,
      update: async (_guildId, _placeId, change) => {
        stored = change(stored);
      },
    },
    jobs,
    load: async () => ({
      ...stored,
      contributions: stored.contributions.map(each => ({
        ...each,
        claims: each.claims.filter(({ key }) => key !== hidden),
      })),
    }),
    judge: answer === null ? judge : { ...judge, assign },
    clock: { now: () => now },
    log: createLogger('silent'),
  });
  const all = () => stored.contributions.flatMap(each => each.claims);
  return {
    schedule,
    scheduled,
    asked,
    run: () => work?.run(job, new AbortController().signal),
    giveUp: (error: unknown) => work?.giveUp(job, error),
    judged: () => all().map(({ judgedTopicId }) => judgedTopicId),
  };
}

function toRecord(count: number): TopicRecord {
  const claims = Array.from({ length: count }, (_, index) => toClaim(`a.c${index}`, `Soup ${index}.`));
  return withContribution({ placeId: '1', contributions: [] }, toContribution('a', claims));
}

describe('the assignment of claims to topics', () => {
  test('asks about what a model may read, and stores the answer', async () => {
    const { schedule, scheduled, asked, run, judged } = setUp(toRecord(3), inOne, 'a.c1');
    await schedule('7', '1');
    expect(scheduled).toEqual(['7_1']);
    expect(await run()).toEqual({ next: null });
    expect(asked).toEqual([['a.c0', 'a.c2']]);
    expect(judged()).toEqual(['a.c0', undefined, 'a.c0']);
    expect(await run()).toEqual({ next: null });
    expect(asked).toHaveLength(1);
  });

  test('goes on at once where one call does not take all claims', async () => {
    const { run, asked } = setUp(toRecord(maxAssigned + 1), inOne);
    expect(await run()).toEqual({ next: now });
    expect(await run()).toEqual({ next: null });
    expect(asked.map(({ length }) => length)).toEqual([maxAssigned, 1]);
  });

  test('is retried, and in the end left to words, so that later claims are asked about', async () => {
    const { run, giveUp, judged } = setUp(toRecord(2), fail('refused'));
    const error: unknown = await run()?.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'claims were not assigned to topics: refused' });
    expect(judged()).toEqual([undefined, undefined]);
    expect(await giveUp(error)).toEqual({ next: null });
    expect(judged()).toEqual([null, null]);
  });

  test('is asked for again by the next summary after a long outage', async () => {
    const { run, giveUp, judged } = setUp(toRecord(2), fail('overloaded'));
    const error: unknown = await run()?.catch((thrown: unknown) => thrown);
    for (const each of [error, new Error('Discord does not answer')])
      expect(await giveUp(each)).toEqual({ next: null });
    expect(judged()).toEqual([undefined, undefined]);
  });

  test('waits for the next summary while a cap or the key rules out every call', async () => {
    const { run, judged } = setUp(toRecord(2), fail('cap_reached'));
    expect(await run()).toEqual({ next: null });
    expect(judged()).toEqual([undefined, undefined]);
  });

  test('is not scheduled without a model that assigns, and what was scheduled ends', async () => {
    const { schedule, scheduled, run, judged } = setUp(toRecord(2), null);
    await schedule('7', '1');
    expect(scheduled).toEqual([]);
    expect(await run()).toEqual({ next: null });
    expect(judged()).toEqual([undefined, undefined]);
  });
});
