import { hash } from 'node:crypto';
import { z } from 'zod';
import type { DerivedStore } from '../../../app/again/ports.ts';
import type { Derived } from '../../../core/claims/stored-verdict.ts';
import { storedObject } from '../../../core/stored-object.ts';
import type { KeyedMutex } from '../../../keyed-mutex.ts';
import { guildFormat } from '../formats.ts';
import type { Records, ToRetention } from '../records.ts';
import type { Indexed, SourceIndex } from '../source-index.ts';

/** What was stored together, by key. */
export type DerivedSet<Kept extends Derived> = ReadonlyMap<string, Kept>;

/** The parser of sets of what this schema describes. */
export function createSetParser<Kept extends Derived>(
  kept: z.ZodType<Kept>,
): (value: unknown) => DerivedSet<Kept> | null {
  const set = storedObject({ version: z.literal(1), all: z.array(z.tuple([z.string().max(200), kept])) });
  return value => {
    const { data } = set.safeParse(value);
    return data ? new Map(data.all) : null;
  };
}

type DerivedRecords<Kept extends Derived> = {
  readonly of: (guildId: string) => Records<DerivedSet<Kept>>;
  /** The sets by the keys in them, and by the sources that these rest on. */
  readonly index: SourceIndex;
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

export function toIndexed(id: string, set: DerivedSet<Derived>): Indexed {
  const ids = [...set].flatMap(([key, { sources }]) => [key, ...sources]);
  return { id, ids: [...new Set(ids)], createdAt: toCreatedAt(set) };
}

/** When the oldest of a set was made. */
function toCreatedAt(set: DerivedSet<Derived>): string {
  const [oldest = ''] = [...set.values()]
    .map(({ createdAt }) => createdAt)
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  return oldest;
}

export function createDerivedStore<Kept extends Derived>(records: DerivedRecords<Kept>): DerivedStore<Kept> {
  const { of, index, exclusively, guilds, toRetention, now } = records;
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
  const toLeftMs = async (guildId: string, set: DerivedSet<Kept>) =>
    Date.parse(toCreatedAt(set)) + (await toRetention(guildId)).keptMs - now();
  const toRecord = (set: DerivedSet<Kept>) => ({ version: 1, createdAt: toCreatedAt(set), all: [...set] });

  const putAll = async (guildId: string, all: DerivedSet<Kept>) => {
    if (all.size === 0) return;
    const left = await toLeftMs(guildId, all);
    if (left <= 0) return;
    await exclusively(guildId, async () => {
      const set = new Map([...all].filter(([, each]) => !isForgotten(each)));
      if (set.size === 0) return;
      // The same keys are the same record.
      const id = hash('sha1', JSON.stringify([...set.keys()]), 'base64url');
      // Noted first: what it rests on may be deleted at any moment from now on.
      await guilds.put([guildId], guildFormat.toRecord(guildId));
      await index.note(guildId, [toIndexed(id, set)]);
      await of(guildId).put([id], toRecord(set), left);
    });
  };

  const forget = async (guildId: string, ids: readonly string[]) => {
    for (const id of ids) remember(id);
    const forgotten = new Set(ids);
    await exclusively(guildId, async () => {
      for (const id of await index.find(guildId, ids)) {
        const set = await of(guildId).get(id);
        if (set === null) continue;
        const rest = new Map(
          [...set].filter(([, { sources }]) => !sources.some(each => forgotten.has(each))),
        );
        if (rest.size === set.size) continue;
        const left = rest.size === 0 ? 0 : await toLeftMs(guildId, rest);
        await (left > 0 ? of(guildId).put([id], toRecord(rest), left) : of(guildId).remove(id));
      }
    });
  };

  return {
    async get(guildId, keys) {
      const found = await of(guildId).getMany(await index.find(guildId, keys));
      const byKey = new Map(found.flatMap(set => [...(set ?? [])]));
      return keys.map(key => byKey.get(key) ?? null);
    },
    put: (guildId, key, kept) => putAll(guildId, new Map([[key, kept]])),
    putAll,
    forget,
    async forgetPerson(personId) {
      for (const guildId of await guilds.list()) await forget(guildId, [personId]);
    },
  };
}
