import type { Derived, DerivedStore } from '../../../app/again/ports.ts';
import { toChunks } from '../../../core/order.ts';
import type { KeyedMutex } from '../../../keyed-mutex.ts';
import { toGuildRecord } from '../record-schemas.ts';
import type { Records } from '../records.ts';
import type { ToRetention } from '../retention.ts';
import { toDerivedKeysRecord } from './derived-keys-record.ts';

type DerivedRecords<Kept extends Derived> = {
  readonly of: (guildId: string) => Records<Kept>;
  readonly toRecord: (kept: Kept) => object;
  /** The keys of the records that rest on a source, by its id. */
  readonly keysOf: (guildId: string) => Records<readonly string[]>;
  /** By server, for all processes that use the store. */
  readonly exclusively: KeyedMutex;
  /** The servers that have derived records. */
  readonly guilds: Records<string>;
  /** How long records of a server are kept from when they were made. */
  readonly toRetention: ToRetention;
  /** The time in milliseconds. */
  readonly now: () => number;
};

/** The longest that messages are read before a model gets them. */
const longestReadMs = 15 * 60_000;
const maxRemembered = 50_000;
const batchSize = 500;
/** Of one person or channel only the latest records are noted; older ones expire. */
const maxKeys = 5_000;

export function createDerivedStore<Kept extends Derived>(records: DerivedRecords<Kept>): DerivedStore<Kept> {
  const { of, toRecord, keysOf, exclusively, guilds, toRetention, now } = records;
  const forgottenAt = new Map<string, number>();
  const remember = (id: string) => {
    forgottenAt.delete(id);
    forgottenAt.set(id, now());
    const [oldest] = forgottenAt.keys();
    if (forgottenAt.size > maxRemembered && oldest !== undefined) forgottenAt.delete(oldest);
  };
  const isForgotten = ({ sources, createdAt }: Derived) => {
    const readMs = Date.parse(createdAt) - longestReadMs;
    return sources.some(id => (forgottenAt.get(id) ?? Number.NEGATIVE_INFINITY) >= readMs);
  };

  /** Adds the keys to those of their sources. */
  const note = async (guildId: string, all: ReadonlyMap<string, Derived>, ttlMs: number) => {
    const added = new Map<string, string[]>();
    for (const [key, { sources }] of all)
      for (const id of new Set(sources)) added.set(id, [...(added.get(id) ?? []), key]);
    const ids = [...added.keys()];
    const createdAt = [...all.values()].map(each => each.createdAt).sort()[0] ?? '';
    const known = await keysOf(guildId).getMany(ids);
    const changes = ids.flatMap((id, index) => {
      const keys = known[index] ?? [];
      const fresh = (added.get(id) ?? []).filter(key => !keys.includes(key));
      if (fresh.length === 0) return [];
      return [[id, toDerivedKeysRecord([...keys, ...fresh].slice(-maxKeys), createdAt)] as const];
    });
    await keysOf(guildId).putMany(new Map(changes), ttlMs);
  };

  const putAll = async (guildId: string, all: ReadonlyMap<string, Kept>) => {
    const [oldest] = [...all.values()].map(each => Date.parse(each.createdAt)).sort((a, b) => a - b);
    if (oldest === undefined) return;
    const left = oldest + (await toRetention(guildId)).keptMs - now();
    if (left <= 0) return;
    await exclusively(guildId, async () => {
      const cache = new Map([...all].filter(([, each]) => !isForgotten(each)));
      if (cache.size === 0) return;
      // Noted first: what it rests on may be deleted at any moment from now on.
      await guilds.put([guildId], toGuildRecord(guildId));
      await note(guildId, cache, left);
      const records = [...cache].map(([key, each]) => [key, toRecord(each)] as const);
      await of(guildId).putMany(new Map(records), left);
    });
  };

  const forget = async (guildId: string, ids: readonly string[]) => {
    for (const id of ids) remember(id);
    await exclusively(guildId, async () => {
      for (const part of toChunks(ids, batchSize)) {
        const found = await keysOf(guildId).getMany(part);
        for (const key of new Set(found.flatMap(keys => keys ?? []))) await of(guildId).remove(key);
        for (const [index, id] of part.entries()) if (found[index]) await keysOf(guildId).remove(id);
      }
    });
  };

  return {
    get: (guildId, keys) => of(guildId).getMany(keys),
    put: (guildId, key, kept) => putAll(guildId, new Map([[key, kept]])),
    putAll,
    forget,
    async forgetPerson(personId) {
      for (const guildId of await guilds.list()) await forget(guildId, [personId]);
    },
  };
}
