import { setTimeout as wait } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import type { Telemetry } from '../../app/telemetry-ports.ts';
import type { Meter, Payer } from '../../app/usage/ports.ts';
import { type EngineReason, recordedModel, type Usage } from '../../core/claims/summary.ts';
import { type Estimate, noSpending, type Spending, sumSpending } from '../../core/claims/usage.ts';
import type { Logger } from '../../log.ts';
import type { Abilities } from './abilities.ts';
import type { AnswerReader } from './answer-readers.ts';
import { type CallEnding, call, type Limits } from './call.ts';
import { type Asker, type CallLimiter, type CallOptions, type Tokens, toTurn } from './call-limiter.ts';
import { createTimeLimit } from './client.ts';
import { type EndpointVariables, type Failure, logFailure, type ModelSetting } from './failure.ts';
import type { ModelFacts } from './models.ts';
import { type CallTokens, type Prices, toCostUsd } from './prices.ts';
import { type ClaudeRequest, estimatePrompt, expectOutputTokens } from './request.ts';

export type ClaudeParts = {
  readonly client: Anthropic;
  readonly model: string;
  readonly setting?: ModelSetting;
  readonly variables?: EndpointVariables | undefined;
  readonly facts: ModelFacts;
  readonly abilities: Abilities;
  readonly prices: Prices;
  readonly limits: Limits;
  readonly log: Logger;
  /** Without it, no cap holds. */
  readonly meter?: Meter | undefined;
  readonly telemetry?: Pick<Telemetry, 'count'> | undefined;
  /** One for each model. */
  readonly limiter: CallLimiter;
};

type Work = 'draft' | 'edit' | 'cite' | 'repair' | 'window' | 'merge' | 'judge' | 'reword';

export type TurnOptions<Reader = AnswerReader> = ClaudeParts & {
  readonly work: Work;
  readonly asked: Asker;
  /** About what a request takes that is written when its turn comes. */
  readonly expected?: Tokens;
  /** What the call after it takes, without which this one would be wasted: a cap has to leave room for both. */
  readonly next?: Estimate;
  readonly signal: AbortSignal;
  readonly toReader: () => Reader;
};

type TurnReport<Reader> = {
  readonly reader: Reader;
  /** The model that answered, otherwise the one that was asked. */
  readonly model: string;
  readonly usage: Usage | null;
  readonly failure: EngineReason | null;
};

/** Without a merge or citations, what was written would be wasted; windows are tried again after all others. */
const patientWork: ReadonlySet<Work> = new Set(['window', 'merge', 'cite']);

/**
 * Makes a call when it is its turn, again where that may help, and logs how it ended. The wait counts towards the time limit, except for
 * windows, of which many wait. Rejects only with its reader's errors: a call that `signal` ended has failed.
 */
export async function callInTurn<Reader extends AnswerReader>(
  toRequest: () => ClaudeRequest,
  options: TurnOptions<Reader>,
): Promise<TurnReport<Reader>> {
  const { limiter, limits, signal, work, asked, expected = expect(toRequest()) } = options;
  const turn = { ...toTurn(asked), ...expected };
  let timeLimit = work === 'window' ? null : createTimeLimit(signal, limits.totalMs);
  let begunAt = performance.now();
  // A call that is tried again is read from its beginning.
  let reader = options.toReader();
  const toReader = () => {
    reader = options.toReader();
    return reader;
  };
  const run = () => {
    begunAt = performance.now();
    timeLimit ??= createTimeLimit(signal, limits.totalMs);
    return callAgain(toRequest(), turn, { ...options, toReader, signal: timeLimit.signal });
  };
  const isPaused = limiter.pausedMs() > limits.longestWaitMs && !patientWork.has(work);
  const waiting = timeLimit?.signal ?? signal;
  const attempts = isPaused
    ? null
    : await limiter.run(run, { ...turn, signal: waiting }).catch((error: unknown) => {
        if (!waiting.aborted || error !== waiting.reason) throw error;
        return null;
      });
  if (attempts !== null) limiter.giveBack(toUnused(attempts, expected));
  const usage = toUsage(attempts ?? [], Math.round(performance.now() - begunAt));
  const ending = attempts?.at(-1)?.ending ?? neverCalled;
  const isOver = attempts !== null && timeLimit?.signal.aborted === true;
  // An answer that our time limit ended looks as if it had ended early.
  const isLate = isOver && ending.failure !== null && ending.failure.reason !== 'refused';
  const failure: Failure | null = isLate
    ? { ...(ending.failure as Failure), reason: 'timed_out' }
    : ending.failure;
  // Also of a stopped draft: it has used tokens too.
  logWork(options, failure, usage);
  return { reader, model: ending.model ?? options.model, usage, failure: failure?.reason ?? null };
}

/** Each attempt has taken room for what it was expected to take. Where nothing is reported, that counts. */
function toUnused(attempts: readonly Attempt[], { tokens, outputTokens }: Tokens): Tokens {
  const known = attempts.flatMap(({ spent }) => spent ?? []);
  // What the cache was read for does not count toward the limit.
  const { input, cacheWrite, output } = sumSpending(known);
  return {
    tokens: Math.max(0, known.length * tokens - input - cacheWrite),
    outputTokens: Math.max(0, known.length * outputTokens - output),
  };
}

function logWork(options: TurnOptions, failure: Failure | null, usage: Usage | null): void {
  const { log, model, work, signal } = options;
  if (work !== 'judge' && signal.aborted) log.info({ model, ...usage }, `${work}-stopped`);
  else if (failure !== null) logFailure(options, `${work}-failed`, failure, usage);
  else if (work !== 'judge') log.info({ model, ...usage }, `${work}-written`);
}

