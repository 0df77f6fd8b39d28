import { abortable } from '../deadline.ts';

/** The messages that one run keeps in memory. */
export type MessageReservation = {
  /** Resolves when the run, which has this many messages in memory, may read more. */
  readonly makeRoom: (held: number, signal: AbortSignal) => Promise<void>;
  /** Whether the run may read more now. */
  readonly hasRoom: () => boolean;
  /** The run has ended. */
  readonly release: () => void;
};

export type MessageBudget = { readonly begin: () => MessageReservation };

/**
 * A summary takes about 4 KB of memory for each message that it reads: these are about 400 MB, which leave room for the
 * rest of the bot and for a file that is read in a container of 1 GB.
 */
const mostMessages = 100_000;
/** A run that reads no more messages than this never waits. */
const freeForEach = 1_000;

/** Limits the messages that all runs have in memory: above the limit, only the oldest long run continues reading. */
export function createMessageBudget(most = mostMessages, free = freeForEach): MessageBudget {
  /** The oldest first. */
  const runs = new Map<object, number>();
  let released = Promise.withResolvers<void>();
  const wakeOthers = () => {
    released.resolve();
    released = Promise.withResolvers();
  };
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
          const before = runs.get(run) ?? 0;
          runs.set(run, held);
          if (held < before) wakeOthers();
          while (!mayRead(run)) await abortable(signal, () => released.promise);
        },
        hasRoom: () => mayRead(run),
        release: () => {
          runs.delete(run);
          wakeOthers();
        },
      };
    },
  };
}
