import type { Sliced } from '../../core/slices.ts';

const sliceMs = 5;

/** Runs work to its end, with a pause for others at its first rest after every 5 ms. */
export async function runInSlices<Result>(work: Sliced<Result>): Promise<Result> {
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
