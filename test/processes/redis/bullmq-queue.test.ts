import { Queue } from 'bullmq';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startDecisionLog } from '../../../src/app/decisions/decision-log.ts';
import { startDeliveries } from '../../../src/app/digests/deliveries.ts';
import { startDigests } from '../../../src/app/digests/digests.ts';
import type { JobQueue } from '../../../src/app/jobs.ts';
import type { LogEntry } from '../../../src/core/decisions/entry.ts';
import { addMs } from '../../../src/core/time.ts';
import { createSystemClock } from '../../../src/io/clock.ts';
import { createBullQueue } from '../../../src/io/jobs/bullmq-queue.ts';
import { openSharedRedis, type SharedRedis } from '../../../src/io/jobs/shared-redis.ts';
import { createLogger, type Logger } from '../../../src/log.ts';
import { createDigestWorld, type DigestWorld } from '../../app/digests/digest-world.ts';
import { describeQueue } from '../../app/queue-conformance.ts';
import { createLogLines } from '../../e2e/log-lines.ts';
import { startScript } from '../../start-script.ts';
import { sure } from '../../sure.ts';
import { noRedis, startRedis } from './redis-server.ts';

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

let url = '';
const log = createLogger('silent');
const connect = async () => {
  const redis = await openSharedRedis({ botId: '1', url, log });
  ends.push(redis.close);
  return redis;
};
const toQueue = (redis: SharedRedis, to: Logger = log) =>
  createBullQueue({ name: 'jobs', redis, clock: createSystemClock(), log: to, leaseMs: 1_000 });
const open = async () => toQueue(await connect());

const servers: Awaited<ReturnType<typeof startRedis>>[] = [];
const createShared = async () => {
  const redis = await startRedis();
  servers.push(redis);
  ends.push(redis.stop);
  url = redis.url;
  return connect();
};
const create = async () => toQueue(await createShared());
const last = () => sure(servers.at(-1));
const single = { toServer: () => '', retries: { firstMs: 50 }, giveUp: async () => null };

/** On the world's time, and going on: a clock that stands still and sleeps by another one never pauses. */
function createDigestsAt(world: DigestWorld) {
  const clock = createSystemClock();
  clock.setOffset(Date.parse(world.now()) - Date.now());
  return { digests: { ...world.createParts(), now: clock.now }, clock };
}

