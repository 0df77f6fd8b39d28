import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../../../log.ts';
import type { ClaudeRequest } from '../request.ts';
import type { AnswerReader } from './answer-reader.ts';
import type { CallEnding, CallParts } from './call.ts';
import { type MeterParts, meteredCall } from './metered-call.ts';

type RetryParts = Pick<CallParts, 'client' | 'limits' | 'signal'> &
  MeterParts &
  Partial<Pick<CallParts, 'onBegun'>> & {
    readonly log: Logger;
    /** A reader for each attempt. */
    readonly toReader: () => AnswerReader;
    /** Waits until the rate limit has room for another attempt. */
    readonly waitForRoom: () => Promise<void>;
  };

/** Makes one call again as long as that may help and nothing of it has been handed over; all its endings, the last one last. */
export async function callWithRetry(
  request: ClaudeRequest,
  { log, toReader, waitForRoom, onBegun = () => undefined, ...parts }: RetryParts,
): Promise<readonly CallEnding[]> {
  const { limits, signal } = parts;
  const inVain: CallEnding[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const ending = await meteredCall(request, { ...parts, reader: toReader(), onBegun });
    const { failure, hasEmitted } = ending;
    if (
      failure === null ||
      !failure.isRetryable ||
      hasEmitted ||
      attempt >= limits.attempts ||
      signal.aborted
    )
      return [...inVain, ending];
    const waitMs = failure.waitMs ?? limits.firstWaitMs * 2 ** (attempt - 1) * (1 + Math.random() / 4);
    if (waitMs > limits.longestWaitMs) return [...inVain, ending];
    log.info({ ...failure, attempt, waitMs: Math.round(waitMs) }, 'call-retried');
    inVain.push({ ...ending, failure: null });
    const waited = await wait(waitMs, undefined, { signal })
      .then(waitForRoom)
      .then(
        () => true,
        () => false,
      );
    if (!waited) return [...inVain.slice(0, -1), ending];
  }
}
