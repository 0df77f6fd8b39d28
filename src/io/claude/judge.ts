import type { Judge, JudgeRequest } from '../../app/ports.ts';
import type { Payer } from '../../app/usage/ports.ts';
import type { Judgement } from '../../core/claims/judgement.ts';
import type { Usage } from '../../core/claims/summary/summary.ts';
import { parseComparisons, toComparePrompt } from '../../core/prompt/compare.ts';
import { toJudgePrompt } from '../../core/prompt/prompt.ts';
import { estimateTokens } from '../../core/windows/size.ts';
import { type AnswerReader, createJsonReader, createVerdictReader } from './answer-readers.ts';
import { toRank, toServer } from './call-limiter.ts';
import { callWithRetry, toUsage } from './call-with-retry.ts';
import type { ClaudeParts } from './engine.ts';
import { type Failure, logFailure, type ModelSetting, neverCalled } from './failure.ts';
import {
  type ClaudeRequest,
  expectOutputTokens,
  toCompareRequest,
  toJudgeRequest,
  toPromptText,
} from './request.ts';

/** The judge that asks Claude, one call for all claims of a request. */
export function createClaudeJudge(parts: SmallCallParts): Judge {
  const { log, model } = parts;
  /** Asks in the background for one JSON value; null if there is none. */
  const askJson = async <Value>(
    body: ClaudeRequest,
    parse: (value: unknown) => Value | null,
    payer: Payer | undefined,
    signal: AbortSignal,
  ) => {
    const asked = { isBackground: true, ...(payer && { payer }) };
    const { reader, usage, failure } = await smallCall(
      body,
      () => createJsonReader(parse),
      asked,
      parts,
      signal,
    );
    return { value: failure === null ? reader.value() : null, usage, failure: failure?.reason ?? null };
  };
  return {
    model,
    judge: async ({ evidence, ...asked }, signal) => {
      const { length } = asked.claims;
      const body = toJudgeRequest(toJudgePrompt(evidence, asked), { ...parts, claims: length });
      const { reader, usage, failure } = await smallCall(
        body,
        () => createVerdictReader(length),
        asked,
        parts,
        signal,
      );
      const read = failure === null ? reader.judgements() : new Map<number, Judgement>();
      const judgements = asked.claims.map((_, index) => read.get(index + 1) ?? null);
      const verdicts = judgements.map(each => each?.verdict ?? null);
      if (failure === null) log.debug({ model, verdicts, ...usage }, 'claims-judged');
      return { judgements, usage, failure: failure?.reason ?? null };
    },
    compare: async ({ evidence, payer, ...task }, signal) => {
      const body = toCompareRequest(toComparePrompt(evidence, task), parts);
      const { value, usage, failure } = await askJson(body, parseComparisons, payer, signal);
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

/** The reader holds an answer only if `failure` is null. */
type SmallAnswer<Reader> = {
  readonly reader: Reader;
  readonly usage: Usage | null;
  readonly failure: Failure | null;
};

/** Makes one call, and retries it once if that may help. Failures are logged. */
async function smallCall<Reader extends AnswerReader>(
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
  const failure = endings === null ? neverCalled : withTimeout(endings.at(-1)?.failure ?? null, signal);
  if (failure !== null) logFailure(parts, 'judge-failed', failure, usage);
  return { reader, usage, failure };
}

/** An aborted call looks like one that ended early. */
function withTimeout(failure: Failure | null, { aborted }: AbortSignal): Failure | null {
  return failure !== null && aborted && failure.reason !== 'refused'
    ? { ...failure, reason: 'timed_out' }
    : failure;
}
