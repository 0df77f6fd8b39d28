import Keyv, { type KeyvStorageAdapter } from 'keyv';

/** A database of records, split into independent key spaces. */
export type Backend = {
  /** Opens a key space with its own adapter. */
  readonly open: (namespace: string) => Promise<Keyv<unknown>>;
  /** The names of all key spaces with records. */
  readonly namespaces: () => Promise<readonly string[]>;
  /** True for the first caller, in all processes, that uses this name; reset after `ttlMs`. */
  readonly claim: (name: string, ttlMs: number) => Promise<boolean>;
  /** Erases expired records and the remains of deleted ones. */
  readonly sweep: () => Promise<void>;
  /** Removes overwritten and erased data from the disk; false if another process prevented it. */
  readonly flush: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/**
 * A key space over an adapter. It has no `error` listener, because keyv would then hide failures. Text that is not JSON
 * reads as an empty record instead of an error.
 */
export function createKeySpace(store: KeyvStorageAdapter, namespace: string): Keyv<unknown> {
  return new Keyv<unknown>({
    store,
    namespace,
    serialization: { stringify: (value: unknown) => JSON.stringify(value), parse: parseRecord },
  });
}

function parseRecord<Read>(text: string): Read {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse('{"value":null}');
  }
}

/** Encodes ids without characters that a store uses as separators or patterns; different ids stay different. */
export function toKey(...ids: readonly string[]): string {
  return ids.map(id => encodeURIComponent(id.toWellFormed()).replace(/[.!~*'()]/g, toHex)).join('.');
}

function toHex(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}
