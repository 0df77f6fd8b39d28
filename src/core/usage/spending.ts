import { z } from 'zod';
import { type Stored, storedObject } from '../stored-object.ts';

/** What people use calls for. */
export const features = [
  'summary',
  'focus',
  'thread',
  'check',
  'digest',
  'review',
  'api',
  'decisions',
  'topics',
] as const;
export type Feature = (typeof features)[number];

/** Uses that no member asks for. */
export const memberlessFeatures: ReadonlySet<Feature> = new Set(['decisions', 'topics']);

const count = z.number().nonnegative();
/** What calls took. */
export const spendingSchema = storedObject({
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
  return {
    calls: a.calls + b.calls,
    input: a.input + b.input,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cacheRead: a.cacheRead + b.cacheRead,
    output: a.output + b.output,
    usd: a.usd + b.usd,
    unpriced: a.unpriced + b.unpriced,
    assumedUsd: a.assumedUsd + b.assumedUsd,
  };
}

export function sumSpending(all: readonly Spending[]): Spending {
  return all.reduce(addSpending, noSpending);
}

/** All that was read and written. */
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

/** A running call with its estimate, or one that has just ended with what it took. */
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

export function withoutPerson(entries: readonly UsageEntry[], personId: string): readonly UsageEntry[] {
  return merge(entries.map(each => (each.personId === personId ? { ...each, personId: null } : each)));
}

export function withoutChannels(entries: readonly UsageEntry[]): readonly UsageEntry[] {
  return merge(entries.map(each => ({ ...each, channelId: null })));
}

export function withoutPeople(entries: readonly UsageEntry[]): readonly UsageEntry[] {
  return merge(entries.map(each => ({ ...each, personId: null })));
}

function merge(entries: readonly UsageEntry[]): readonly UsageEntry[] {
  return entries.reduce(withEntry, [] as readonly UsageEntry[]);
}
