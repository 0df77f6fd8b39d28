import type { State } from './discord/state.ts';

const LOOK_EVERY_MS = 10;

/**
 * Waits until a condition is true. Checks after every event and, because the clock may be a test's, every few
 * milliseconds. False if the time limit (by the clock that cannot be moved) came first or the playground closed.
 */
export function waitFor(state: State, condition: () => boolean, untilMs: number): Promise<boolean> {
  if (condition()) return Promise.resolve(true);
  return new Promise(resolve => {
    const look = (): void => {
      const holds = condition();
      if (!holds && !state.isClosed && state.clock.steadyNow() <= untilMs) return;
      clearInterval(timer);
      unsubscribe();
      resolve(holds);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    // Publishing may come before the end of a change, so check afterward.
    const unsubscribe = state.events.subscribe(() => queueMicrotask(look));
  });
}
