import { z } from 'zod';
import type { OpenRunStore } from '../../app/answers-ports.ts';
import type { TokenStore } from '../../app/api-ports.ts';
import type { UsageStore } from '../../app/usage/ports.ts';
import { storedObject } from '../../core/stored-object.ts';
import { toFirstOpenDay } from '../../core/usage/usage.ts';
import type { StoreRecords } from './store-records.ts';

type GuildStores = {
  readonly usage: UsageStore;
  readonly openRuns: OpenRunStore;
  readonly tokens: TokenStore;
};

const made = storedObject({ createdAt: z.iso.datetime({ offset: true }) });

/** When a record's summary was made, in milliseconds, without reading the rest; 0 if unknown. */
function toMadeAtMs(value: unknown): number {
  const { data } = made.safeParse(value);
  return data ? Date.parse(data.createdAt) : 0;
}

/** Erases all records of a server, except its summaries and what counts for the current limits. */
export async function eraseGuild(
  records: StoreRecords,
  { usage, openRuns, tokens }: GuildStores,
  guildId: string,
  nowMs: number,
): Promise<void> {
  const { feedbackOf, digestsOf, formerQualityOf } = records;
  const others = [feedbackOf, digestsOf, formerQualityOf];
  for (const of of [...toCitingRecords(records), ...others]) await of(guildId).clear();
  await usage.forgetGuild(guildId, toFirstOpenDay(new Date(nowMs).toISOString()));
  await records.zones.remove(guildId);
  await records.settings.remove(guildId);
  await records.access.remove(guildId);
  for (const run of await openRuns.list()) if (run.guildId === guildId) await openRuns.remove(run.id);
  for (const token of await tokens.list()) if (token.guildId === guildId) await tokens.remove(token.tokenId);
  // Last, so that a server is found again if this fails.
  await records.guilds.remove(guildId);
}

/** Lets the records of a server expire `retentionMs` after they were made. */
export async function retainGuild(
  records: StoreRecords,
  openRuns: OpenRunStore,
  guildId: string,
  { retentionMs, nowMs }: { readonly retentionMs: number; readonly nowMs: number },
): Promise<void> {
  const { summariesOf, feedbackOf } = records;
  for (const of of [summariesOf, feedbackOf, ...toCitingRecords(records)])
    await of(guildId).setRemainingTtl(value => toMadeAtMs(value) + retentionMs - nowMs);
  for (const run of await openRuns.list()) if (run.guildId === guildId) await openRuns.put(run);
}

/** What was derived from messages and cites them, besides summaries. */
function toCitingRecords(records: StoreRecords) {
  const { summaryIndexOf, draftsOf, draftIndexOf, verdictsOf, verdictIndexOf, entriesOf, entryIndexOf } =
    records;
  const indexes = [summaryIndexOf, draftIndexOf, verdictIndexOf, entryIndexOf];
  const { formerSummaryIndexOf, formerEntryIndexOf } = records;
  return [...indexes, formerSummaryIndexOf, formerEntryIndexOf, draftsOf, verdictsOf, entriesOf];
}
