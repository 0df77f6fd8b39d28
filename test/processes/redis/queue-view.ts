import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

/** The jobs of a bot in a Redis, seen from outside. */
export function openQueueView(url: string, now: () => number) {
  const connection = new Redis(url, { maxRetriesPerRequest: 1 }).on('error', () => {});
  const queue = new Queue<{ readonly dueAt: string }>('jobs', {
    connection,
    prefix: 'footnote:bot:queue',
    skipVersionCheck: true,
  });
  queue.on('error', () => {});
  const toNow = () => new Date(now()).toISOString();
  /** Redis has a clock of its own: it is told what is due by the playground's. */
  const following = setInterval(() => {
    const promote = async () => {
      for (const job of await queue.getDelayed()) if (job.data.dueAt <= toNow()) await job.promote();
    };
    void promote().catch(() => undefined);
  }, 500);
  return {
    /** Whether a job runs or is due. */
    isBusy: async (id: string) => {
      const job = await queue.getJob(id);
      return job !== undefined && (job.data.dueAt <= toNow() || !(await job.isDelayed()));
    },
    close: async () => {
      clearInterval(following);
      await queue.close();
      connection.disconnect();
    },
  };
}
