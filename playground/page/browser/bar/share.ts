/** The new picture with every part of the old one that is still the same, so that it need not be drawn again. */
export function share<T>(before: unknown, after: T): T {
  if (!isObject(before) || !isObject(after)) return after;
  if (JSON.stringify(before) === JSON.stringify(after)) return before as T;
  const parts = Object.entries(after).map(([key, part]) => [key, share(Reflect.get(before, key), part)]);
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
