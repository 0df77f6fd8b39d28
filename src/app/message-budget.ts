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

/** What a run that may go on reads before it tells how many messages it has: a page of Discord's. */
const pageSize = 100;

/** Limits the messages that all runs have in memory: above the limit, only the oldest long run continues reading. */
export function createMessageBudget(most = mostMessages, free = freeForEach): MessageBudget {
  /** The oldest first. */
  const runs = new Map<object, number>();
  let total = 0;
  /** The one that has waited the longest first. */
  const waiting = new Map<object, () => void>();
  const toHeld = (run: object) => runs.get(run) ?? 0;
  const set = (run: object, held: number) => {
    total += held - toHeld(run);
    runs.set(run, held);
  };
  const findOldest = () => [...runs].find(([, held]) => held >= free)?.[0];
  const mayRead = (run: object) => toHeld(run) < free || total < most || findOldest() === run;
  const resume = (run: object) => {
    const goOn = waiting.get(run);
    if (goOn === undefined) return;
    waiting.delete(run);
    set(run, toHeld(run) + pageSize);
    goOn();
  };
  /** Lets no more runs go on than there is room for: a thousand that all try again would hold up everything. */
  const resumeSome = () => {
    const oldest = findOldest();
    if (oldest !== undefined) resume(oldest);
    for (const run of waiting.keys()) {
      if (total >= most) return;
      resume(run);
    }
  };
  return {
    begin: () => {
      const run = {};
      runs.set(run, 0);
      return {
        makeRoom: async (held, signal) => {
          const isLess = held < toHeld(run);
          set(run, held);
          if (isLess) resumeSome();
          if (mayRead(run)) return;
          const turn = new Promise<void>(goOn => waiting.set(run, goOn));
          await abortable(signal, () => turn).finally(() => waiting.delete(run));
        },
        hasRoom: () => mayRead(run),
        release: () => {
          set(run, 0);
          runs.delete(run);
          resumeSome();
        },
      };
    },
  };
}
