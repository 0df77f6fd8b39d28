import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { HTTPError, RESTJSONErrorCodes, type RESTOptions } from 'discord.js';
import PQueue from 'p-queue';
import type { JobQueue } from '../../app/jobs.ts';
import { type SharedRequests, toSpacing } from '../../app/usage/ports.ts';
import { isConnectionError } from './interaction/failures.ts';

type MakeRequest = RESTOptions['makeRequest'];
type Answer = Awaited<ReturnType<MakeRequest>>;

/** Discord accepts the first answer to an interaction for 3 s; a later request is too late. */
const triedForMs = 2_500;
const firstPauseMs = 100;
const pauseMs = 200;

const isCallback = (url: string) => /\/interactions\/\d+\/[^/]+\/callback(?:\?|$)/.test(url);

/** A follow-up or a forum post, which have no nonce: they are searched for before they are sent again. */
const isSentOnce = (url: string, method?: string) =>
  method === 'POST' && /\/(?:webhooks\/\d+\/[^/?]+|channels\/\d+\/threads)(?:\?|$)/.test(url);

/**
 * Which requests are sent again after an error or no answer, where discord.js repeats all: those without a nonce once, first answers until
 * they are too late, and what is no post also after other lost answers.
 */
export function withRetryRules(send: MakeRequest): MakeRequest {
  return async (url, init) => {
    if (isCallback(url)) return sendCallback(send, url, init);
    const isOnce = isSentOnce(url, init.method);
    if (!isOnce && init.method === 'POST') return send(url, init);
    const answer = await orLost(send, url, init);
    if (isOnce && (answer instanceof Error || answer.status >= 500)) throw giveUp(answer, url, init);
    if (!(answer instanceof Error)) return answer;
    await sleep(pauseMs);
    throw Object.assign(new Error(answer.message, { cause: answer }), { code: 'ECONNRESET' });
  };
}

/**
 * Sends the first answer to an interaction until Discord accepts it or the time is up. After a lost attempt, "already acknowledged" means
 * success; without one, another process has answered, which is an error.
 */
async function sendCallback(send: MakeRequest, url: string, init: Parameters<MakeRequest>[1]) {
  const untilMs = performance.now() + triedForMs;
  let mayBeTaken = false;
  for (let nextMs = firstPauseMs; ; nextMs *= 2) {
    const answer = await orLost(send, url, init);
    const status = answer instanceof Error ? 504 : answer.status;
    const isLimited = status === 429;
    if (!(answer instanceof Error)) {
      if (mayBeTaken && status === 400) return toTaken(answer);
      if (status < 500 && !isLimited) return answer;
      if (isLimited) nextMs = Math.max(nextMs, Number(answer.headers.get('retry-after') ?? 0) * 1_000);
    }
    if (performance.now() + nextMs >= untilMs) {
      if (isLimited && !(answer instanceof Error)) return answer;
      throw giveUp(answer, url, init);
    }
    mayBeTaken ||= !isLimited;
    await sleep(nextMs);
  }
}

/** The answer, or the error of a request with an unknown outcome; other errors are thrown. */
async function orLost(send: MakeRequest, url: string, init: Parameters<MakeRequest>[1]) {
  try {
    return await send(url, init);
  } catch (error) {
    if (init.signal?.aborted || !isConnectionError(error)) throw error;
    return error;
  }
}

/** An error that discord.js does not retry. */
function giveUp(lost: Answer | Error, url: string, { method = 'POST' }: Parameters<MakeRequest>[1]) {
  const { status, statusText } = lost instanceof Error ? { status: 504, statusText: 'no answer' } : lost;
  return new HTTPError(status, statusText, method, url, { body: undefined, files: undefined });
}

/** The answer to a retry, with "already acknowledged" as success. */
async function toTaken(answer: Answer): Promise<Answer> {
  const body: unknown = await answer.json();
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
    ? new Response(null, { status: 204 })
    : Response.json(body, { status: answer.status });
}

