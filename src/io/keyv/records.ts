import type Keyv from 'keyv';
import { toChunks } from '../../core/order.ts';
import { withDeadline } from '../../deadline.ts';
import { UserError } from '../../errors.ts';
import { type KeySpace, parseRecord, toKey } from './backends/backend.ts';
import type { Codec } from './encryption.ts';
import type { Format } from './formats.ts';

export type RecordsOptions<Unreadable> = {
  /** What an unreadable record counts as; by default, as if there were none. Records that forbid something need it. */
  readonly unreadable?: Unreadable | undefined;
  /** Without it, records do not expire. */
  readonly ttlMs?: number | undefined;
};

type RecordsParts<Value> = {
  /** Opens the key space; later calls return the same one. */
  readonly open: () => Promise<KeySpace>;
  readonly codec: Codec;
  readonly format: Format<Value>;
  readonly onUnreadable: (key: string) => void;
  /** Called for every failure of the store, before the error is thrown. */
  readonly onUnavailable: (cause: unknown) => void;
  readonly onWritten?: (() => void) | undefined;
  readonly answerTimeoutMs: number;
};

export type Records<Value, Unreadable = never> = ReturnType<typeof createRecords<Value, Unreadable>>;

/** Erasing reads all records, so it may take this many times as long as one request. */
const clearPatience = 12;
const batchSize = 500;

/** Records of one kind. Every failure of the store is a `UserError('store_unavailable')`. */
export function createRecords<Value, Unreadable = never>(
  parts: RecordsParts<Value>,
  { unreadable, ttlMs }: RecordsOptions<Unreadable>,
) {
  const { open, codec, onUnreadable, onUnavailable, onWritten = () => {}, answerTimeoutMs } = parts;
  const { parse, toRecord, isPart = false } = parts.format;
  const ask = <Answer>(work: (space: KeySpace) => Promise<Answer>, timeoutMs = answerTimeoutMs) =>
    withDeadline(open().then(work), timeoutMs).catch((cause: unknown) => {
      onUnavailable(cause);
      throw toUnavailable(cause);
    });

  const read = (key: string, value: unknown): Value | Unreadable | null => {
    if (value === undefined) return null;
    const kept = parse(codec.decode(key, value));
    if (kept !== null) return kept;
    onUnreadable(key);
    return unreadable ?? null;
  };

  /** The stored form of a new value, with the unknown fields of the record that it replaces. */
  const encode = (key: string, value: Value, stored: unknown) => {
    const before = stored === undefined ? undefined : codec.decode(key, stored);
    const others = isPart && before !== undefined && parse(before) !== null ? before : {};
    return codec.encode(key, { ...(others as object), ...toRecord(value) });
  };

  const readMany = (keys: readonly string[]) =>
    ask(async space => {
      const values = await space.getMany([...keys]);
      return keys.map((key, index) => read(key, values[index]));
    });

  const list = async (): Promise<readonly string[]> =>
    (await ask(listKeys, answerTimeoutMs * clearPatience)).map(key => decodeURIComponent(key));
  const readAll = async (): Promise<ReadonlyMap<string, Value | Unreadable>> => {
    const all = new Map<string, Value | Unreadable>();
    for (const part of toChunks(await list(), batchSize)) {
      const values = await readMany(part.map(id => toKey(id)));
      for (const [index, value] of values.entries()) if (value !== null) all.set(part[index] ?? '', value);
    }
    return all;
  };

  return {
    get(...ids: readonly string[]) {
      const key = toKey(...ids);
      return ask(async space => read(key, await space.get(key)));
    },
    /** The records with these single ids, in the same order. */
    getMany: async (ids: readonly string[]) => (ids.length === 0 ? [] : readMany(ids.map(id => toKey(id)))),
    /** Expires after `ownTtlMs`, by default as records of this kind do; removes the record if no time is left. */
    async put(ids: readonly string[], value: Value, ownTtlMs = ttlMs) {
      const key = toKey(...ids);
      const done = await ask(async space => {
        if (ownTtlMs !== undefined && ownTtlMs <= 0) return (await space.delete(key)) || true;
        const stored = isPart ? await space.get(key) : undefined;
        return space.set(key, encode(key, value, stored), ownTtlMs);
      });
      if (!done) throw toUnavailable(new Error('the store took no record'));
      onWritten();
    },
    /** Replaces a record by `change` of it, also while others change it, perhaps called several times; null leaves it. Expires as `put`. */
    async update(
      ids: readonly string[],
      change: (current: Value | Unreadable | null) => Value | null,
      ownTtlMs = ttlMs,
    ) {
      const key = toKey(...ids);
      const attempt = async (space: KeySpace) => {
        const stored: unknown = await space.store.get(key);
        const before = stored === undefined ? undefined : String(stored);
        const value = before === undefined ? undefined : parseRecord<{ value: unknown }>(before).value;
        const changed = change(read(key, value));
        if (changed === null) return true;
        const expires = ownTtlMs === undefined ? undefined : Date.now() + ownTtlMs;
        const after = JSON.stringify({ value: encode(key, changed, value), expires });
        return space.replace(key, before, after, expires);
      };
      while (!(await ask(attempt)));
      onWritten();
    },
    async remove(...ids: readonly string[]) {
      await ask(space => space.delete(toKey(...ids)));
      onWritten();
    },
    /** The ids of all records that have one id. */
    list,
    values: async () => [...(await readAll()).values()],
    entries: readAll,
    clear: () => ask(clear, answerTimeoutMs * clearPatience),
    /** Sets the remaining time of each record from its stored value; records without time left are erased. */
    async setRemainingTtl(toTtlMs: (value: unknown) => number) {
      for (const key of await ask(listKeys, answerTimeoutMs * clearPatience)) {
        const value = await ask(async space => codec.decode(key, await space.get(key)));
        const left = value === undefined ? 0 : toTtlMs(value);
        await ask<unknown>(space =>
          left > 0 ? space.set(key, codec.encode(key, value), left) : space.delete(key),
        );
      }
    },
    /** Writes all decodable records again with their remaining time, and returns their number. */
    async rewrite() {
      const keys = await ask(listKeys, answerTimeoutMs * clearPatience);
      let count = 0;
      for (const part of toChunks(keys, batchSize)) {
        const done = await ask(space => rewrite(space, part, codec), answerTimeoutMs * clearPatience);
        if (done.includes(false)) throw toUnavailable(new Error('the store took not all records'));
        count += done.length;
      }
      return count;
    },
  };
}

