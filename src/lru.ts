import { LRUCache } from 'lru-cache';

/**
 * A cache of at most this many entries that forgets those unused for the longest.
 *
 * The option `max` of lru-cache reserves room for all of them at once: 6 ms of CPU at 50,000, in each bot that starts.
 */
export function createLru<Value extends {}>(
  mostEntries: number,
  options: { readonly ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ maxSize: mostEntries, sizeCalculation: () => 1, ...options });
}
