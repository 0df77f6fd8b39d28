/** Waits up to `ms` for work; a later result is ignored. */
export async function withDeadline<Done>(work: PromiseLike<Done>, ms: number): Promise<Done> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `start`, or a rejection as soon as the signal aborts: discord.js ignores it while it waits for a rate limit. */
export async function abortable<T>(signal: AbortSignal, start: (own: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  // discord.js never removes its listeners from a signal, so each request gets its own.
  const own = AbortSignal.any([signal]);
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([start(own), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
