import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Engine } from '../../src/app/ports.ts';

/** An engine that waits until it is let go, so that a test can do something between reading and showing. */
export function createHeldEngine() {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const engine: Engine = {
    name: 'held',
    draft: async (request, onClaim, signal) => {
      reached.resolve();
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      await Promise.race([released.promise, aborted]);
      return extractiveEngine.draft(request, onClaim, signal);
    },
  };
  return { engine, reached: reached.promise, release: released.resolve };
}
