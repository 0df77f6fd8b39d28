import { withDeadline } from './deadline.ts';
import type { Logger } from './log.ts';

/** A part to stop, and the longest time for that. */
type Step = {
  readonly name: string;
  readonly stop: () => Promise<void> | void;
  readonly deadlineMs: number;
};

export type Shutdown = {
  /** Adds a step that runs before all steps added earlier. */
  readonly add: (step: Step) => void;
  /** Runs all steps in reverse order, once; one that fails or hangs does not prevent the others. */
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
