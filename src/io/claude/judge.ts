import type { Judge } from '../../app/ports.ts';
import { parseJudgements } from '../../core/claims/judgement.ts';
import type { EngineReason, Usage } from '../../core/claims/summary.ts';
import { parseComparisons, toComparePrompt } from '../../core/prompt/compare.ts';
import { toJudgePrompt } from '../../core/prompt/prompt.ts';
import { createJsonReader } from './answer-readers.ts';
import { callWithRetry, toUsage } from './call-with-retry.ts';
import { type ClaudeParts, toCallOptions } from './engine.ts';
import { logFailure, type ModelSetting, neverCalled, withTimeout } from './failure.ts';
import { type ClaudeRequest, toCompareRequest, toJudgeRequest } from './request.ts';

/** The judge that asks Claude, one call for all claims of a request. */
export function createClaudeJudge(parts: SmallCallParts): Judge {
  const { log, model } = parts;
  return {
    model,
    judge: async ({ evidence, ...asked }, signal) => {
      const { length } = asked.claims;
      const body = toJudgeRequest(toJudgePrompt(evidence, asked), { ...parts, claims: length });
      const parse = (answer: unknown) => parseJudgements(answer, length);
      const { value, usage, failure } = await askForJson(body, parse, asked, parts, signal);
      const judgements = asked.claims.map((_, index) => value?.get(index + 1) ?? null);
      const verdicts = judgements.map(each => each?.verdict ?? null);
      if (failure === null) log.debug({ model, verdicts, ...usage }, 'claims-judged');
      return { judgements, usage, failure };
    },
    compare: async ({ evidence, payer, ...task }, signal) => {
      const body = toCompareRequest(toComparePrompt(evidence, task), parts);
      const asked = { isBackground: true, payer };
      const { value, usage, failure } = await askForJson(body, parseComparisons, asked, parts, signal);
      const comparisons = value ?? [];
      const relations = comparisons.map(({ relation }) => relation);
      if (failure === null) log.debug({ model, relations, ...usage }, 'decisions-compared');
      return { comparisons, failure };
    },
  };
}

type SmallCallParts = ClaudeParts & {
  /** The variable that names the model. */
  readonly setting: ModelSetting;
};

/** A summary can be shown without the answer, so these are low. */
const attempts = 2;
const longestWaitMs = 3_000;

/** The value is null after a failure. */
type SmallAnswer<Value> = {
  readonly value: Value | null;
  readonly usage: Usage | null;
  readonly failure: EngineReason | null;
};

/** Makes one call, and retries it once if that may help. Failures are logged. */
async function askForJson<Value>(
  body: ClaudeRequest,
  parse: (value: unknown) => Value | null,
  asked: Parameters<typeof toCallOptions>[1],
  parts: SmallCallParts,
  signal: AbortSignal,
): Promise<SmallAnswer<Value>> {
  const begunAt = performance.now();
  const limits = {
    ...parts.limits,
    attempts,
    longestWaitMs: Math.min(parts.limits.longestWaitMs, longestWaitMs),
  };
  let reader = createJsonReader(parse);
  const toReader = () => {
    reader = createJsonReader(parse);
    return reader;
  };
  const call = { ...toCallOptions([body], asked), signal };
  const waitForRoom = () => parts.limiter.waitForRoom(call);
  const { payer } = asked;
  const ask = () => callWithRetry(body, { ...parts, payer, limits, signal, toReader, waitForRoom });
  const isPaused = parts.limiter.pausedMs() > limits.longestWaitMs;
  const asking = isPaused ? Promise.resolve(null) : parts.limiter.run(ask, call);
  const endings = await asking.catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  const usage = toUsage(endings ?? [], parts, Math.round(performance.now() - begunAt));
  const ended = endings?.at(-1)?.failure ?? null;
  const failure = endings === null ? neverCalled : withTimeout(ended, signal.aborted);
  if (failure !== null) logFailure(parts, 'judge-failed', failure, usage);
  return { value: failure === null ? reader.value() : null, usage, failure: failure?.reason ?? null };
}
