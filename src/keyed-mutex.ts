/** Runs work with the same key one after the other, and with other keys at the same time. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<void>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, over);
    try {
      return await result;
    } finally {
      if (last.get(key) === over) last.delete(key);
    }
  };
}

/** Takes the lock of a key, and returns what releases it; null if it is taken. */
export type TryLock = (key: string) => Promise<(() => Promise<void>) | null>;

export function createTryLock(): TryLock {
  const taken = new Set<string>();
  return async key => {
    if (taken.has(key)) return null;
    taken.add(key);
    return async () => void taken.delete(key);
  };
}
