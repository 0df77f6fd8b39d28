import type Anthropic from '@anthropic-ai/sdk';
import type { Engine, EngineReport, EngineRequest } from '../../app/ports.ts';
import type { Telemetry } from '../../app/telemetry-ports.ts';
import type { Meter, Payer } from '../../app/usage/ports.ts';
import type { Usage } from '../../core/claims/summary.ts';
import { toPrompt, toRepairPrompt } from '../../core/prompt/prompt.ts';
import { estimateTokens } from '../../core/windows/cut.ts';
import type { Logger } from '../../log.ts';
import type { CallEnding } from './call/call.ts';
import { callWithRetry } from './call/call-with-retry.ts';
import { createClaimReader } from './call/claim-reader.ts';
import type { Failure } from './call/failure.ts';
import type { Limits } from './call/limits.ts';
import { type CallLimiter, type CallOptions, toRank, toServer } from './long/call-limiter.ts';
import type { ModelFacts } from './models/model-facts.ts';
import type { Prices } from './models/prices.ts';
import { isTooLong } from './models/prompt-length.ts';
import { toUsage } from './models/usage.ts';
import { toAdvice } from './operator-advice.ts';
import { type ClaudeRequest, expectOutputTokens, toPromptText, toRequests } from './request.ts';

export type ClaudeParts = {
  readonly client: Anthropic;
  readonly model: string;
  readonly facts: ModelFacts;
  readonly prices: Prices;
  readonly limits: Limits;
  readonly log: Logger;
  /** Counts what calls take, if they have a payer. */
  readonly meter?: Meter;
  readonly telemetry?: Pick<Telemetry, 'count'>;
  /** Of the model. */
  readonly limiter: CallLimiter;
};

/** The bodies of exactly what would be sent. */
export function toClaudeRequests(
  { evidence, ...asked }: EngineRequest,
  { model, facts }: Pick<ClaudeParts, 'model' | 'facts'>,
): readonly ClaudeRequest[] {
  return toRequests(toPrompt(evidence, asked), { model, detail: asked.detail, facts });
}

const name = 'claude';

/** The engine that has Claude write. The time for a whole draft is bounded, and nothing is sent for an empty window. */
export function createClaudeEngine(parts: ClaudeParts): Engine {
  return {
    name,
    draft: async (asked, onClaim, signal) => {
      signal.throwIfAborted();
      if (asked.evidence.messages.length === 0)
        return { engine: { name, model: parts.model }, usage: null, failure: null };
      const requests = toClaudeRequests(asked, parts);
      const { payer } = asked;
      const call = toCall(requests, asked);
      return writeInTurn(() => requests, {
        ...parts,
        ...(payer && { payer }),
        call,
        work: 'draft',
        signal,
        onClaim,
      });
    },
    repair: async ({ evidence, ...asked }, onClaim, signal) => {
      signal.throwIfAborted();
      const prompt = toRepairPrompt(evidence, asked);
      const { limits } = parts;
      const { payer } = asked;
      const requests = toRequests(prompt, { ...parts, detail: 'brief' });
      return writeInTurn(() => requests, {
        ...parts,
        ...(payer && { payer }),
        call: toCall(requests, asked),
        limits: { ...limits, totalMs: limits.repairMs, attempts: 1 },
        work: 'repair',
        signal,
        onClaim,
      });
    },
  };
}

/** The first of several calls reads the prompt; the others read it from the cache. */
function toCall(
  requests: readonly ClaudeRequest[],
  asked: Pick<EngineRequest, 'isBackground' | 'payer'>,
): Calling['call'] {
  const [request] = requests;
  return {
    rank: toRank(asked),
    server: toServer(asked.payer),
    tokens: request === undefined ? 0 : estimateTokens(toPromptText(request)),
    outputTokens: requests.reduce((sum, each) => sum + expectOutputTokens(each), 0),
  };
}

/** Makes the calls when it is their turn. The wait counts as part of the time that there is. */
export async function writeInTurn(
  toBodies: () => readonly ClaudeRequest[],
  calling: Calling,
): Promise<EngineReport> {
  const { limiter, limits, signal, model, call } = calling;
  const refuse = (): EngineReport => {
    logWork(calling, neverCalled, null, false);
    return { engine: { name, model }, usage: null, failure: neverCalled.reason };
  };
  // Without a merge, the cost of all windows would be wasted.
  if (calling.work !== 'merge' && limiter.pausedMs() > limits.longestWaitMs) return refuse();
  const begunAt = performance.now();
  const outOfTime = AbortSignal.timeout(limits.totalMs);
  const draft = () => {
    const totalMs = Math.max(1, Math.ceil(limits.totalMs - (performance.now() - begunAt)));
    return write(toBodies(), { ...calling, limits: { ...limits, totalMs } });
  };
  try {
    return await limiter.run(draft, { ...call, signal: AbortSignal.any([signal, outOfTime]) });
  } catch (error) {
    signal.throwIfAborted();
    if (error !== outOfTime.reason) throw error;
    return refuse();
  }
}

