import { DateTime } from 'luxon';
import { z } from 'zod';
import { type Stored, storedObject } from '../stored.ts';
import type { CheckName } from './claim.ts';
import { toCounts } from './footnotes.ts';
import type { ProblemCode } from './problem.ts';
import { isUnclear } from './section.ts';
import { isHighlights, type Rejection, type Summary } from './summary.ts';

/** Whose spending a cap limits: that of a whole server, of one member of it, or of the whole bot. */
export type CapScope = 'server' | 'member' | 'bot';
export type CapUnit = 'usd' | 'tokens';

/** The period of each cap. */
export const capRanges = { server: 'month', member: 'today', bot: 'month' } as const;
type UsageRange = (typeof capRanges)[CapScope];

export type CapState = {
  readonly scope: CapScope;
  readonly unit: CapUnit;
  readonly limit: number;
  readonly used: number | null;
  readonly resetsAt: string;
};

/** Why a call was not made: it would go over this cap, or nobody knows what it costs or how much is used. */
export type ReachedCap = CapState & {
  readonly expected: number;
  readonly isUnpriced: boolean;
};

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

export function toUsed(unit: CapUnit, spending: Spending): number {
  return unit === 'tokens' ? toTokens(spending) : spending.usd + spending.assumedUsd;
}

/** The first cap that a call would go over. One of unknown price could cost any amount: dollars let it pass only if tokens are capped too. */
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

export const features = [
  'summary',
  'focus',
  'ask',
  'thread',
  'check',
  'digest',
  'review',
  'api',
  'decisions',
  'topics',
] as const;
export type Feature = (typeof features)[number];

export const memberlessFeatures: ReadonlySet<Feature> = new Set(['decisions', 'topics']);

const count = z.number().nonnegative();
const spendingSchema = storedObject({
  calls: count,
  /** Tokens that were neither read from the prompt cache nor written to it. */
  input: count,
  cacheWrite: count,
  cacheRead: count,
  output: count,
  /** US dollars of the calls whose cost is known. */
  usd: count,
  /** Calls of models without a price. */
  unpriced: count,
  /** What calls that broke off were expected to cost: the API does not say what it billed. */
  assumedUsd: count,
});
export type Spending = Stored<typeof spendingSchema>;

export const noSpending: Spending = {
  calls: 0,
  input: 0,
  cacheWrite: 0,
  cacheRead: 0,
  output: 0,
  usd: 0,
  unpriced: 0,
  assumedUsd: 0,
};

function addSpending(a: Spending, b: Spending): Spending {
  const names = Object.keys(noSpending) as (keyof Spending)[];
  return Object.fromEntries(names.map(name => [name, a[name] + b[name]])) as Spending;
}

export function sumSpending(all: readonly Spending[]): Spending {
  return all.reduce(addSpending, noSpending);
}

export function toTokens({ input, cacheWrite, cacheRead, output }: Spending): number {
  return input + cacheWrite + cacheRead + output;
}

const idOrNull = z.string().max(200).nullable();
/** What one person used one feature for in one channel on one day. */
export const usageEntrySchema = spendingSchema.extend({
  /** Null for people who had it deleted, and for what belongs to nobody. */
  personId: idOrNull,
  channelId: idOrNull,
  feature: z.enum(features),
});
export type UsageEntry = Stored<typeof usageEntrySchema>;

export const pendingCallSchema = storedObject({
  guildId: idOrNull,
  personId: idOrNull,
  feature: z.enum(features),
  spending: spendingSchema,
});

/** The entries with one more; what is of the same person, channel and feature is added up. */
export function withEntry(entries: readonly UsageEntry[], added: UsageEntry): readonly UsageEntry[] {
  const isSame = (each: UsageEntry) =>
    each.personId === added.personId && each.channelId === added.channelId && each.feature === added.feature;
  return entries.some(isSame)
    ? entries.map(each => (isSame(each) ? { ...each, ...addSpending(each, added) } : each))
    : [...entries, added];
}

