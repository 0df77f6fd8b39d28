import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, MessageFlags, type RepliableInteraction } from 'discord.js';
import {
  createMessageBudget,
  type MessageBudget,
  type MessageReservation,
} from '../../../app/message-budget.ts';
import type { Clock } from '../../../app/ports.ts';
import type { OpenRun, OpenRunStore, PostedMessage, RunStore } from '../../../app/store-ports.ts';
import { type Logger, toLoggedError } from '../../../log.ts';
import type { Refusal } from '../interaction/failures.ts';

/** A process that has not renewed its lease for this long counts as dead. */
export const defaultLeaseMs = 10_000;
/** A slow store is not waited for: Discord waits only three seconds. */
export const recordingMs = 300;

type RunRecord = {
  readonly answeredAs: () => PostedMessage | null;
  /** Resolves when all changes are stored; never rejects. */
  readonly saved: () => Promise<void>;
  readonly noteAnswer: (message: Message) => void;
  readonly note: (part: Pick<OpenRun, 'countedOn'> | Pick<OpenRun, 'stage' | 'summaryId'>) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly isRecorded: () => boolean;
};

/** A run, as its own code sees it: it is recorded until its answer is finished, and reads as far as there is memory. */
export type Run = RunRecord &
  MessageReservation & {
    readonly id: string;
    readonly signal: AbortSignal;
    /** Marks the start of publishing, after which the run cannot be stopped; throws if it was stopped. */
    readonly commit: () => void;
  };

/** A run in progress, as seen by code that stops it. */
export type LiveRun = {
  readonly personId: string;
  /** Ends it with this sentence; false if it is being published. */
  readonly stop: (why: Refusal) => boolean;
  readonly over: Promise<void>;
};

type LiveRunsOptions = {
  readonly openRuns: OpenRunStore;
  readonly processId: string;
  readonly log: Logger;
  readonly leaseMs?: number | undefined;
  readonly messageBudget?: MessageBudget | undefined;
};

export type LiveRuns = ReturnType<typeof createLiveRuns>;

/** The runs in progress. While there are any, it records that this process is alive; failures of the store are only logged. */
export function createLiveRuns({
  openRuns,
  processId,
  log,
  leaseMs = defaultLeaseMs,
  messageBudget = createMessageBudget(),
}: LiveRunsOptions) {
  const stopping = new AbortController();
  const live = new Map<string, LiveRun & { readonly isOpen: () => boolean }>();
  const recorded = new Set<string>();
  /** Deferred answers that belong to no run. */
  const held = new Map<string, RunRecord>();
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.warn(toLoggedError(error), 'open-run-save-failed');
    }
  };
  const beat = () => attempt(() => openRuns.noteAlive(processId, leaseMs));
  const beating = setInterval(() => recorded.size > 0 && void beat(), leaseMs / 3).unref();

  const begin = (begun: OpenRun | null): RunRecord => {
    let run = begun && { ...begun, ownerId: processId };
    let last: Promise<void> = Promise.resolve();
    const inTurn = (work: () => Promise<unknown>) => {
      last = last.then(() => attempt(work));
      return last;
    };
    const change = (part: Partial<OpenRun>) => {
      if (run === null) return last;
      const next: OpenRun = { ...run, ...part };
      run = next;
      return inTurn(() => openRuns.put(next));
    };
    const id = run?.id;
    if (id !== undefined) {
      held.delete(id);
      recorded.add(id);
      void inTurn(beat);
      void change({});
    }
    return {
      answeredAs: () => run?.answeredAs ?? null,
      saved: () => last,
      noteAnswer: ({ channelId, id: messageId, flags }) => {
        const isForAll = !flags.has(MessageFlags.Ephemeral);
        if (run !== null && isForAll && run.answeredAs?.messageId !== messageId)
          void change({ answeredAs: { channelId, messageId } });
      },
      note: change,
      end: async () => {
        run = null;
        if (id === undefined) return;
        recorded.delete(id);
        await inTurn(() => openRuns.remove(id));
      },
      isRecorded: () => run !== null,
    };
  };

  return {
    /** Runs `work`, which never rejects; an interaction is answered by one run, so its id is the run's too. */
    follow: (
      { id, user }: RepliableInteraction,
      begun: OpenRun | null,
      work: (run: Run) => Promise<void>,
    ): Promise<void> => {
      const own = new AbortController();
      let isCommitted = false;
      const commit = () => {
        own.signal.throwIfAborted();
        isCommitted = true;
      };
      const stop = (why: Refusal) => {
        if (!isCommitted) own.abort(why);
        return !isCommitted;
      };
      const signal = AbortSignal.any([stopping.signal, own.signal]);
      const over = work({ id, signal, commit, ...begin(begun), ...messageBudget.begin() }).finally(() =>
        live.delete(id),
      );
      live.set(id, { personId: user.id, stop, over, isOpen: () => !isCommitted });
      return over;
    },
    /** Null if it is over or belongs to another process. */
    find: (id: string): LiveRun | null => live.get(id) ?? null,
    /** Another run of this person that can still be stopped; null if there is none in this process. */
    findOther: (id: string, personId: string): string | null =>
      [...live].find(([each, run]) => each !== id && run.personId === personId && run.isOpen())?.[0] ?? null,
    count: () => live.size,
    /** Records an answer that is deferred and belongs to no run: if this process is killed, the next one ends its "thinking". */
    async hold(interaction: RepliableInteraction): Promise<void> {
      const { id } = interaction;
      // It has a run already.
      if (recorded.has(id)) return;
      const run = toOpenRun(interaction, { sourceId: '', request: { detail: 'standard' }, isPrivate: true });
      const record = begin({ ...run, stage: 'deferred' });
      held.set(id, record);
      await Promise.race([record.saved(), sleep(recordingMs)]);
    },
    /** Ends a held answer; does nothing if there is none, or a run has taken it over. */
    async release(id: string): Promise<void> {
      const record = held.get(id);
      held.delete(id);
      await record?.end();
    },
    /** Stops all runs, including later ones, waits for their answers, and ends this process's lease. */
    async stop(reason: Error): Promise<void> {
      stopping.abort(reason);
      await Promise.allSettled([...live.values()].map(({ over }) => over));
      clearInterval(beating);
      // The next process ends what is left at once.
      if (recorded.size > 0) await attempt(() => openRuns.noteAlive(processId, 1));
    },
  };
}

