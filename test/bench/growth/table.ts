import { claudeTiers } from './limits.ts';
import type { GrowthFigures } from './simulate.ts';

const toCount = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0, maximumSignificantDigits: 3 });

const rows: Readonly<Record<string, (figures: GrowthFigures) => string>> = {
  servers: ({ servers }) => servers.toLocaleString('en'),
  processes: ({ processes }) => toCount(processes),
  'digests at once in each': ({ digestsAtOnce }) => toCount(digestsAtOnce),
  'Claude’s limits': ({ tier }) => tier,
  'requests that Discord allows, per second': ({ requestsAllowed }) => toCount(requestsAllowed),
  'summaries and digests a day': ({ asked }) => toCount(asked),
  shards: ({ shards }) => toCount(shards),
  'gateway events of a shard, per second': figures => toCount(figures.eventsPerSecondOfShard),
  'requests to Discord, per second': figures => toCount(figures.requestsPerSecond),
  'tokens read, per minute': figures => toCount(figures.inputTokens),
  'of what Claude allows, %': ({ inputTokens, tier }) =>
    toCount((100 * inputTokens) / claudeTiers[tier]['input-tokens']),
  'tokens written, per minute': figures => toCount(figures.outputTokens),
  'of these, %': ({ outputTokens, tier }) =>
    toCount((100 * outputTokens) / claudeTiers[tier]['output-tokens']),
  'Redis commands, per second': figures => toCount(figures.storeCommandsPerSecond),
  'CPU of summaries, cores': figures => toCount(figures.cpuCores),
  'a summary waits, median, s': ({ summaries }) => toCount(summaries.median),
  'a summary waits, 95 %, s': ({ summaries }) => toCount(summaries.p95),
  'a summary waits, longest, s': ({ summaries }) => toCount(summaries.longest),
  'a digest waits, median, s': ({ digests }) => toCount(digests.median),
  'a digest waits, 95 %, s': ({ digests }) => toCount(digests.p95),
  'a digest waits, longest, s': ({ digests }) => toCount(digests.longest),
  'refused by Claude': ({ refused }) => toCount(refused),
  'US dollars a day': ({ usd }) => toCount(usd),
};

/** A row of cells for each figure, the name first. */
export function toGrowthRows(all: readonly GrowthFigures[]): readonly (readonly string[])[] {
  return Object.entries(rows).map(([name, toCell]) => [name, ...all.map(toCell)]);
}
