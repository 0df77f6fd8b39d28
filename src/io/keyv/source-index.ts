import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { numberSettings } from '../../core/settings.ts';
import { storedObject } from '../../core/stored-object.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import type { Records, ToRetention } from './records.ts';

/** A record, and the ids of what it rests on: messages, people, channels, threads. */
export type Indexed = { readonly id: string; readonly ids: readonly string[]; readonly createdAt: string };

/**
 * Finds the records of a server that rest on a message, a person or a channel. Discord reports every message that is
 * edited or deleted anywhere; without an index, each report would read megabytes of a busy server's summaries, nearly
 * always in vain. Ids of removed records stay until their part of the index expires.
 */
export type SourceIndex = {
  /** Adds ids to those of a record. */
  readonly note: (guildId: string, indexed: readonly Indexed[]) => Promise<void>;
  /** The ids of records, those that were noted first come first. */
  readonly find: (guildId: string, ids: readonly string[]) => Promise<readonly string[]>;
};

type SourceIndexOptions = {
  /** One part of the index for each week in which records were made, so that a write changes a small one. */
  readonly of: (guildId: string) => Records<IndexPart | 'unreadable'>;
  /** The index of an earlier version: the ids of records by each id that they rest on. */
  readonly formerOf?: ((guildId: string) => Records<readonly string[]>) | undefined;
  /** All records of a server, from which an unreadable part is made again. */
  readonly readAll: (guildId: string) => Promise<readonly Indexed[]>;
  readonly toRetention: ToRetention;
  /** The time in milliseconds. */
  readonly now: () => number;
};

const version = z.literal(1);
const indexPart = storedObject({
  version,
  /** When the latest record of the part was made. */
  createdAt: z.iso.datetime({ offset: true }),
  /** The id of each record, and the fingerprints of its ids with a space between them. */
  records: z.array(z.tuple([z.string(), z.string()])),
});
export type IndexPart = Omit<z.infer<typeof indexPart>, 'version'>;

export function parseIndexPartRecord(value: unknown): IndexPart | null {
  return indexPart.safeParse(value).data ?? null;
}

const formerIndex = storedObject({ version, summaryIds: z.array(z.string().max(200)).max(10_000) });

/** What rested on one message, person or channel. */
export function parseFormerIndexRecord(value: unknown): readonly string[] | null {
  return formerIndex.safeParse(value).data?.summaryIds ?? null;
}

const weekMs = 7 * 24 * 3_600_000;
/** Nothing is kept longer; one more for the week that has begun. */
const mostWeeks = Math.ceil(numberSettings.retentionDays.max / 7) + 1;

export function createSourceIndex({
  of,
  formerOf,
  readAll,
  toRetention,
  now,
}: SourceIndexOptions): SourceIndex {
  const toWeek = (createdAt: string) => String(Math.floor(Math.min(Date.parse(createdAt), now()) / weekMs));

  // Within this process one after the other; another process only makes an update start again.
  const exclusively = createKeyedMutex();

  const add = (guildId: string, week: string, indexed: readonly Indexed[]) =>
    exclusively(`${guildId} ${week}`, () => addInTurn(guildId, week, indexed));

  const addInTurn = async (guildId: string, week: string, indexed: readonly Indexed[]) => {
    const part = await of(guildId).get(week);
    const lost = (part === 'unreadable' ? await readAll(guildId) : [])
      .filter(({ createdAt }) => toWeek(createdAt) === week)
      .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    const added = [...lost, ...indexed];
    // Nothing is left of the week.
    if (part === 'unreadable' && added.length === 0) return of(guildId).remove(week);
    const changed = toChanged(part, added);
    if (changed === null) return;
    const left = Date.parse(changed.createdAt) + (await toRetention(guildId)).keptMs - now();
    if (left <= 0) return;
    await of(guildId).update(
      [week],
      current => {
        const after = toChanged(current, added);
        return after && { version: version.value, ...after };
      },
      left,
    );
  };

  return {
    async note(guildId, indexed) {
      const byWeek = Map.groupBy(indexed, ({ createdAt }) => toWeek(createdAt));
      for (const [week, all] of byWeek) await add(guildId, week, all);
    },
    async find(guildId, ids) {
      if (ids.length === 0) return [];
      const wanted = new Set(ids.map(toFingerprint));
      const latest = Math.floor(now() / weekMs);
      const weeks = Array.from({ length: mostWeeks }, (_, index) => String(latest - mostWeeks + 1 + index));
      const former = (await formerOf?.(guildId).getMany(ids)) ?? [];
      const found = new Set(former.flatMap(each => each ?? []));
      for (const [index, stored] of (await of(guildId).getMany(weeks)).entries()) {
        if (stored === null) continue;
        if (stored === 'unreadable') await add(guildId, weeks[index] ?? '', []);
        const part = stored === 'unreadable' ? await of(guildId).get(weeks[index] ?? '') : stored;
        if (part === null || part === 'unreadable') continue;
        for (const [id, fingerprints] of part.records)
          if (fingerprints.split(' ').some(each => wanted.has(each))) found.add(id);
        await setImmediate();
      }
      return [...found];
    },
  };
}

/** The part with these records; null if it has them. */
function toChanged(part: IndexPart | 'unreadable' | null, added: readonly Indexed[]): IndexPart | null {
  const before = part === null || part === 'unreadable' ? { createdAt: '', records: [] } : part;
  const records = new Map(before.records);
  let { createdAt } = before;
  let isChanged = false;
  for (const { id, ids, createdAt: at } of added) {
    const known = records.get(id);
    const all = [...new Set([...(known?.split(' ') ?? []), ...ids.map(toFingerprint)])].join(' ');
    const isLater = createdAt === '' || Date.parse(at) > Date.parse(createdAt);
    isChanged ||= all !== known || isLater;
    records.set(id, all);
    if (isLater) createdAt = at;
  }
  return isChanged ? { createdAt, records: [...records] } : null;
}

/** Short, because an index holds many; two ids with the same one make a record be read in vain. */
function toFingerprint(id: string): string {
  return hash('sha1', id, 'base64url').slice(0, 7);
}
