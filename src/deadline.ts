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