/** A longer pause is asked of Discord again. */
const longestPauseMs = 60_000;

type Work = { readonly begun: number; isLast: boolean };

const background = new AsyncLocalStorage<Work>();
let begun = 0;

/** Requests of this work go after those of people; of several works, those of the one that began first go first, so that each ends soon. */
export function inBackground<Result>(work: () => Result): Result {
  begun += 1;
  return background.run({ begun, isLast: false }, work);
}

/** From now on, requests of this work go after those of others, so that Claude can begin with what those read. */
export function goLast(): void {
  const work = background.getStore();
  if (work) work.isLast = true;
}

export const isInBackground = () => background.getStore() !== undefined;

function toRank(work: Work | undefined): number {
  return work === undefined ? 0 : work.begun + (work.isLast ? 1e9 : 0);
}

/** Discord does not count what answers interactions toward its limit of requests per second. */
export const isUncounted = (url: string) => /\/(?:interactions|webhooks)\/\d+\/[^/?]+/.test(url);

/** Places for the requests of a process that shares its token with no other, or that cannot ask the others. */
export function createOwnRequests(perSecond: number): SharedRequests {
  const { most, windowMs, everyMs, missedMs } = toSpacing(perSecond);
  /** When the last requests began, the newest first. */
  const places: number[] = [];
  let nextMs = 0;
  let pausedUntilMs = 0;
  return {
    take: async kind => {
      const now = performance.now();
      if (kind === 'waited' && pausedUntilMs <= now) return 0;
      const oldest = places[most - 1] ?? 0;
      const wantedMs = Math.max(nextMs, now - missedMs, pausedUntilMs, oldest + windowMs);
      nextMs = wantedMs + everyMs;
      const atMs = Math.max(now, wantedMs);
      places.unshift(atMs);
      places.length = Math.min(places.length, most);
      return Math.max(0, Math.ceil(atMs - now));
    },
    pause: async ms => {
      pausedUntilMs = Math.max(pausedUntilMs, performance.now() + ms);
    },
  };
}

/** As long as this, those who answered with an error are not asked again. */
const awayMs = 5_000;

/** The places that processes share; while they cannot be asked for, own ones. */
export function orOwnRequests(shared: SharedRequests, own: SharedRequests): SharedRequests {
  let askAgainAtMs = 0;
  return {
    ...shared,
    take: kind => {
      if (performance.now() < askAgainAtMs) return own.take(kind);
      return shared.take(kind).catch(() => {
        askAgainAtMs = performance.now() + awayMs;
        return own.take(kind);
      });
    },
  };
}

/** As long as this at most, an answer is waited for. The time limit of discord.js would count the wait for a turn too. */
export function withTimeLimit(send: MakeRequest, ms: number): MakeRequest {
  return async (url, init) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ms);
    try {
      return await send(url, {
        ...init,
        signal: AbortSignal.any([limit.signal, ...(init.signal ? [init.signal] : [])]),
      });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Sends one request after the other at Discord's pace, those of people first; all processes wait after the global limit was refused. */
export function withGlobalLimit(send: MakeRequest, { take, pause }: SharedRequests): MakeRequest {
  const turns = new PQueue({ concurrency: 1 });
  const takeTurn = async () => {
    for (let waitMs = await take('new'); waitMs > 0; waitMs = await take('waited')) await sleep(waitMs);
  };
  return async (url, init) => {
    if (isUncounted(url)) return send(url, init);
    const signal = init.signal ?? undefined;
    await turns.add(takeTurn, { priority: -toRank(background.getStore()), ...(signal && { signal }) });
    const answer = await send(url, init);
    if (answer.status === 429 && answer.headers.has('x-ratelimit-global')) {
      const pauseMs = Number(answer.headers.get('retry-after') ?? 1) * 1_000;
      await pause(Math.min(pauseMs, longestPauseMs)).catch(() => undefined);
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
