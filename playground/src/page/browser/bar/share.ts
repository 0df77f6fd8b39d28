/** The new snapshot, reusing all equal parts of the old one, so that they are not rendered again. */
export function share<T>(before: unknown, after: T): T {
  if (!isObject(before) || !isObject(after)) return after;
  if (JSON.stringify(before) === JSON.stringify(after)) return before as T;
  const parts = Object.entries(after).map(([key, part]) => [key, share(Reflect.get(before, key), part)]);
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
