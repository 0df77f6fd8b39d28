import Keyv, { type KeyvStorageAdapter } from 'keyv';
import type { KeyedMutex, TryLock } from '../../../keyed-mutex.ts';

/** Writes a record in one step, if its text is still `before` (undefined: none). False if another caller was faster. */
export type Replace = (
  key: string,
  before: string | undefined,
  after: string,
  /** In milliseconds of Unix time. */
  expires: number | undefined,
) => Promise<boolean>;

export type KeySpace = Keyv<unknown> & { readonly replace: Replace };

export const redisProtocols: readonly string[] = ['redis:', 'rediss:'];

export type Backend = {
  readonly open: (namespace: string) => Promise<KeySpace>;
  readonly namespaces: () => Promise<readonly string[]>;
  /** For all processes that use the store; if one of them is killed, the others wait for some seconds. */
  readonly exclusively: KeyedMutex;
  /** The same without waiting. The release never rejects. */
  readonly tryLock: TryLock;
  /** Holds shards until it is closed; false if another process holds one. A backend for one process holds all together. */
  readonly holdShards: (ids: readonly number[]) => Promise<boolean>;
  /** Only where records may be removed to free memory: what is removed then, and how many were since the server started. */
  readonly readEviction?: () => Promise<{ readonly policy: string; readonly evicted: number }>;
  readonly notices?: readonly string[];
  /** Erases expired records and the remains of deleted ones. */
  readonly sweep: () => Promise<void>;
  /** Removes overwritten and erased data from the disk; false if another process prevented it. */
  readonly flush: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** A key space over an adapter, without an `error` listener, because keyv would then hide failures. Text that is no record reads as null. */
export function createKeySpace(
  store: KeyvStorageAdapter,
  namespace: string,
  replace: Replace,
  /** Whether this process decides by its clock what has expired, rather than the store. */
  checkExpired: boolean,
): KeySpace {
  const space = new Keyv<unknown>({
    store,
    namespace,
    checkExpired,
    serialization: { stringify: (value: unknown) => JSON.stringify(value), parse: parseRecord },
  });
  return Object.assign(space, { replace });
}

export function parseRecord<Read>(text: string): Read {
  try {
    const read = JSON.parse(text);
    if (read?.value !== undefined) return read;
  } catch {}
  return JSON.parse('{"value":null}');
}

/** Encodes ids without characters that a store uses as separators or patterns; different ids stay different. */
export function toKey(...ids: readonly string[]): string {
  return ids
    .map(id =>
      encodeURIComponent(id.toWellFormed()).replace(
        /[.!~*'()]/g,
        letter => `%${letter.charCodeAt(0).toString(16)}`,
      ),
    )
    .join('.');
}