/** The rate limit did not allow the call in time. */
const neverCalled: Failure = { reason: 'rate_limited', isRetryable: true };

/** Makes the calls within the time limit and reports how they ended. */
export async function write(requests: readonly ClaudeRequest[], calling: Calling): Promise<EngineReport> {
  const { signal, ...parts } = calling;
  const begunAt = performance.now();
  const outOfTime = AbortSignal.timeout(parts.limits.totalMs);
  // Where a listener throws, the other calls end with it and hand over nothing more.
  const over = new AbortController();
  const ended = AbortSignal.any([signal, outOfTime, over.signal]);
  const onClaim = (claim: unknown) => {
    if (!over.signal.aborted) parts.onClaim(claim);
  };
  const writing = isTooLong(requests, parts, ended).then(isLong =>
    isLong ? [tooLong] : callAll(requests, { ...parts, onClaim, signal: ended }),
  );
  const endings = await writing.finally(() => over.abort());
  const durationMs = Math.round(performance.now() - begunAt);
  const usage = toUsage(endings, parts, durationMs);
  const failure = toOutcome(findFailure(endings), {
    isStopped: signal.aborted,
    isOver: outOfTime.aborted,
  });
  // Before it is thrown: what a stopped draft took is on the bill as well.
  logWork(parts, failure, usage, signal.aborted);
  signal.throwIfAborted();
  const model = endings.find(each => each.model !== null)?.model ?? parts.model;
  return { engine: { name, model }, usage, failure: failure?.reason ?? null };
}

const tooLong: CallEnding = {
  failure: { reason: 'too_long', isRetryable: false },
  tokens: null,
  isBilled: false,
  model: null,
  hasEmitted: false,
};

/** A model that declined in one call is not kept to what it wrote in another. */
function findFailure(endings: readonly CallEnding[]): Failure | null {
  const failures = endings.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  return failures.find(({ reason }) => reason === 'refused') ?? failures[0] ?? null;
}

type Calling = ClaudeParts & {
  readonly payer?: Payer;
  /** How each call is ranked and counted if it is made again. */
  readonly call: Omit<CallOptions, 'signal'>;
  readonly work: 'draft' | 'repair' | 'window' | 'merge';
  readonly signal: AbortSignal;
  readonly onClaim: (claim: unknown) => void;
};

/**
 * Makes all calls: the first alone until it begins to answer, for only then can the others read its prompt from the
 * cache. Where it never begins, the others would fare no better and are not made.
 */
async function callAll(requests: readonly ClaudeRequest[], calling: Calling): Promise<readonly CallEnding[]> {
  const [first, ...others] = requests;
  if (first === undefined) return [];
  const begun = Promise.withResolvers<boolean>();
  const toReader = () => createClaimReader(calling.onClaim);
  const onBegun = () => begun.resolve(true);
  const { limiter, call, signal } = calling;
  const waitForRoom = () => limiter.waitForRoom({ ...call, signal });
  const parts = { ...calling, toReader, waitForRoom };
  const leading = callWithRetry(first, { ...parts, onBegun }).finally(() => begun.resolve(false));
  const following = begun.promise.then(hasBegun =>
    hasBegun ? Promise.all(others.map(each => callWithRetry(each, parts))) : [],
  );
  const [endings, further] = await Promise.all([leading, following]);
  return [...endings, ...further.flat()];
}

/** An answer that we ended ourselves looks as if it had ended early. */
function toOutcome(
  failure: Failure | null,
  { isStopped, isOver }: { readonly isStopped: boolean; readonly isOver: boolean },
): Failure | null {
  const isOurs = failure !== null && isOver && !isStopped && failure.reason !== 'refused';
  return isOurs ? { ...failure, reason: 'timed_out' } : failure;
}

function logWork(
  { log, model, work }: Pick<Calling, 'log' | 'model' | 'work'>,
  failure: Failure | null,
  usage: Usage | null,
  isStopped: boolean,
): void {
  const advice = failure === null || isStopped ? null : toAdvice(failure, model);
  const isOurs = advice !== null || failure?.reason === 'request_refused';
  if (isStopped) log.info({ model, ...usage }, `${work}-stopped`);
  else if (failure === null) log.info({ model, ...usage }, `${work}-written`);
  else
    log[isOurs ? 'error' : 'warn'](
      { model, ...failure, ...usage, ...(advice !== null && { advice }) },
      `${work}-failed`,
    );
}
