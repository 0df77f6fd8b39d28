import { withDeadline } from './deadline.ts';
import type { Logger } from './log.ts';

/** One thing to stop, and how long it may take. */
export type Step = {
  readonly name: string;
  readonly stop: () => Promise<void> | void;
  readonly deadlineMs: number;
};

export type Shutdown = {
  /** Adds what is to be stopped before all that was added earlier. */
  readonly add: (step: Step) => void;
  /** Stops everything in reverse, once; a step that fails or hangs keeps no other from its turn. */
  readonly run: () => Promise<void>;
};

export function createShutdown(log: Logger): Shutdown {
  const steps: Step[] = [];
  let running: Promise<void> | undefined;
  const runAll = async () => {
    for (const { name, stop, deadlineMs } of steps.toReversed()) {
      try {
        await withDeadline(Promise.resolve(stop()), deadlineMs);
      } catch (error) {
        log.error({ step: name, message: error instanceof Error ? error.message : '' }, 'stop-failed');
      }
    }
  };
  return {
    add: step => void steps.push(step),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