type Attempt = { readonly ending: CallEnding; readonly spent: Spending | null };

function toUncalled(failure: Failure): CallEnding {
  return { failure, tokens: null, isBilled: false, model: null, hasEmitted: false };
}

/** The rate limit did not allow the call in time. */
const neverCalled = toUncalled({ reason: 'rate_limited', isRetryable: true });

/** Calls as long as that may help and nothing was emitted; once more without what the endpoint refuses. */
async function callAgain(
  request: ClaudeRequest,
  turn: Omit<CallOptions, 'signal'>,
  options: TurnOptions,
): Promise<readonly Attempt[]> {
  const { limits, signal, limiter, log, abilities } = options;
  const attempts: Attempt[] = [];
  let settings = abilities.settings();
  let adapted = 0;
  while (true) {
    const attempt = await meteredCall(abilities.adapt(request, settings), options);
    attempts.push(attempt);
    const { failure, hasEmitted } = attempt.ending;
    const count = attempts.length - adapted;
    if (failure === null) abilities.remember(settings);
    if (failure === null || hasEmitted || signal.aborted) return attempts;
    const simpler = abilities.settle(request, settings, failure);
    if (simpler === null && (!failure.isRetryable || count >= limits.attempts)) return attempts;
    if (simpler !== null) {
      settings = simpler;
      adapted += 1;
    }
    const backoffMs = limits.firstWaitMs * 2 ** (count - 1) * (1 + Math.random() / 4);
    const waitMs = simpler ? 0 : (failure.waitMs ?? backoffMs);
    if (waitMs > limits.longestWaitMs) return attempts;
    const event = simpler ? 'request-adapted' : 'call-retried';
    log.info({ ...failure, ...simpler, attempt: count, waitMs: Math.round(waitMs) }, event);
    try {
      await wait(waitMs, undefined, { signal });
      await limiter.waitForRoom({ ...turn, signal });
    } catch {
      return attempts;
    }
  }
}

const nobody: Payer = { guildId: null, personId: null, channelId: null, feature: 'summary' };

function expect(request: ClaudeRequest): Tokens {
  return { tokens: estimatePrompt(request), outputTokens: expectOutputTokens(request) };
}

function expectTokens(request: ClaudeRequest): CallTokens {
  const { tokens, outputTokens } = expect(request);
  return { input: tokens, cacheWrite: 0, cacheRead: 0, output: outputTokens };
}

export function estimate(request: ClaudeRequest, prices: Prices): Estimate {
  const tokens = expectTokens(request);
  return { tokens: tokens.input + tokens.output, usd: toCostUsd(request.model, tokens, prices) };
}

/** Makes one call unless it would exceed a cap, and counts its usage even if it failed. */
async function meteredCall(request: ClaudeRequest, options: TurnOptions): Promise<Attempt> {
  const { meter, asked, prices, telemetry, toReader, next = { tokens: 0, usd: 0 } } = options;
  const { tokens, usd } = estimate(request, prices);
  const both = {
    tokens: tokens + next.tokens,
    usd: usd === null || next.usd === null ? null : usd + next.usd,
  };
  // For a recorded answer, no model runs: it costs nothing, and no cap stops it.
  const isRecorded = request.model === recordedModel;
  const reservation = isRecorded ? undefined : await meter?.reserve(asked.payer ?? nobody, both);
  if (reservation === null)
    return { ending: toUncalled({ reason: 'cap_reached', isRetryable: false }), spent: null };
  const begunAt = performance.now();
  let counted: Spending | null = null;
  try {
    const ending = await call(request, { ...options, reader: toReader() });
    const spent = isRecorded ? null : toSpending(ending, request.model, prices, usd);
    // An answer whose tokens are not reported counts as what was expected, so that caps hold.
    const assumed = isRecorded || ending.model === null ? null : { ...ending, tokens: expectTokens(request) };
    counted = spent ?? (assumed && toSpending(assumed, request.model, prices, usd));
    const failure = ending.failure?.reason ?? null;
    const durationMs = performance.now() - begunAt;
    telemetry?.count({ kind: 'call', call: { model: request.model, spent: counted, failure, durationMs } });
    return { ending, spent };
  } finally {
    await reservation?.settle(counted);
  }
}

/** What a call took; null if nothing is known. An interrupted answer costs the larger of what was expected and what was reported. */
export function toSpending(
  { tokens, isBilled, model }: CallEnding,
  asked: string,
  prices: Prices,
  expectedUsd: number | null,
): Spending | null {
  if (tokens === null) return null;
  // A server may answer under a name of its own.
  const usd = toCostUsd(model ?? asked, tokens, prices) ?? toCostUsd(asked, tokens, prices);
  const cost =
    usd === null ? { unpriced: 1 } : isBilled ? { usd } : { assumedUsd: Math.max(usd, expectedUsd ?? 0) };
  return { ...noSpending, calls: 1, ...tokens, ...cost };
}

/** What all attempts took. The cost is unknown if one of them broke off. */
export function toUsage(attempts: readonly Pick<Attempt, 'spent'>[], durationMs: number): Usage | null {
  const all = attempts.flatMap(({ spent }) => spent ?? []);
  if (all.length === 0) return null;
  const { input, cacheWrite, cacheRead, output, usd, unpriced, assumedUsd } = sumSpending(all);
  return {
    inputTokens: input + cacheWrite + cacheRead,
    cachedTokens: cacheRead,
    outputTokens: output,
    costUsd: unpriced > 0 || assumedUsd > 0 ? null : usd,
    durationMs,
  };
}
