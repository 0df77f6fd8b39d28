import { beforeEach, describe, expect, test } from 'vitest';
import type { Claim, JobClaims } from '../../../src/app/jobs/ports.ts';

export type JobsKind = {
  /** A schedule over an empty store. `now` is its clock; `leaseMs` the length of a claim. */
  readonly create: (options: { now: () => string; leaseMs: number }) => Promise<JobClaims>;
  /** The same schedule as another process, or the same one after a restart, sees it. */
  readonly reopen: (options: { now: () => string; leaseMs: number }) => Promise<JobClaims>;
};

const leaseMs = 60_000;

/** What the claims of a store do. */
export function describeJobs(name: string, { create, reopen }: JobsKind): void {
  describe(name, () => {
    let nowMs = 0;
    let jobs: JobClaims;
    const now = () => new Date(nowMs).toISOString();
    const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 9, minutes)).toISOString();
    const setNow = (minutes: number) => {
      nowMs = Date.parse(at(minutes));
    };
    const claimed = async (): Promise<Claim> => {
      const claim = await jobs.claim();
      if (!claim) throw new Error('nothing is due');
      return claim;
    };

    beforeEach(async () => {
      setNow(0);
      jobs = await create({ now, leaseMs });
    });

    test('a job is claimed when it is due, not before, and by one worker', async () => {
      await jobs.schedule('a', at(5));
      expect(await jobs.nextDueAt()).toBe(at(5));
      expect(await jobs.claim()).toBeNull();
      setNow(5);
      const claims = await Promise.all([jobs.claim(), jobs.claim(), jobs.claim()]);
      expect(claims.filter(Boolean)).toMatchObject([{ id: 'a', dueAt: at(5), attempt: 1 }]);
    });

    test('the job that has been due longest comes first', async () => {
      await jobs.schedule('late', at(3));
      await jobs.schedule('early', at(1));
      await jobs.schedule('middle', at(2));
      setNow(10);
      const ids = [await claimed(), await claimed(), await claimed()].map(({ id }) => id);
      expect(ids).toEqual(['early', 'middle', 'late']);
      expect(await jobs.claim()).toBeNull();
    });

    test('completed it is due again at its next time, or gone', async () => {
      await jobs.schedule('a', at(0));
      expect(await jobs.complete(await claimed(), at(7))).toBe(true);
      expect(await jobs.nextDueAt()).toBe(at(7));
      setNow(7);
      expect(await jobs.complete(await claimed(), null)).toBe(true);
      expect(await jobs.nextDueAt()).toBeNull();
    });

    test('failed it is due again later, with its attempts counted; completed they start anew', async () => {
      await jobs.schedule('a', at(0));
      expect(await jobs.fail(await claimed(), at(1))).toBe(true);
      expect(await jobs.claim()).toBeNull();
      setNow(1);
      const second = await claimed();
      expect(second.attempt).toBe(2);
      await jobs.complete(second, at(1));
      expect((await claimed()).attempt).toBe(1);
    });

    test('of a worker that died it can be claimed after its lease, and the old claim is void', async () => {
      await jobs.schedule('a', at(0));
      const dead = await claimed();
      expect(await jobs.nextDueAt()).toBe(at(1));
      nowMs += leaseMs - 1;
      expect(await jobs.claim()).toBeNull();
      nowMs += 1;
      const living = await claimed();
      expect(living.attempt).toBe(2);
      expect(await jobs.heartbeat(dead)).toBe(false);
      expect(await jobs.complete(dead, null)).toBe(false);
      expect(await jobs.fail(dead, at(9))).toBe(false);
      expect(await jobs.complete(living, null)).toBe(true);
    });

    test('a heartbeat extends the lease', async () => {
      await jobs.schedule('a', at(0));
      const claim = await claimed();
      nowMs += leaseMs - 1;
      expect(await jobs.heartbeat(claim)).toBe(true);
      nowMs += leaseMs - 1;
      expect(await jobs.claim()).toBeNull();
      expect(await jobs.complete(claim, null)).toBe(true);
    });

    test('scheduled again it moves, and there is still one of it', async () => {
      await jobs.schedule('a', at(5));
      await jobs.schedule('a', at(2));
      expect(await jobs.nextDueAt()).toBe(at(2));
      setNow(5);
      await jobs.complete(await claimed(), null);
      expect(await jobs.claim()).toBeNull();
    });

    test('scheduled again while it runs, the new time wins', async () => {
      await jobs.schedule('a', at(0));
      const claim = await claimed();
      nowMs += leaseMs / 2;
      const moved = now();
      await jobs.schedule('a', moved);
      expect(await jobs.claim()).toBeNull();
      expect(await jobs.heartbeat(claim)).toBe(true);
      expect(await jobs.complete(claim, at(30))).toBe(true);
      expect(await claimed()).toMatchObject({ id: 'a', dueAt: moved, attempt: 1 });
    });

    test('cancelled it is gone, and a claim of it void', async () => {
      await jobs.schedule('a', at(0));
      await jobs.schedule('b', at(9));
      const claim = await claimed();
      await jobs.cancel('a');
      await jobs.cancel('b');
      await jobs.cancel('never there');
      expect(await jobs.complete(claim, at(1))).toBe(false);
      expect(await jobs.nextDueAt()).toBeNull();
    });

    test('with the clock set back, a lease from the future ends at once', async () => {
      await jobs.schedule('a', at(0));
      setNow(30);
      await claimed();
      setNow(10);
      expect(await claimed()).toMatchObject({ id: 'a', attempt: 2 });
    });

    test('jobs, claims and attempts survive a restart', async () => {
      await jobs.schedule('a', at(0));
      await jobs.schedule('b', at(4));
      const claim = await claimed();
      jobs = await reopen({ now, leaseMs });
      expect(await jobs.claim()).toBeNull();
      expect(await jobs.complete(claim, at(6))).toBe(true);
      jobs = await reopen({ now, leaseMs });
      setNow(6);
      expect([await claimed(), await claimed()].map(({ id }) => id)).toEqual(['b', 'a']);
    });

    test('many at once keep apart', async () => {
      const ids = Array.from({ length: 50 }, (_, index) => `job${index}`);
      await Promise.all(ids.map(id => jobs.schedule(id, at(1))));
      setNow(1);
      const claims = await Promise.all(ids.map(claimed));
      expect(new Set(claims.map(({ id }) => id)).size).toBe(50);
      await Promise.all(claims.map(claim => jobs.complete(claim, null)));
      expect(await jobs.nextDueAt()).toBeNull();
    });
  });
}
