import type { Clock, RunStore } from './ports.ts';

type RunsOptions = {
  readonly store: RunStore;
  /** The default number of runs per person and UTC day; 0 = unlimited. */
  readonly dailyLimit: number;
  readonly clock: Pick<Clock, 'now'>;
};

/** A run that was allowed to start. */
export type BegunRun = {
  readonly ok: true;
  /** The UTC day that it counts toward; null without a limit. */
  readonly countedOn: string | null;
  /**
   * Ends the run, so that the person may start another one. `counted: false` gives it back, for a failure before
   * anything was read. Never rejects: a run that cannot be given back stays counted. Further calls do nothing.
   */
  readonly end: (how?: { readonly counted?: boolean }) => Promise<void>;
};

/** Why no run started: another one is in progress, or the daily limit is reached. */
export type RefusedRun = {
  readonly ok: false;
  readonly reason: 'running' | 'spent';
  /** The daily limit; 0 = unlimited. */
  readonly limit: number;
};

export type Runs = {
  /** `limit` replaces the default; all the person's runs of the day count toward it. */
  readonly begin: (personId: string, limit?: number) => Promise<BegunRun | RefusedRun>;
  /** Gives back an unfinished run that another process counted on this UTC day. Never rejects. */
  readonly giveBack: (personId: string, countedOn: string) => Promise<void>;
};

/**
 * Allows each person one run at a time and a number of runs per day. A run counts from its start. After a crash it
 * counts until the next process gives it back. If the store fails when a run starts, its error is thrown and no run
 * starts.
 */
export function createRuns({ store, dailyLimit, clock }: RunsOptions): Runs {
  const settling = new Map<string, Promise<void>>();
  /** If it fails, a run stays counted. */
  const settle = async (personId: string, work: () => Promise<unknown>) => {
    while (settling.has(personId)) await settling.get(personId);
    const settled = work().then(
      () => undefined,
      () => undefined,
    );
    settling.set(personId, settled);
    await settled;
    settling.delete(personId);
  };
  const giveBack: Runs['giveBack'] = (personId, day) => settle(personId, () => store.add(personId, day, -1));

  return {
    giveBack,
    async begin(personId, limit = dailyLimit) {
      while (settling.has(personId)) await settling.get(personId);
      const release = await store.tryLock(personId);
      if (release === null) return { ok: false, reason: 'running', limit };
      const day = clock.now().slice(0, 10);
      try {
        if (limit > 0 && !(await store.add(personId, day, 1, limit))) {
          await release();
          return { ok: false, reason: 'spent', limit };
        }
      } catch (error) {
        await release();
        throw error;
      }

      let ended = false;
      return {
        ok: true,
        countedOn: limit > 0 ? day : null,
        async end({ counted = true } = {}) {
          if (ended) return;
          ended = true;
          await settle(personId, async () => {
            await release();
            if (!counted && limit > 0) await store.add(personId, day, -1);
          });
        },
      };
    },
  };
}
