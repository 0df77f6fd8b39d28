import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../../app/ports.ts';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { createSystemClock } from './system-clock.ts';

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

/**
 * The playground's clock, which people move on its page. While the playground does not answer, the last offset is used.
 * Throws `UserError('bad_environment')` if the first request fails.
 */
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

  let offsetMs = await fetchOffset().catch((cause: unknown) => {
    throw new UserError(
      'bad_environment',
      `FOOTNOTE_CLOCK is playground, but there is no clock at ${url}. Start the playground first, or leave FOOTNOTE_CLOCK empty.`,
      { cause },
    );
  });
  clock.setOffset(offsetMs);

  const follow = async (): Promise<void> => {
    let isLost = false;
    while (!closing.signal.aborted) {
      try {
        await sleep(everyMs, undefined, { signal: closing.signal });
        const wantedMs = await fetchOffset();
        isLost = false;
        if (wantedMs === offsetMs) continue;
        offsetMs = wantedMs;
        log.info({ offsetMs }, 'clock-moved');
        clock.setOffset(offsetMs);
      } catch (error) {
        if (closing.signal.aborted) return;
        if (!isLost) log.warn({ message: error instanceof Error ? error.message : '' }, 'clock-sync-failed');
        isLost = true;
      }
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
