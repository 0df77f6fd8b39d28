import { z } from 'zod';
import { type UsageDay, type UsageStore, usageDays } from '../../../app/usage/ports.ts';
import {
  sumSpending,
  type UsageEntry,
  usageEntrySchema,
  withEntry,
  withoutChannels,
  withoutPeople,
  withoutPerson,
} from '../../../core/usage/usage.ts';
import { UserError } from '../../../errors.ts';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import { createFieldFormat, guildFormat } from '../formats.ts';
import type { Records } from '../records.ts';

export const usageFormat = createFieldFormat('entries', z.array(usageEntrySchema).max(1_000_000));

type UsageRecords = {
  /** A record for each day and writer. */
  readonly of: (ownerId: string) => Records<UsageDay>;
  /** The servers of which something is kept. */
  readonly guilds: Records<string>;
  /** Servers that were erased since, of which usage is left. */
  readonly erased: Records<string>;
  /** True for the first caller, in all processes, that uses this name. */
  readonly claim: (name: string, ttlMs: number) => Promise<boolean>;
  /** Distinguishes this process from others: each writes records of its own, so none overwrites another's. */
  readonly writerId: string;
};

const keptMs = usageDays * 24 * 3_600_000;

/** What calls took by day. No store of ours can add to a number, so each process adds to its own records. */
export function createUsageStore({ of, guilds, erased, claim, writerId }: UsageRecords): UsageStore {
  const exclusively = createKeyedMutex();
  const toDay = (recordId: string) => recordId.slice(0, 10);

  // In one step: another process may take a person off the same record.
  const change = (
    ownerId: string,
    recordId: string,
    work: (entries: readonly UsageEntry[]) => readonly UsageEntry[],
  ) =>
    exclusively(`${ownerId} ${recordId}`, async () => {
      const isNew = isGuild(ownerId) && (await of(ownerId).get(recordId)) === null;
      if (isNew) await guilds.put([ownerId], guildFormat.toRecord(ownerId));
      let isUnreadable = false;
      await of(ownerId).update(
        [recordId],
        before => {
          isUnreadable = before === 'unreadable';
          return before === 'unreadable' ? null : usageFormat.toRecord(work(before ?? []));
        },
        keptMs,
      );
      if (isUnreadable) throw new UserError('usage_unreadable', 'The usage of this day cannot be read.');
    });

  const findOf = async (personId: string) => {
    const found: { ownerId: string; recordId: string; entries: readonly UsageEntry[] }[] = [];
    for (const ownerId of new Set(['dm', ...(await guilds.list()), ...(await erased.list())]))
      for (const [recordId, all] of await of(ownerId).entries()) {
        if (all === 'unreadable') continue;
        const entries = all.filter(each => each.personId === personId);
        if (entries.length > 0) found.push({ ownerId, recordId, entries });
      }
    return found;
  };

  return {
    add: (ownerId, day, entry) => change(ownerId, `${day}_${writerId}`, entries => withEntry(entries, entry)),
    async get(ownerId, days) {
      const wanted = new Set(days);
      const recordIds = (await of(ownerId).list()).filter(id => wanted.has(toDay(id)));
      const records = await of(ownerId).getMany(recordIds);
      const byDay = new Map<string, UsageDay>();
      for (const [index, recordId] of recordIds.entries()) {
        const day = toDay(recordId);
        const [before, read] = [byDay.get(day) ?? [], records[index] ?? []];
        const isUnreadable = before === 'unreadable' || read === 'unreadable';
        byDay.set(day, isUnreadable ? 'unreadable' : read.reduce(withEntry, before));
      }
      return byDay;
    },
    ofPerson: async personId => sumSpending((await findOf(personId)).flatMap(each => each.entries)),
    async forgetPerson(personId, before) {
      for (const { ownerId, recordId } of await findOf(personId))
        if (toDay(recordId) < before)
          await change(ownerId, recordId, entries => withoutPerson(entries, personId));
    },
    async forgetGuild(guildId, before) {
      const recordIds = await of(guildId).list();
      if (recordIds.length > 0) await erased.put([guildId], guildFormat.toRecord(guildId), keptMs);
      for (const recordId of recordIds) {
        // Nobody can take people and channels off it.
        if ((await of(guildId).get(recordId)) === 'unreadable') {
          await of(guildId).remove(recordId);
          continue;
        }
        await change(guildId, recordId, entries =>
          withoutChannels(toDay(recordId) < before ? withoutPeople(entries) : entries),
        );
      }
    },
    claimOnce: name => claim(`usage-${name}`, keptMs),
  };
}

function isGuild(ownerId: string): boolean {
  return /^\d/.test(ownerId);
}
