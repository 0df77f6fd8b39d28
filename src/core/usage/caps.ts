import type { UsageRange } from './periods.ts';
import { type Spending, toTokens } from './spending.ts';

/** Whose spending a cap limits: that of a whole server, of one member of it, or of the whole bot. */
export type CapScope = 'server' | 'member' | 'bot';
export type CapUnit = 'usd' | 'tokens';

export const capPeriods = { server: 'month', member: 'day', bot: 'month' } as const satisfies Readonly<
  Record<CapScope, 'day' | 'month'>
>;

/** What `/usage` shows of the period of a cap. */
export const capRanges = { server: 'month', member: 'today', bot: 'month' } as const satisfies Readonly<
  Record<CapScope, UsageRange>
>;

/** A cap and how much of it is used. */
export type CapState = {
  readonly scope: CapScope;
  readonly unit: CapUnit;
  readonly limit: number;
  /** Null if it cannot be read. */
  readonly used: number | null;
  /** An instant. */
  readonly resetsAt: string;
};

/** Why a call was not made: it would go over this cap, or nobody knows what it costs or how much is used. */
export type ReachedCap = CapState & {
  /** What the call was expected to take. */
  readonly expected: number;
  readonly isUnpriced: boolean;
};

/** What limits calls of models whose price is unknown. */
export type UnpricedCaps = {
  /** Of the whole bot; 0 is unlimited. */
  readonly monthlyTokens: number;
  /** Whether a cap in dollars holds that has none in tokens beside it: then such a call is not made. */
  readonly isRefused: boolean;
};

/** What a call is expected to take; null is an unknown price. */
export type Estimate = { readonly tokens: number; readonly usd: number | null };

/** The share of the operator's cap at which the bot's owner is warned. */
export const warnedShare = 0.8;

/** What counts toward a cap. */
export function toUsed(unit: CapUnit, spending: Spending): number {
  return unit === 'tokens' ? toTokens(spending) : spending.usd + spending.assumedUsd;
}

/**
 * The first cap that a call would go over. A call whose price is unknown could cost any amount, so a cap in dollars lets
 * it pass only if tokens of the same scope are capped too.
 */
export function findReached(caps: readonly CapState[], estimate: Estimate): ReachedCap | null {
  for (const cap of caps) {
    const expected = estimate[cap.unit];
    if (cap.used === null) return { ...cap, expected: expected ?? 0, isUnpriced: false };
    if (expected === null) {
      if (caps.some(({ scope, unit }) => scope === cap.scope && unit === 'tokens')) continue;
      return { ...cap, expected: 0, isUnpriced: true };
    }
    if (cap.used + expected > cap.limit) return { ...cap, expected, isUnpriced: false };
  }
  return null;
}
