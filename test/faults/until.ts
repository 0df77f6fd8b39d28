import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds; false if it does not within `withinMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 20 }: { readonly withinMs: number; readonly everyMs?: number },
): Promise<boolean> {
  const endMs = performance.now() + withinMs;
  while (performance.now() < endMs) {
    if (await condition()) return true;
    await sleep(everyMs);
  }
  return false;
}
