import { KeyvMemoryAdapter } from 'keyv';
import { createKeyedMutex, createTryLock } from '../../../keyed-mutex.ts';
import { type Backend, createKeySpace } from './backend.ts';

/** Stores records until the process ends. */
export function openMemory(): Backend {
  const adapters = new Map<string, KeyvMemoryAdapter>();
  const maps = new Map<string, Map<string, unknown>>();
  const claimed = new Set<string>();
  const exclusively = createKeyedMutex();
  return {
    async open(namespace) {
      const map = new Map<string, unknown>();
      const adapter = new KeyvMemoryAdapter(map);
      maps.set(namespace, map);
      adapters.set(namespace, adapter);
      return createKeySpace(adapter, namespace, (key, before, after, expires) =>
        exclusively(namespace, async () => {
          if ((await adapter.get(key)) !== before) return false;
          await adapter.set(key, after, expires);
          return true;
        }),
      );
    },
    namespaces: async () => [...maps].flatMap(([namespace, { size }]) => (size > 0 ? namespace : [])),
    isEmpty: async () => true,
    async claim(name) {
      const isFirst = !claimed.has(name);
      claimed.add(name);
      return isFirst;
    },
    exclusively: createKeyedMutex(),
    tryLock: createTryLock(),
    holdShards: async () => true,
    async sweep() {
      for (const adapter of adapters.values()) {
        // Iterating erases expired entries.
        for await (const _ of adapter.iterator());
      }
    },
    flush: async () => true,
    async close() {
      adapters.clear();
    },
  };
}
