import { abortable } from '../deadline.ts';

export type MessageReservation = {
  /** Resolves when the run, which has this many messages in memory, may read more. */
  readonly makeRoom: (held: number, signal: AbortSignal) => Promise<void>;
  readonly hasRoom: () => boolean;
  readonly release: () => void;
};

export type MessageBudget = { readonly begin: () => MessageReservation };

/** About 400 MB at 4 KB a message, which leaves room for the rest of the bot and a file in a container of 1 GB. */
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
  /** The one that has waited the longest first. A run that reads several channels at once waits for each. */
  const waiting = new Set<{ readonly run: object; readonly goOn: () => void; readonly end: () => void }>();
  const toHeld = (run: object) => runs.get(run) ?? 0;
  const set = (run: object, held: number) => {
    // What a run that has failed still reads is nobody's.
    if (!runs.has(run)) return;
    total += held - toHeld(run);
    runs.set(run, held);
  };
  const findOldest = () => [...runs].find(([, held]) => held >= free)?.[0];
  const mayRead = (run: object) => toHeld(run) < free || total < most || findOldest() === run;
  /** Lets no more of them go on than there is room for: a thousand that all try again would hold up everything. */
  const resumeSome = () => {
    const oldest = findOldest();
    for (const each of waiting) {
      if (total >= most && each.run !== oldest) continue;
      waiting.delete(each);
      set(each.run, toHeld(each.run) + pageSize);
      each.goOn();
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
          // What else the oldest waits for would wait for itself.
          if (isLess || findOldest() === run) resumeSome();
          if (!runs.has(run)) throw new Error('the run has ended');
          if (mayRead(run)) return;
          const { promise, resolve, reject } = Promise.withResolvers<void>();
          const turn = { run, goOn: resolve, end: () => reject(new Error('the run has ended')) };
          waiting.add(turn);
          await abortable(signal, () => promise).finally(() => waiting.delete(turn));
        },
        hasRoom: () => mayRead(run),
        release: () => {
          set(run, 0);
          runs.delete(run);
          for (const each of waiting) if (each.run === run) each.end();
          resumeSome();
        },
      };
    },
  };
}
