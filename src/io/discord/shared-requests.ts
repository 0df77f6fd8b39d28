import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import type { JobQueue } from '../../app/jobs.ts';
import type { SharedRequests } from '../../app/limits-ports.ts';

type MakeRequest = RESTOptions['makeRequest'];

/** After a longer wait, the time limit of discord.js begins anew; before, its signal can still stop the request. */
const longWaitMs = 5_000;
/** A longer pause is asked of Discord again. */
const longestPauseMs = 60_000;

/** After this, a request in the background waits in line like others. */
export const longestBackgroundMs = 10_000;

const background = new AsyncLocalStorage<true>();

/** Requests to Discord that this work makes go after those of people. */
export function inBackground<Result>(work: () => Result): Result {
  return background.run(true, work);
}

export const isInBackground = () => background.getStore() === true;

/** Discord does not count what answers interactions toward its limit of requests per second. */
export const isUncounted = (url: string) => /\/(?:interactions|webhooks)\/\d+\/[^/?]+/.test(url);

/**
 * Sends each request when all processes with this token have room for it, and has all of them wait after Discord refused
 * one for the global limit. While what is shared is unavailable, discord.js counts for this process alone.
 */
export function withSharedLimit(send: MakeRequest, shared: SharedRequests): MakeRequest {
  const take: SharedRequests['take'] = kind => shared.take(kind).catch(() => 0);
  return async (url, init) => {
    if (isUncounted(url)) return send(url, init);
    const askedAt = performance.now();
    const toWaitedMs = () => performance.now() - askedAt;
    const chooseFirstKind = () =>
      isInBackground() && toWaitedMs() < longestBackgroundMs ? 'background' : 'new';
    let kind: Parameters<typeof take>[0] = chooseFirstKind();
    for (let waitMs = await take(kind); waitMs > 0; waitMs = await take(kind)) {
      await sleep(waitMs);
      kind = kind === 'background' ? chooseFirstKind() : 'waited';
    }
    const isLate = toWaitedMs() > longWaitMs;
    const signal = isLate ? AbortSignal.timeout(DefaultRestOptions.timeout) : init.signal;
    const answer = await send(url, { ...init, ...(signal && { signal }) });
    if (answer.status === 429 && answer.headers.has('x-ratelimit-global')) {
      const pauseMs = Number(answer.headers.get('retry-after') ?? 1) * 1_000;
      await shared.pause(Math.min(pauseMs, longestPauseMs)).catch(() => undefined);
    }
    return answer;
  };
}

/** A queue whose jobs ask Discord when people leave room. */
export function afterPeople(jobs: JobQueue): JobQueue {
  return {
    ...jobs,
    work: work => jobs.work({ ...work, run: (job, signal) => inBackground(() => work.run(job, signal)) }),
  };
}