/** The entries by `change`; what is then of the same person, channel and feature is added up. */
export function mapEntries(
  entries: readonly UsageEntry[],
  change: (entry: UsageEntry) => UsageEntry,
): readonly UsageEntry[] {
  return entries.map(change).reduce(withEntry, [] as readonly UsageEntry[]);
}

/** "2026-03-09", the day in a zone. */
export function toDay(now: string, zone: string): string {
  return at(now, zone).toFormat('yyyy-MM-dd');
}

/** The days of a range up to today, oldest first. */
export function toRangeDays(range: UsageRange, now: string, zone: string): readonly string[] {
  const today = at(now, zone).startOf('day');
  const count = range === 'today' ? 1 : today.day;
  return Array.from({ length: count }, (_, index) =>
    today.minus({ days: count - 1 - index }).toFormat('yyyy-MM-dd'),
  );
}

/** When the current day or month ends, as an instant. */
export function toResetAt(range: UsageRange, now: string, zone: string): string {
  const period = range === 'today' ? 'day' : 'month';
  return at(now, zone)
    .startOf(period)
    .plus({ [period]: 1 })
    .toUTC()
    .toISO({ suppressMilliseconds: true }) as string;
}

/** Days before this one are over in every time zone: a day ends up to 12 hours after it does in UTC. */
export function toFirstOpenDay(now: string): string {
  return at(now, 'UTC').minus({ hours: 12 }).toFormat('yyyy-MM-dd');
}

function at(now: string, zone: string): DateTime<true> {
  return DateTime.fromISO(now, { zone }) as DateTime<true>;
}

/** The parts of a run that are measured. Proofs are checked while claims are being written. */
export type Step = 'read' | 'draft' | 'judge' | 'repair' | 'render';

export type Quality = {
  /** The distinct claims of the draft that are shown or failed a check. Quotes of Highlights always cite: they do not count. */
  readonly eligible: number;
  readonly cited: number;
  readonly judged: number;
  readonly supported: number;
  /** Claims that failed, by the first check that they failed. */
  readonly rejected: Partial<Readonly<Record<CheckName, number>>>;
  readonly marked: number;
  readonly unjudged: number;
  readonly citationsReplaced: number;
  readonly gathered: number;
  readonly markers: number;
  readonly footnotes: number;
};

/** Reasons that say nothing about how well a claim cites. */
const otherReasons: ReadonlySet<ProblemCode> = new Set([
  'said_already',
  'too_many_open',
  'put_aside',
  'message_deleted',
]);

export function toQuality(summary: Summary): Quality {
  const counts = toCounts(summary);
  const isQuoted = isHighlights(summary);
  const claims = isQuoted ? [] : summary.claims;
  const rejected = isQuoted ? {} : countRejections(summary.rejected);
  const failed = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  const supported = claims.filter(
    claim =>
      !isUnclear(claim) &&
      claim.findings.some(({ check, outcome }) => check === 'judge' && outcome === 'pass'),
  ).length;
  const { judge: unsupported = 0 } = rejected;
  return {
    eligible: claims.length + failed,
    cited: claims.length + unsupported,
    judged: isQuoted ? 0 : supported + counts.needsClarification + unsupported,
    supported,
    rejected,
    marked: counts.needsClarification,
    unjudged: isQuoted ? 0 : counts.sourcesFound,
    citationsReplaced: counts.citationsReplaced,
    gathered: summary.coverage.read,
    markers: summary.claims.reduce((sum, { references }) => sum + references.length, 0),
    footnotes: summary.footnotes.length,
  };
}

function countRejections(rejections: readonly Rejection[]): Partial<Record<CheckName, number>> {
  const counts: Partial<Record<CheckName, number>> = {};
  for (const { reasons, review } of rejections) {
    const fault = reasons.find(({ problem }) => !otherReasons.has(problem.code));
    if (fault && !review) counts[fault.check] = (counts[fault.check] ?? 0) + 1;
  }
  return counts;
}
