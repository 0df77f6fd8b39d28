import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RunStore } from '../../../app/store-ports.ts';
import { type PendingCalls, type UsageDay, type UsageStore, usageDays } from '../../../app/usage/ports.ts';
import {
  mapEntries,
  pendingCallSchema,
  sumSpending,
  type UsageEntry,
  usageEntrySchema,
  withEntry,
} from '../../../core/claims/usage.ts';
import type { Stored } from '../../../core/stored.ts';
import { UserError } from '../../../errors.ts';
import { createKeyedMutex, type TryLock } from '../../../keyed-mutex.ts';
import { createFieldFormat, guildFormat } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';

const unreadable = 'unreadable' as const;
const dayMs = 24 * 3_600_000;
const keptMs = usageDays * dayMs;
const usageFormat = createFieldFormat('entries', z.array(usageEntrySchema).max(1_000_000));

export function createUsageStore({ open, ofServers, servers, claim }: StoreParts): UsageStore {
  const of = ofServers('usage', usageFormat, { unreadable, outlives: true });
  /** Servers that were erased since, of which usage is left. */
  const erased = open('erased', guildFormat, { keys: 'servers' });
  const exclusively = createKeyedMutex();
  /** Until version 0.2, each process had records of its own, with its id after the day. */
  const toDay = (recordId: string) => recordId.slice(0, 10);

  const change = (
    ownerId: string,
    recordId: string,
    work: (entries: readonly UsageEntry[]) => readonly UsageEntry[],
  ) =>
    exclusively(`${ownerId} ${recordId}`, async () => {
      // A server that was erased is not noted again because its usage is changed.
      const isNew = /^\d/.test(ownerId) && (await of(ownerId).get(recordId)) === null;
      if (isNew) await servers.note(ownerId);
      let isUnreadable = false;
      await of(ownerId).update(
        [recordId],
        before => {
          isUnreadable = before === unreadable;
          return before === unreadable ? null : work(before ?? []);
        },
        keptMs,
      );
      if (isUnreadable) throw new UserError('usage_unreadable', 'The usage of this day cannot be read.');
    });

  const findOf = async (personId: string) => {
    const found: { ownerId: string; recordId: string; entries: readonly UsageEntry[] }[] = [];
    for (const ownerId of new Set(['dm', ...(await servers.list()), ...(await erased.list())]))
      for (const [recordId, all] of await of(ownerId).entries()) {
        if (all === 'unreadable') continue;
        const entries = all.filter(each => each.personId === personId);
        if (entries.length > 0) found.push({ ownerId, recordId, entries });
      }
    return found;
  };

  return {
    add: (ownerId, day, entry) => change(ownerId, day, entries => withEntry(entries, entry)),
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
          await change(ownerId, recordId, entries =>
            mapEntries(entries, each => (each.personId === personId ? { ...each, personId: null } : each)),
          );
    },
    async forgetGuild(guildId, before) {
      const recordIds = await of(guildId).list();
      if (recordIds.length > 0) await erased.put([guildId], guildId, keptMs);
      for (const recordId of recordIds) {
        // Nobody can take people and channels off it.
        if ((await of(guildId).get(recordId)) === 'unreadable') {
          await of(guildId).remove(recordId);
          continue;
        }
        await change(guildId, recordId, entries =>
          mapEntries(entries, each => ({
            ...each,
            channelId: null,
            personId: toDay(recordId) < before ? null : each.personId,
          })),
        );
      }
    },
    claimOnce: name => claim(`usage-${name}`, keptMs),
  };
}

export function createRunStore({ open }: Pick<StoreParts, 'open'>, tryLock: TryLock): RunStore {
  const runs = open('runs', createFieldFormat('runs', z.int().nonnegative()), {
    unreadable,
    ttlMs: 2 * dayMs,
  });
  return {
    tryLock: personId => tryLock(`run-${personId}`),
    get: async (personId, day) => toReadable((await runs.get(personId, day)) ?? 0),
    async add(personId, day, amount, limit = Number.POSITIVE_INFINITY) {
      let count: number | typeof unreadable = 0;
      await runs.update([personId, day], before => {
        count = before === unreadable ? before : Math.max(0, (before ?? 0) + amount);
        return count === unreadable || count > limit ? null : count;
      });
      return toReadable(count) <= limit;
    },
    forget: async (personId, day) => void (await runs.remove(personId, day)),
  };
}

/** What was counted before may have reached the limit. */
function toReadable(count: number | typeof unreadable): number {
  if (count !== unreadable) return count;
  throw new UserError(
    'usage_unreadable',
    'The number of summaries of today cannot be read, so none is started until midnight (UTC), unless someone with Manage Server sets the daily limit to 0.',
  );
}

const pendingCall = pendingCallSchema.extend({
  id: z.string(),
  /** The process that makes the call. */
  writerId: z.string(),
  isOver: z.boolean(),
  /** In milliseconds of Unix time. */
  until: z.number(),
});
type Calls = readonly Stored<typeof pendingCall>[];

/** No call takes longer; a killed process holds its calls for so long. */
const longestCallMs = 10 * 60_000;
/** Longer than other processes go without reading the usage again. */
const readAgainMs = 15_000;

/** The calls of all processes, in one record, so that it can be checked and changed in one step. */
export function createPendingCallStore({ open }: Pick<StoreParts, 'open'>): PendingCalls {
  const records = open('held-calls', createFieldFormat('calls', z.array(pendingCall)), { unreadable });
  const writerId = randomUUID();
  const change = (work: (calls: Calls) => Calls | null) =>
    records.update(
      ['all'],
      // Another version may have written it. The caller counts only its own calls then.
      current =>
        current === unreadable ? null : work((current ?? []).filter(({ until }) => until > Date.now())),
      // Then it has no call that is not over, and a damaged one is in nobody's way.
      longestCallMs,
    );
  return {
    async add(call, mayAdd) {
      let id: string | null = null;
      await change(calls => {
        // What this process spent, it knows.
        const others = calls.filter(each => !each.isOver || each.writerId !== writerId);
        id = mayAdd(others) ? randomUUID() : null;
        return id === null
          ? null
          : [...calls, { ...call, id, writerId, isOver: false, until: Date.now() + longestCallMs }];
      });
      return id;
    },
    end: (id, spent) =>
      change(calls =>
        calls.flatMap(each => {
          if (each.id !== id) return each;
          return spent === null
            ? []
            : { ...each, spending: spent, isOver: true, until: Date.now() + readAgainMs };
        }),
      ),
  };
}
