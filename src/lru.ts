import { LRUCache } from 'lru-cache';

/** A cache that forgets what was unused for the longest. lru-cache's `max` reserves room for all entries: 6 ms of CPU at 50,000. */
export function createLru<Value extends {}>(
  mostEntries: number,
  options: { readonly ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ maxSize: mostEntries, sizeCalculation: () => 1, ...options });
}
