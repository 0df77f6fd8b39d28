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
