import type { JudgeRequest } from '../../app/ports.ts';
import type { Usage } from '../../core/claims/summary.ts';
import { estimateTokens } from '../../core/windows/cut.ts';
import type { AnswerReader } from './call/answer-reader.ts';
import { callWithRetry } from './call/call-with-retry.ts';
import type { Failure } from './call/failure.ts';
import type { ClaudeParts } from './engine.ts';
import { toRank, toServer } from './long/call-limiter.ts';
import { toUsage } from './models/usage.ts';
import { type ModelSetting, toAdvice } from './operator-advice.ts';
import { type ClaudeRequest, expectOutputTokens, toPromptText } from './request.ts';

export type SmallCallParts = ClaudeParts & {
  /** The variable that names the model. */
  readonly setting: ModelSetting;
};

/** A summary can be shown without the answer, so nobody waits long for one. */
const attempts = 2;
const longestWaitMs = 3_000;

/** How a call ended; the reader has read an answer only if nothing failed. */
type SmallAnswer<Reader> = {
  readonly reader: Reader;
  readonly usage: Usage | null;
  readonly failure: Failure | null;
};

/** Makes one call, and a second one where that may help. Failures are logged. */
export async function smallCall<Reader extends AnswerReader>(
  body: ClaudeRequest,
  createReader: () => Reader,
  { payer, isBackground }: Pick<JudgeRequest, 'payer' | 'isBackground'>,
  parts: SmallCallParts,
  signal: AbortSignal,
): Promise<SmallAnswer<Reader>> {
  const begunAt = performance.now();
  const limits = {
    ...parts.limits,
    attempts,
    longestWaitMs: Math.min(parts.limits.longestWaitMs, longestWaitMs),
  };
  let reader = createReader();
  const toReader = () => {
    reader = createReader();
    return reader;
  };
  const tokens = estimateTokens(toPromptText(body));
  const outputTokens = expectOutputTokens(body);
  const rank = toRank({ ...(isBackground && { isBackground }) });
  const call = { tokens, outputTokens, rank, server: toServer(payer), signal };
  const waitForRoom = () => parts.limiter.waitForRoom(call);
  const ask = () =>
    callWithRetry(body, { ...parts, ...(payer && { payer }), limits, signal, toReader, waitForRoom });
  const isPaused = parts.limiter.pausedMs() > limits.longestWaitMs;
  const asking = isPaused ? Promise.resolve(null) : parts.limiter.run(ask, call);
  const endings = await asking.catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  const usage = toUsage(endings ?? [], parts, Math.round(performance.now() - begunAt));
  const failure = endings === null ? neverCalled : toOutcome(endings.at(-1)?.failure ?? null, signal);
  if (failure !== null) logFailure(parts, failure, usage);
  return { reader, usage, failure };
}

/** The rate limit did not allow the call in time. */
const neverCalled: Failure = { reason: 'rate_limited', isRetryable: true };

/** An answer that was waited for no longer looks as if it had ended early. */
function toOutcome(failure: Failure | null, { aborted }: AbortSignal): Failure | null {
  return failure !== null && aborted && failure.reason !== 'refused'
    ? { ...failure, reason: 'timed_out' }
    : failure;
}

function logFailure({ log, model, setting }: SmallCallParts, failure: Failure, usage: Usage | null): void {
  const advice = toAdvice(failure, model, setting);
  const isOurs = advice !== null || failure.reason === 'request_refused';
  log[isOurs ? 'error' : 'warn'](
    { model, ...failure, ...usage, ...(advice !== null && { advice }) },
    'judge-failed',
  );
}
