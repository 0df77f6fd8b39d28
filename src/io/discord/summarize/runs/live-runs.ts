/** The reason with which a run ends that the person who asked for it has stopped. */
export class RunStopped extends Error {
  constructor() {
    super('stopped by the person who asked');
    this.name = 'RunStopped';
  }
}

/** A run, for the code that performs it. */
export type Run = {
  readonly id: string;
  /** Aborts when the run is to end before its time. */
  readonly signal: AbortSignal;
  /** What it made is shown from here on, so that it can no longer be stopped; throws if it has been. */
  readonly commit: () => void;
  readonly isCommitted: () => boolean;
};

/** A run in progress, for the code that stops it. */
export type LiveRun = {
  readonly personId: string;
  /** `stopped` by this call, `stopping` since an earlier one; `late` where it is being shown. */
  readonly stop: () => 'stopped' | 'stopping' | 'late';
  /** Resolves when everything has been said to the person. */
  readonly over: Promise<void>;
};

/** The runs under way in this process. */
export type LiveRuns = {
  /** Does `work`, which rejects with nothing, as the run of this id. */
  readonly follow: (id: string, personId: string, work: (run: Run) => Promise<void>) => Promise<void>;
  /** Null for one that is over, or that another process did. */
  readonly find: (id: string) => LiveRun | null;
  readonly count: () => number;
  /** Stops all runs, also later ones; resolves when every answer is finished. */
  readonly stopAll: (reason: Error) => Promise<void>;
};

export function createLiveRuns(): LiveRuns {
  const all = new AbortController();
  const live = new Map<string, LiveRun>();
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
      live.set(id, { personId, stop, over });
      return over;
    },
    find: id => live.get(id) ?? null,
    count: () => live.size,
    stopAll: async reason => {
      all.abort(reason);
      await Promise.allSettled([...live.values()].map(({ over }) => over));
    },
  };
}
