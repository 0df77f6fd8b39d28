/** Runs work with the same key one after the other, and with other keys at the same time. */
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