export function toOpenRun(
  { id, token, guildId, channelId, user, locale, createdAt }: RepliableInteraction,
  { sourceId, request, isPrivate }: Pick<OpenRun, 'sourceId' | 'request' | 'isPrivate'>,
): OpenRun {
  return {
    id,
    token,
    guildId: guildId ?? '',
    channelId: channelId ?? '',
    sourceId,
    personId: user.id,
    locale,
    isPrivate,
    request,
    askedAt: createdAt.toISOString(),
    stage: 'working',
    ownerId: '',
  };
}

export type BegunRun = {
  readonly ok: true;
  /** The UTC day that it counts toward; null without a limit. */
  readonly countedOn: string | null;
  /** Ends the run. `counted: false` gives it back, for a failure before anything was read. Never rejects; further calls do nothing. */
  readonly end: (how?: { readonly counted?: boolean }) => Promise<void>;
};

/** Why no run started: another one is in progress, or the daily limit is reached. */
export type RefusedRun = {
  readonly ok: false;
  readonly reason: 'running' | 'spent';
  readonly limit: number;
};

export type DailyRuns = {
  /** All the person's runs of the UTC day count toward the limit; 0 = unlimited. */
  readonly begin: (personId: string, limit: number) => Promise<BegunRun | RefusedRun>;
  /** Gives back an unfinished run that another process counted on this UTC day. Never rejects. */
  readonly giveBack: (personId: string, countedOn: string) => Promise<void>;
};

/**
 * One run at a time and a number per day for each person. It counts from its start; after a crash, the next process gives it back.
 * If the store fails when a run starts, none does.
 */
export function createDailyRuns(store: RunStore, clock: Pick<Clock, 'now'>): DailyRuns {
  /** If it fails, a run stays counted. */
  const giveBack: DailyRuns['giveBack'] = async (personId, day) =>
    void (await store.add(personId, day, -1).catch(() => undefined));

  return {
    giveBack,
    async begin(personId, limit) {
      const release = await store.tryLock(personId);
      if (release === null) return { ok: false, reason: 'running', limit };
      const day = clock.now().slice(0, 10);
      const adding = limit > 0 ? store.add(personId, day, 1, limit) : Promise.resolve(true);
      const isWithin = await adding.catch(async (error: unknown) => {
        await release();
        throw error;
      });
      if (!isWithin) {
        await release();
        return { ok: false, reason: 'spent', limit };
      }
      let ended = false;
      return {
        ok: true,
        countedOn: limit > 0 ? day : null,
        async end({ counted = true } = {}) {
          if (ended) return;
          ended = true;
          await release();
          if (!counted && limit > 0) await giveBack(personId, day);
        },
      };
    },
  };
}
