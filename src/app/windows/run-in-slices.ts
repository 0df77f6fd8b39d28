const sliceMs = 10;

/** Runs work to its end, with a pause for others at its first rest after every 10 ms. */
export async function runInSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  let begunAt = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - begunAt < sliceMs) continue;
    await new Promise<void>(resolve => {
      setImmediate(resolve);
    });
    begunAt = performance.now();
  }
}
