import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { serverSettings } from '../../core/settings.ts';
import { storedObject } from '../../core/stored.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import { createFormat } from './formats.ts';
import type { StoreParts } from './kinds.ts';

/** A record, and the ids of what it rests on: messages, people, channels, threads. */
export type Indexed = { readonly id: string; readonly ids: readonly string[]; readonly createdAt: string };

const partFormat = createFormat(
  storedObject({
    /** When the latest record of the part was made. */
    createdAt: z.iso.datetime({ offset: true }),
    /** The id of each record, and the fingerprints of its ids with a space between them. */
    records: z.array(z.tuple([z.string(), z.string()])),
  }),
);
type IndexPart = NonNullable<ReturnType<typeof partFormat.parse>>;

const weekMs = 7 * 24 * 3_600_000;
/** Nothing is kept longer; one more for the week that has begun. */
const mostWeeks = Math.ceil(serverSettings.retentionDays.max / 7) + 1;

/**
 * Finds the records that rest on a message, person or channel. Without it, each of Discord's reports would read megabytes in vain.
 * It has a part for each week in which records were made, with the ids of removed records until the part expires.
 */
export function createSourceIndex(
  kind: string,
  listAll: (guildId: string) => Promise<readonly string[]>,
  { ofServers, toLeftMs, now }: StoreParts,
) {
  const of = ofServers(kind, partFormat, { unreadable: 'unreadable' as const, ages: true });
  const toWeek = (createdAt: string) => String(Math.floor(Math.min(Date.parse(createdAt), now()) / weekMs));
  // Within this process one after the other; another process only makes an update start again.
  const exclusively = createKeyedMutex();

  const add = async (guildId: string, week: string, added: readonly Indexed[]) => {
    const part = await of(guildId).get(week);
    const changed = part === 'unreadable' ? null : withIndexed(part, added);
    const left = changed ? await toLeftMs(guildId, changed.createdAt) : 0;
    if (left <= 0) return;
    await of(guildId).update(
      [week],
      current => (current === 'unreadable' ? null : withIndexed(current, added)),
      left,
    );
  };

  return {
    async note(guildId: string, indexed: readonly Indexed[]) {
      for (const [week, all] of Map.groupBy(indexed, ({ createdAt }) => toWeek(createdAt)))
        await exclusively(`${guildId} ${week}`, () => add(guildId, week, all));
    },
    /** The ids of records, the oldest first. While a part of the index is unreadable, all records count as found. */
    async find(guildId: string, ids: readonly string[]): Promise<readonly string[]> {
      if (ids.length === 0) return [];
      const wanted = new Set(ids.map(toFingerprint));
      const latest = Math.floor(now() / weekMs);
      const weeks = Array.from({ length: mostWeeks }, (_, index) => String(latest - mostWeeks + 1 + index));
      const found = new Set<string>();
      for (const part of await of(guildId).getMany(weeks)) {
        if (part === null) continue;
        if (part === 'unreadable') return listAll(guildId);
        for (const [id, fingerprints] of part.records)
          if (fingerprints.split(' ').some(each => wanted.has(each))) found.add(id);
        await setImmediate();
      }
      return [...found];
    },
  };
}

/** The part with these records; null if it has them. */
function withIndexed(part: IndexPart | null, added: readonly Indexed[]): IndexPart | null {
  const records = new Map(part?.records);
  let createdAt = part?.createdAt ?? '';
  let isChanged = false;
  for (const { id, ids, createdAt: at } of added) {
    const known = records.get(id);
    const all = [...new Set([...(known?.split(' ') ?? []), ...ids.map(toFingerprint)])].join(' ');
    const isLater = createdAt === '' || Date.parse(at) > Date.parse(createdAt);
    isChanged ||= all !== known || isLater;
    records.set(id, all);
    if (isLater) createdAt = at;
  }
  return isChanged ? { ...part, createdAt, records: [...records] } : null;
}

/** Short, because an index holds many; two ids with the same one make a record be read in vain. */
function toFingerprint(id: string): string {
  return hash('sha1', id, 'base64url').slice(0, 7);
}