describe.skipIf(noRedis)(`a queue in Redis${noRedis ? ` (${noRedis})` : ''}`, () => {
  describeQueue('of BullMQ', {
    create,
    reopen: open,
  });

  test('two processes share the jobs, and each job runs once', async () => {
    const queues = [await create(), await open()];
    const ran: string[] = [];
    const worked = new Set<JobQueue>();
    for (const queue of queues)
      queue.work({
        ...single,
        run: async ({ id }) => {
          ran.push(id);
          worked.add(queue);
          await new Promise(resolve => setTimeout(resolve, 50));
          return null;
        },
      });
    const ids = Array.from({ length: 20 }, (_, index) => `j${index}`);
    await Promise.all(ids.map(id => queues[0]?.schedule(id, new Date().toISOString())));
    await expect.poll(() => ran.length).toBe(20);
    expect([...ran].sort()).toEqual(ids.sort());
    expect(worked.size).toBe(2);
  });

  test('the job of a killed process runs elsewhere, as its next attempt', async () => {
    const queue = await create();
    const holder = startScript('test/processes/scripts/hold-job.ts', { QUEUE_URL: url });
    await queue.schedule('held', new Date().toISOString());
    await expect.poll(holder.stderr).toContain('holds held');
    const attempts: number[] = [];
    queue.work({
      ...single,
      run: async ({ attempt }) => {
        attempts.push(attempt);
        return null;
      },
    });
    holder.kill('SIGKILL');
    await holder.ended;
    await expect.poll(() => attempts).toEqual([2]);
  });

  test('a forged job is refused once, logged and removed', async () => {
    const redis = await createShared();
    const { log: own, lines } = createLogLines();
    const queue = toQueue(redis, own);
    const forger = new Queue('jobs', { connection: redis.root, prefix: `${redis.prefix}:queue` });
    await forger.add(
      'jobs',
      { dueAt: 'soon', attempt: 0 },
      { jobId: 'forged', attempts: 1_000, removeOnComplete: true },
    );
    const ran: string[] = [];
    queue.work({
      ...single,
      run: async ({ id }) => {
        ran.push(id);
        return null;
      },
    });
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ msg: 'job-malformed', job: 'forged' }));
    await queue.schedule('own', new Date().toISOString());
    await expect.poll(() => ran).toEqual(['own']);
    await expect.poll(() => forger.getJob('forged')).toBeUndefined();
    expect(lines.filter(({ msg }) => msg === 'job-malformed')).toHaveLength(1);
  });

  type Stop = () => Promise<void>;
  /** Parts with one job each in a queue that will be lost. */
  const startWithJob: Readonly<Record<string, (redis: SharedRedis) => Promise<Stop>>> = {
    digests: async redis => {
      const { digests, clock } = createDigestsAt(createDigestWorld());
      const jobs = createBullQueue({ name: 'lost', redis, clock, log });
      return startDigests({ ...digests, jobs, clock, log }).stop;
    },
    'webhook deliveries': async redis => {
      const world = createDigestWorld({ webhook: { url: 'https://hooks.example/', secret: 'whsec_' } });
      const { digests, clock } = createDigestsAt(world);
      world.change(digest => ({ ...digest, deliveries: ['s1'] }));
      const deliveries = startDeliveries({
        ...digests,
        jobs: createBullQueue({ name: 'lost', redis, clock, log }),
        webhooks: { allows: () => true, newSecret: () => '', send: async () => {} },
        open: async () => 'held',
        clock,
      });
      const jobs = createBullQueue({ name: 'others', redis, clock, log });
      const all = startDigests({ ...digests, jobs, ensureDeliveries: deliveries.ensure, clock, log });
      return async () => void (await Promise.all([all.stop(), deliveries.stop()]));
    },
    reminders: async redis => {
      const clock = createSystemClock();
      const reminders = [{ personId: 'ann', at: addMs(clock.now(), 3_600_000), locale: 'en' }];
      const about = { id: 'a1', guildId: 'g1', sources: [{}] };
      const entry = { kind: 'action', ...about, done: null, reminders } as unknown as LogEntry;
      return startDecisionLog({
        entries: { guildIds: async () => ['g1'], list: async () => [entry] },
        settings: { of: async () => ({}) },
        jobs: createBullQueue({ name: 'lost', redis, clock, log }),
        clock,
        log,
      } as unknown as Parameters<typeof startDecisionLog>[0]).stop;
    },
  };
  test.each(Object.entries(startWithJob))(
    'a Redis that lost the jobs of %s gets them again as soon as it is back',
    async (_, start) => {
      const redis = await createShared();
      onTestFinished(await start(redis));
      const view = new Queue('lost', { connection: { url }, prefix: `${redis.prefix}:queue` });
      view.on('error', () => {});
      onTestFinished(() => view.close());
      await expect.poll(() => view.getDelayedCount()).toBe(1);
      await last().stop();
      // It keeps nothing on disk.
      await last().start();
      await expect.poll(() => view.getDelayedCount()).toBe(1);
    },
  );

  test('a Redis without an append-only file, one that removes jobs, or none at all, is explained at the start', async () => {
    const { notices, root } = await createShared();
    expect(notices).toEqual([expect.stringContaining('--appendonly yes')]);
    await root.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect((await connect()).notices[1]).toContain('may remove jobs when its memory is full');
    await last().stop();
    await expect(connect()).rejects.toThrow(/The Redis at 127\.0\.0\.1:\d+ \(REDIS_URL\) does not answer\./);
  });
});
