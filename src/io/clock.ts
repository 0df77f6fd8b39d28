import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../app/ports.ts';
import { UserError } from '../errors.ts';
import { type Logger, toLoggedError } from '../log.ts';

type SystemClockOptions = {
  readonly readMs?: () => number;
  /** The longest sleep before the time is read again; default one minute. */
  readonly recheckMs?: number;
};

export type SystemClock = Clock & {
  /** Also wakes sleepers whose time has come. */
  readonly setOffset: (offsetMs: number) => void;
};

/** A timer stops while the machine sleeps, ignores changes of the clock, and ends at 24.8 days: so the time is read again each minute. */
export function createSystemClock({
  readMs = () => Date.now(),
  recheckMs = 60_000,
}: SystemClockOptions = {}): SystemClock {
  let offsetMs = 0;
  const sleepers = new Set<() => void>();
  const nowMs = () => readMs() + offsetMs;
  return {
    now: () => new Date(nowMs()).toISOString(),
    async sleepUntil(instant, signal) {
      const untilMs = Date.parse(instant);
      if (Number.isNaN(untilMs)) throw new RangeError(`no instant: ${instant}`);
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let timer: NodeJS.Timeout | undefined;
      const look = (): void => {
        clearTimeout(timer);
        const leftMs = untilMs - nowMs();
        if (leftMs <= 0) resolve();
        else timer = setTimeout(look, Math.min(leftMs, recheckMs));
      };
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      sleepers.add(look);
      look();
      try {
        await promise;
      } finally {
        clearTimeout(timer);
        sleepers.delete(look);
        signal.removeEventListener('abort', abort);
      }
    },
    setOffset: wantedMs => {
      offsetMs = wantedMs;
      for (const look of [...sleepers]) look();
    },
  };
}

type PlaygroundClockOptions = {
  /** The playground's API; its clock is next to it. */
  readonly apiUrl: string;
  readonly log: Logger;
  /** The interval between requests; default one second. */
  readonly everyMs?: number;
};

const answerWithinMs = 5_000;
const centuryMs = 100 * 365 * 86_400_000;
const answer = z.object({ offset_ms: z.int().min(-centuryMs).max(centuryMs) });

/** The playground's clock, which people move; the last offset while it does not answer. Throws `UserError` if the first request fails. */
export async function followPlaygroundClock({
  apiUrl,
  log,
  everyMs = 1_000,
}: PlaygroundClockOptions): Promise<{ readonly clock: Clock; readonly close: () => Promise<void> }> {
  const url = new URL('/playground/clock', apiUrl).href;
  const closing = new AbortController();
  const clock = createSystemClock();

  const fetchOffset = async (): Promise<number> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(answerWithinMs)]);
    const response = await fetch(url, { redirect: 'error', signal });
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    return answer.parse(await response.json()).offset_ms;
  };

  const sync = async () => clock.setOffset(await fetchOffset());
  await sync().catch((cause: unknown) => {
    throw new UserError(
      'bad_environment',
      `FOOTNOTE_CLOCK is playground, but there is no clock at ${url}. Start the playground first, or leave FOOTNOTE_CLOCK empty.`,
      { cause },
    );
  });

  const follow = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await sleep(everyMs, undefined, { signal: closing.signal }).catch(() => undefined);
      await sync().catch((error: unknown) => log.debug(toLoggedError(error), 'clock-sync-failed'));
    }
  };
  const following = follow();
  return {
    clock,
    close: () => {
      closing.abort();
      return following;
    },
  };
}
