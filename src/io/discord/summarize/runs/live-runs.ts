import { abortable } from '../../history/abortable.ts';

/** The abort reason of a run that its requester stopped. */
export class RunStopped extends Error {
  constructor() {
    super('stopped by the person who asked');
    this.name = 'RunStopped';
  }
}

/** A run, as seen by its own code. */
export type Run = {
  readonly id: string;
  /** Aborts when the run must end early. */
  readonly signal: AbortSignal;
  /** Marks the start of publishing, after which the run cannot be stopped; throws if it was stopped. */
  readonly commit: () => void;
  readonly isCommitted: () => boolean;
};

/** A run in progress, as seen by code that stops it. */
export type LiveRun = {
  readonly personId: string;
  /** `stopped` by this call, `stopping` since an earlier one; `late` if it is being published. */
  readonly stop: () => 'stopped' | 'stopping' | 'late';
  /** Resolves when the answer is finished. */
  readonly over: Promise<void>;
};

/** The runs in progress in this process. */
export type LiveRuns = {
  /** Runs `work`, which never rejects, under this id. */
  readonly follow: (id: string, personId: string, work: (run: Run) => Promise<void>) => Promise<void>;
  /** Null if it is over or belongs to another process. */
  readonly find: (id: string) => LiveRun | null;
  /** Another run of this person that can still be stopped; null if there is none in this process. */
  readonly findOther: (run: Pick<Run, 'id'>, personId: string) => string | null;
  readonly count: () => number;
  /** Stops all runs, including later ones; resolves when all answers are finished. */
  readonly stopAll: (reason: Error) => Promise<void>;
};

export function createLiveRuns(): LiveRuns {
  const all = new AbortController();
  const live = new Map<string, LiveRun & { readonly isOpen: () => boolean }>();
  return {
    follow: (id, personId, work) => {
      const own = new AbortController();
      let isCommitted = false;
      const signal = AbortSignal.any([all.signal, own.signal]);
      const commit = () => {
        own.signal.throwIfAborted();
        isCommitted = true;
      };
      const stop = () => {
        if (isCommitted) return 'late';
        if (own.signal.aborted) return 'stopping';
        own.abort(new RunStopped());
        return 'stopped';
      };
      const over = work({ id, signal, commit, isCommitted: () => isCommitted }).finally(() =>
        live.delete(id),
      );
      live.set(id, { personId, stop, over, isOpen: () => !isCommitted });
      return over;
    },
    find: id => live.get(id) ?? null,
    findOther: ({ id }, personId) =>
      [...live].find(([each, run]) => each !== id && run.personId === personId && run.isOpen())?.[0] ?? null,
    count: () => live.size,
    stopAll: async reason => {
      all.abort(reason);
      await Promise.allSettled([...live.values()].map(({ over }) => over));
    },
  };
}

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
