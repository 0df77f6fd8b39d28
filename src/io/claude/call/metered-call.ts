import type { Meter, Payer } from '../../../app/usage/ports.ts';
import type { Estimate } from '../../../core/usage/caps.ts';
import { noSpending, type Spending } from '../../../core/usage/spending.ts';
import { estimateTokens } from '../../../core/windows/size.ts';
import { type Prices, toCostUsd } from '../models/prices.ts';
import type { ClaudeRequest } from '../request.ts';
import { type CallEnding, type CallParts, call } from './call.ts';

export type MeterParts = {
  readonly prices: Prices;
  readonly meter?: Meter;
  /** Without it, the call counts only for the bot as a whole. */
  readonly payer?: Payer;
};

/** Thinking and answer fill about a quarter of the room that a call leaves for them. */
const shareWritten = 1 / 4;

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
  { meter, payer = nobody, prices, ...parts }: CallParts & MeterParts,
): Promise<CallEnding> {
  if (meter === undefined) return call(request, parts);
  const estimate = toEstimate(request, prices);
  const reservation = await meter.reserve(payer, estimate);
  if (reservation === null) return capped;
  let spent: Spending | null = null;
  try {
    const ending = await call(request, parts);
    spent = toSpending(ending, request.model, prices, estimate);
    return ending;
  } finally {
    await reservation.settle(spent);
  }
}

/** What a call is expected to take. */
export function toEstimate({ model, system, messages, max_tokens }: ClaudeRequest, prices: Prices): Estimate {
  const input = estimateTokens(JSON.stringify([system, messages]));
  const output = Math.ceil(max_tokens * shareWritten);
  const usd = toCostUsd(model, { input, cacheWrite: 0, cacheRead: 0, output }, prices);
  return { tokens: input + output, usd };
}

/** What a call took; null where the API billed nothing that we know of. An answer that broke off has no known cost. */
export function toSpending(
  { tokens, isBilled, model }: CallEnding,
  asked: string,
  prices: Prices,
  estimate: Estimate | null,
): Spending | null {
  if (tokens === null) return null;
  const usd = isBilled ? toCostUsd(model ?? asked, tokens, prices) : null;
  const cost = usd === null ? { unpriced: 1, assumedUsd: estimate?.usd ?? 0 } : { usd };
  return { ...noSpending, calls: 1, ...tokens, ...cost };
}
