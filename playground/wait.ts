import type { State } from './discord/state.ts';

const LOOK_EVERY_MS = 10;

/**
 * Waits until a condition holds, looking whenever something happens and, since the clock may be a test's, every few
 * milliseconds. False when the time (by the clock that nobody moves) was reached first, or the playground closed.
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
    // What is published may still be about to change; look when it is done.
    const unsubscribe = state.events.subscribe(() => queueMicrotask(look));
  });
}
