import { abortable } from '../../history/abortable.ts';

/** What one run holds in memory. */
export type HeldMessages = {
  /** Resolves when the run, which holds this many messages now, may read more. */
  readonly makeRoom: (held: number, signal: AbortSignal) => Promise<void>;
  /** The run holds nothing any more. */
  readonly release: () => void;
};

export type MessageBudget = { readonly begin: () => HeldMessages };

/** A summary takes about 4 KB of memory for each message that it reads: these are about 600 MB. */
const mostHeld = 150_000;
/** A run that reads no more messages than this never waits. */
const freeForEach = 1_000;

/** Bounds the messages that all runs hold together: when there are too many, only the oldest long reading goes on. */
export function createMessageBudget(most = mostHeld, free = freeForEach): MessageBudget {
  /** The oldest first. */
  const runs = new Map<object, number>();
  let released = Promise.withResolvers<void>();
  const mayRead = (run: object): boolean => {
    const held = runs.get(run) ?? 0;
    const total = [...runs.values()].reduce((sum, each) => sum + each, 0);
    if (held < free || total < most) return true;
    const [oldest] = [...runs].find(([, each]) => each >= free) ?? [];
    return oldest === run;
  };
  return {
    begin: () => {
      const run = {};
      runs.set(run, 0);
      return {
        makeRoom: async (held, signal) => {
          runs.set(run, held);
          while (!mayRead(run)) await abortable(signal, () => released.promise);
        },
        release: () => {
          runs.delete(run);
          released.resolve();
          released = Promise.withResolvers();
        },
      };
    },
  };
}
