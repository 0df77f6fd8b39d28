import type { Clock, RunStore } from './ports.ts';

export type RunsOptions = {
  readonly store: RunStore;
  /** How many runs a person may begin on a day (UTC) where nothing else is said; 0 is as many as they like. */
  readonly dailyLimit: number;
  readonly clock: Pick<Clock, 'now'>;
};

/** A run that may go on until it is ended. */
export type BegunRun = {
  readonly ok: true;
  /** The UTC day that it counts for; null without a limit. */
  readonly countedOn: string | null;
  /**
   * Lets the person begin another run. With `counted: false` this one is given back, for it failed before it
   * read anything. It never rejects: a run that cannot be given back stays counted. A second call does nothing.
   */
  readonly end: (how?: { readonly counted?: boolean }) => Promise<void>;
};

/** Why no run began: one is running still, or the day's are used up. */
export type RefusedRun = {
  readonly ok: false;
  readonly reason: 'running' | 'spent';
  /** The runs of a day; 0 is no limit. */
  readonly limit: number;
};

export type Runs = {
  /** With a limit of its own in place of the usual one; all the runs of the day count toward either. */
  readonly begin: (personId: string, limit?: number) => Promise<BegunRun | RefusedRun>;
  /** Gives back a run that another process counted on this UTC day and left unfinished. Never rejects. */
  readonly giveBack: (personId: string, countedOn: string) => Promise<void>;
};

/**
 * Gives each person one run at a time and so many on a day. A run counts from its beginning. After a crash it counts until
 * the next process gives it back. What the store throws while a run begins is thrown on, and no run has begun.
 */
export function createRuns({ store, dailyLimit, clock }: RunsOptions): Runs {
  const running = new Set<string>();
  const givingBack = new Map<string, Promise<void>>();

  const count = async (personId: string, day: string, limit: number): Promise<boolean> => {
    const before = await store.get(personId, day);
    if (before >= limit) return false;
    await store.set(personId, day, before + 1);
    return true;
  };

  const uncount = async (personId: string, day: string): Promise<void> => {
    try {
      const counted = await store.get(personId, day);
      await store.set(personId, day, Math.max(0, counted - 1));
    } catch {
      // The run stays counted.
    }
  };

  const giveBack: Runs['giveBack'] = async (personId, day) => {
    while (givingBack.has(personId)) await givingBack.get(personId);
    const returning = uncount(personId, day);
    givingBack.set(personId, returning);
    await returning;
    givingBack.delete(personId);
  };

  return {
    giveBack,
    async begin(personId, limit = dailyLimit) {
      while (givingBack.has(personId)) await givingBack.get(personId);
      if (running.has(personId)) return { ok: false, reason: 'running', limit };
      running.add(personId);
      const day = clock.now().slice(0, 10);
      try {
        if (limit > 0 && !(await count(personId, day, limit))) {
          running.delete(personId);
          return { ok: false, reason: 'spent', limit };
        }
      } catch (error) {
        running.delete(personId);
        throw error;
      }

      let ended = false;
      return {
        ok: true,
        countedOn: limit > 0 ? day : null,
        async end({ counted = true } = {}) {
          if (ended) return;
          ended = true;
          const returning = counted || limit === 0 ? undefined : giveBack(personId, day);
          running.delete(personId);
          await returning;
        },
      };
    },
  };
}
