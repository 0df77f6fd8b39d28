import { z } from 'zod';
import type { SharedApiJobs } from '../../app/api-ports.ts';
import { withDeadline } from '../../deadline.ts';
import { UserError } from '../../errors.ts';
import type { SharedRedis } from './shared-redis.ts';

const answerTimeoutMs = 1_000;
/** How long a job of a killed process counts as running. */
const shownMs = 6_000;
const cancelMs = 60_000;

const progressSchema = z.object({ messagesRead: z.number(), claims: z.number(), judging: z.boolean() });

export function createSharedApiJobs({ root, prefix }: Pick<SharedRedis, 'root' | 'prefix'>): SharedApiJobs {
  const toKey = (id: string) => `${prefix}:api-job:${id}`;
  const toCancelKey = (id: string) => `${toKey(id)}:cancel`;
  const bounded = <Done>(work: Promise<Done>) =>
    withDeadline(work, answerTimeoutMs).catch((cause: unknown) => {
      throw new UserError('store_unavailable', 'The jobs of other processes are unavailable right now.', {
        cause,
      });
    });
  return {
    show: async (id, progress) => {
      await bounded(root.set(toKey(id), JSON.stringify(progress), 'PX', shownMs));
      return (await bounded(root.exists(toCancelKey(id)))) === 1;
    },
    find: async id => {
      const shown = await bounded(root.get(toKey(id)));
      return shown === null ? null : progressSchema.parse(JSON.parse(shown));
    },
    cancel: async id => void (await bounded(root.set(toCancelKey(id), '1', 'PX', cancelMs))),
  };
}
