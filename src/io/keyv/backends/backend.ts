import Keyv, { type KeyvStorageAdapter } from 'keyv';

/** One place in which records stand, split into key spaces that know nothing of each other. */
export type Backend = {
  /** A key space of its own, with an adapter of its own. */
  readonly open: (namespace: string) => Promise<Keyv<unknown>>;
  /** The names of all key spaces that hold something. */
  readonly namespaces: () => Promise<readonly string[]>;
  /** True for the first caller, in all processes, that uses this name; forgotten after `ttlMs`. */
  readonly claim: (name: string, ttlMs: number) => Promise<boolean>;
  /** Erases what has expired, and what is left of what was erased. */
  readonly sweep: () => Promise<void>;
  /** Removes overwritten and erased data from the disk; false if another process was in the way. */
  readonly flush: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/**
 * A key space over an adapter. It has no `error` listener, for with one keyv would swallow failures. Text that
 * is no JSON reads as a record of nothing instead of failing.
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

/** An id in letters that no store takes for a separator or a pattern; different ids stay different. */
export function toKey(...ids: readonly string[]): string {
  return ids.map(id => encodeURIComponent(id.toWellFormed()).replace(/[.!~*'()]/g, toHex)).join('.');
}

function toHex(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}
