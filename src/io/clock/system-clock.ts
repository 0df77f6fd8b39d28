import type { Clock } from '../../app/ports.ts';

type SystemClockOptions = {
  /** The machine's time in milliseconds. */
  readonly readMs?: () => number;
  /** The longest sleep before the time is read again; default one minute. */
  readonly recheckMs?: number;
};

/** The machine's clock, moved by an offset. */
export type SystemClock = Clock & {
  /** Also wakes sleepers whose time has come. */
  readonly setOffset: (offsetMs: number) => void;
};

/**
 * A timer stops while the machine is suspended, ignores changes of the clock, and is limited to 24.8 days. So a sleep
 * reads the time again each minute.
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
