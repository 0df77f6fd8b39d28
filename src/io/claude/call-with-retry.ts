import { setTimeout as wait } from 'node:timers/promises';
import type { Telemetry } from '../../app/telemetry-ports.ts';
import type { Meter, Payer } from '../../app/usage/ports.ts';
import { recordedModel, type Usage } from '../../core/claims/summary.ts';
import type { Estimate } from '../../core/usage/usage.ts';
import { noSpending, type Spending } from '../../core/usage/usage.ts';
import { estimateTokens } from '../../core/windows/cut.ts';
import type { Logger } from '../../log.ts';
import type { AnswerReader } from './answer-readers.ts';
import { type CallEnding, type CallParts, call } from './call.ts';
import { type Prices, toCostUsd } from './prices.ts';
import { type ClaudeRequest, expectOutputTokens, toPromptText } from './request.ts';

type RetryParts = Pick<CallParts, 'client' | 'limits' | 'signal'> &
  MeterParts &
  Partial<Pick<CallParts, 'onBegun'>> & {
    readonly log: Logger;
    /** A reader for each attempt. */
    readonly toReader: () => AnswerReader;
    /** Waits until the rate limit has room for another attempt. */
    readonly waitForRoom: () => Promise<void>;
  };

/** Retries a call as long as that may help and none of its answer was emitted. Returns how each attempt ended, in order. */
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
    try {
      await wait(waitMs, undefined, { signal });
      await waitForRoom();
    } catch {
      return [...inVain.slice(0, -1), ending];
    }
  }
}

type MeterParts = {
  readonly prices: Prices;
  readonly meter?: Meter;
  readonly telemetry?: Pick<Telemetry, 'count'>;
  /** Without it, the call counts only for the bot as a whole. */
  readonly payer?: Payer | undefined;
};

const nobody: Payer = { guildId: null, personId: null, channelId: null, feature: 'summary' };

const capped: CallEnding = {
  failure: { reason: 'cap_reached', isRetryable: false },
  tokens: null,
  isBilled: false,
  model: null,
  hasEmitted: false,
};

/** Makes one call unless it would exceed a cap, and counts its usage even if it failed. */
async function meteredCall(
  request: ClaudeRequest,
  { meter, payer = nobody, prices, telemetry, ...parts }: CallParts & MeterParts,
): Promise<CallEnding> {
  const estimate = toEstimate(request, prices);
  const reservation = await meter?.reserve(payer, estimate);
  if (reservation === null) return capped;
  const begunAt = performance.now();
  let spent: Spending | null = null;
  try {
    const ending = await call(request, parts);
    spent = toSpending(ending, request.model, prices, estimate);
    const failure = ending.failure?.reason ?? null;
    const durationMs = performance.now() - begunAt;
    telemetry?.count({ kind: 'call', call: { model: request.model, spent, failure, durationMs } });
    return ending;
  } finally {
    await reservation?.settle(spent);
  }
}

/** The expected usage of a call. */
function toEstimate(request: ClaudeRequest, prices: Prices): Estimate {
  const input = estimateTokens(toPromptText(request));
  const output = expectOutputTokens(request);
  const usd = toCostUsd(request.model, { input, cacheWrite: 0, cacheRead: 0, output }, prices);
  return { tokens: input + output, usd };
}

/**
 * The usage of a call; null if the API reported none, and for recorded answers. An interrupted answer does not report its
 * output tokens, so its cost is the larger of the estimate and what was reported.
 */
export function toSpending(
  { tokens, isBilled, model }: CallEnding,
  asked: string,
  prices: Prices,
  estimate: Estimate | null,
): Spending | null {
  if (tokens === null || asked === recordedModel) return null;
  const usd = toCostUsd(model ?? asked, tokens, prices);
  if (usd === null) return { ...noSpending, calls: 1, ...tokens, unpriced: 1 };
  const cost = isBilled ? { usd } : { assumedUsd: Math.max(usd, estimate?.usd ?? 0) };
  return { ...noSpending, calls: 1, ...tokens, ...cost };
}

/** The usage of all calls of a draft; null if the API reported none. */
export function toUsage(
  endings: readonly CallEnding[],
  { model, prices }: { readonly model: string; readonly prices: Prices },
  durationMs: number,
): Usage | null {
  const billed = endings.flatMap(each => (each.tokens === null ? [] : [{ ...each, tokens: each.tokens }]));
  if (billed.length === 0) return null;
  const sum = (count: (tokens: (typeof billed)[number]['tokens']) => number) =>
    billed.reduce((total, { tokens }) => total + count(tokens), 0);
  // An interrupted answer does not report its output tokens, so its cost is unknown.
  const costs = billed.map(each =>
    each.isBilled ? toCostUsd(each.model ?? model, each.tokens, prices) : null,
  );
  return {
    inputTokens: sum(({ input, cacheWrite, cacheRead }) => input + cacheWrite + cacheRead),
    cachedTokens: sum(({ cacheRead }) => cacheRead),
    outputTokens: sum(({ output }) => output),
    costUsd: costs.reduce<number | null>(
      (total, cost) => (total === null || cost === null ? null : total + cost),
      0,
    ),
    durationMs,
  };
}
