import type { Clock } from '../../app/ports.ts';

export type SystemClockOptions = {
  /** The machine's time in milliseconds. */
  readonly readMs?: () => number;
  /** How long a sleep goes without looking at the time; a minute. */
  readonly recheckMs?: number;
};

/** The machine's clock, shown moved by an offset where one is set. */
export type SystemClock = Clock & {
  /** Wakes those whose instant has come by it. */
  readonly setOffset: (offsetMs: number) => void;
};

/**
 * A timer counts no time while a machine is suspended, knows nothing of a clock that is set, and takes at most 24.8
 * days: a sleep therefore looks at the time again each minute.
 */
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