async function rewrite(
  space: Keyv<unknown>,
  keys: readonly string[],
  codec: Codec,
): Promise<readonly boolean[]> {
  const stored = await space.getManyRaw([...keys]);
  const entries = keys.flatMap((key, index) => {
    const before = stored[index];
    if (typeof before !== 'object') return [];
    const value = codec.decode(key, before.value);
    // Damaged records stay unchanged.
    return value === null ? [] : [{ key, value: { ...before, value: codec.encode(key, value) } }];
  });
  return space.setManyRaw(entries);
}

/** Also erases damaged records, because nothing is decoded. Expired records are not listed; sweeping erases them. */
async function clear(space: Keyv<unknown>): Promise<number> {
  const all = await listKeys(space);
  let erased = 0;
  for (const part of toChunks(all, batchSize)) {
    const done = await space.deleteMany([...part]);
    erased += done.filter(Boolean).length;
  }
  return erased;
}

async function listKeys(space: Keyv<unknown>): Promise<readonly string[]> {
  const keys = new Set<string>();
  for await (const [key] of space.store.iterator?.() ?? []) keys.add(String(key));
  return [...keys];
}

/** What a driver says of a failure; drivers quote no records. */
export function toReason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

export function toUnavailable(cause: unknown): UserError {
  if (cause instanceof UserError) return cause;
  return new UserError(
    'store_unavailable',
    'Footnote cannot reach what it keeps just now. Try again in a minute; if that does not help, tell the people who run this bot.',
    { cause },
  );
}
