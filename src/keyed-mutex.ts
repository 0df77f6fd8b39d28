/** Runs work on one key one after the other, and on others meanwhile. */
export function createKeyedMutex() {
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
