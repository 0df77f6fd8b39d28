import type { Judge } from '../../app/ports.ts';
import type { Judgement } from '../../core/claims/judgement.ts';
import type { Usage } from '../../core/claims/summary/summary.ts';
import { toJudgePrompt } from '../../core/prompt/prompt.ts';
import { estimateTokens } from '../../core/windows/size.ts';
import { callWithRetry } from './call/call-with-retry.ts';
import type { Failure } from './call/failure.ts';
import { createVerdictReader } from './call/verdict-reader.ts';
import type { ClaudeParts } from './engine.ts';
import { toRank } from './long/call-limiter.ts';
import { toUsage } from './models/usage.ts';
import { type ModelSetting, toAdvice } from './operator-advice.ts';
import { toJudgeRequest, toPromptText } from './request.ts';

export type ClaudeJudgeParts = ClaudeParts & {
  /** The variable that names the model. */
  readonly setting: ModelSetting;
};

/** A claim can be shown without a verdict, so nobody waits long for one. */
const attempts = 2;
const longestWaitMs = 3_000;

/** The judge that asks Claude, one call for all claims of a request, and a second time where that may help. */
export function createClaudeJudge(parts: ClaudeJudgeParts): Judge {
  const limits = {
    ...parts.limits,
    attempts,
    longestWaitMs: Math.min(parts.limits.longestWaitMs, longestWaitMs),
  };
  return {
    model: parts.model,
    judge: async ({ evidence, payer, ...asked }, signal) => {
      const begunAt = performance.now();
      const { length } = asked.claims;
      let reader = createVerdictReader(length);
      const toReader = () => {
        reader = createVerdictReader(length);
        return reader;
      };
      const body = toJudgeRequest(toJudgePrompt(evidence, asked), { ...parts, claims: length });
      const tokens = estimateTokens(toPromptText(body));
      const call = { tokens, rank: toRank(asked), signal };
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
      const read = failure === null ? reader.judgements() : new Map<number, Judgement>();
      const judgements = asked.claims.map((_, index) => read.get(index + 1) ?? null);
      logJudgements(parts, judgements, failure, usage);
      return { judgements, usage, failure: failure?.reason ?? null };
    },
  };
}

/** The rate limit left no room in time. */
const neverCalled: Failure = { reason: 'rate_limited', isRetryable: true };

/** An answer that was waited for no longer looks as if it had ended early. */
function toOutcome(failure: Failure | null, { aborted }: AbortSignal): Failure | null {
  return failure !== null && aborted && failure.reason !== 'refused'
    ? { ...failure, reason: 'timed_out' }
    : failure;
}

function logJudgements(
  { log, model, setting }: ClaudeJudgeParts,
  judgements: readonly (Judgement | null)[],
  failure: Failure | null,
  usage: Usage | null,
): void {
  if (failure === null) {
    const verdicts = judgements.map(each => each?.verdict ?? null);
    log.debug({ model, verdicts, ...usage }, 'claims-judged');
    return;
  }
  const advice = toAdvice(failure, model, setting);
  const isOurs = advice !== null || failure.reason === 'request_refused';
  log[isOurs ? 'error' : 'warn'](
    { model, ...failure, ...usage, ...(advice !== null && { advice }) },
    'judge-failed',
  );
}
