import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../app/api/ports.ts';
import type { ApiJob } from './jobs.ts';
import { ProblemError, toProblem } from './problem.ts';

const dayMs = 24 * 3_600_000;

/**
 * Starts a job once per `Idempotency-Key`: the same request gets the job that runs or ran, a different one with the same
 * key is refused. A job that failed or was canceled is started again. Keys are remembered for a day, in memory like jobs.
 */
export function createIdempotency() {
  const jobs = new LRUCache<string, { readonly hash: string; readonly job: ApiJob }>({
    max: 10_000,
    ttl: dayMs,
  });
  return ({ tokenId }: Caller, key: string | undefined, request: unknown, start: () => ApiJob): ApiJob => {
    if (key === undefined) return start();
    const id = `${tokenId} ${key}`;
    const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const known = jobs.get(id);
    if (known !== undefined && known.hash !== hash)
      throw new ProblemError(
        toProblem(422, 'key_reused', 'This Idempotency-Key was used for another request. Use a new key.'),
      );
    const status = known?.job.state().status;
    if (known !== undefined && (status === 'running' || status === 'done')) return known.job;
    const job = start();
    jobs.set(id, { hash, job });
    return job;
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
