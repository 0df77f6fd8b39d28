import type { Telemetry } from '../../../app/telemetry-ports.ts';
import type { Meter, Payer } from '../../../app/usage/ports.ts';
import { recordedModel } from '../../../core/claims/summary.ts';
import { type Estimate, noSpending, type Spending } from '../../../core/usage/usage.ts';
import { estimateTokens } from '../../../core/windows/cut.ts';
import { type Prices, toCostUsd } from '../models/prices.ts';
import { type ClaudeRequest, expectOutputTokens, toPromptText } from '../request.ts';
import { type CallEnding, type CallParts, call } from './call.ts';

export type MeterParts = {
  readonly prices: Prices;
  readonly meter?: Meter;
  readonly telemetry?: Pick<Telemetry, 'count'>;
  /** Without it, the call counts only for the bot as a whole. */
  readonly payer?: Payer;
};

const nobody: Payer = { guildId: null, personId: null, channelId: null, feature: 'summary' };

const capped: CallEnding = {
  failure: { reason: 'cap_reached', isRetryable: false },
  tokens: null,
  isBilled: false,
  model: null,
  hasEmitted: false,
};

/** Makes one call unless it would go over a cap, and counts what it took, also if it failed. */
export async function meteredCall(
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

/** What a call is expected to take. */
function toEstimate(request: ClaudeRequest, prices: Prices): Estimate {
  const input = estimateTokens(toPromptText(request));
  const output = expectOutputTokens(request);
  const usd = toCostUsd(request.model, { input, cacheWrite: 0, cacheRead: 0, output }, prices);
  return { tokens: input + output, usd };
}

/**
 * What a call took; null where the API billed nothing that we know of, and for answers that were recorded. Of an answer
 * that broke off, the tokens written are not known, so its cost is what was expected.
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
