/** Waits no longer than this; what comes later is not heard of. */
export async function withDeadline<Done>(work: PromiseLike<Done>, ms: number): Promise<Done> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
