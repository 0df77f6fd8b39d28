import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, MessageFlags, type RepliableInteraction } from 'discord.js';
import type { OpenRun, OpenRunStore, PostedMessage } from '../../../app/ports.ts';
import { abortable } from '../../../deadline.ts';
import { type Logger, toLoggedError } from '../../../log.ts';

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

/** A process that has not renewed its lease for this long counts as dead. */
export const defaultLeaseMs = 10_000;
/** A slow store is not waited for: Discord waits only three seconds. */
export const recordingMs = 300;

/** The record of a run until its answer is finished. */
export type RunRecord = {
  /** The public answer, if known. */
  readonly answeredAs: () => PostedMessage | null;
  /** Resolves when all changes are stored; never rejects. */
  readonly saved: () => Promise<void>;
  /** Records where the public answer is; ignores private messages. */
  readonly noteAnswer: (message: Message) => void;
  /** Records the UTC day on which the run counts toward the daily limit. */
  readonly noteCounted: (countedOn: string) => void;
  /** Records that the summary is stored and is being shown. */
  readonly noteShowing: (summaryId: string) => Promise<void>;
  /** Removes the record: the answer is finished. */
  readonly end: () => Promise<void>;
  /** Whether another process can end the answer. */
  readonly isRecorded: () => boolean;
  /** Stops recording and returns the stored run, whose answer has to be ended; null if nothing was recorded. */
  readonly leave: () => Promise<OpenRun | null>;
};

/** A run that notes where its answer is, and reads as far as there is memory. */
export type RecordedRun = Run & Pick<RunRecord, 'noteAnswer'> & Omit<MessageReservation, 'release'>;

export type OpenRuns = {
  readonly begin: (run: OpenRun | null) => RunRecord;
  /** Records an answer that is deferred and belongs to no run: if this process is killed, the next one ends its "thinking". */
  readonly hold: (interaction: RepliableInteraction) => Promise<void>;
  /** Ends a held answer; does nothing if there is none, or a run has taken it over. */
  readonly release: (id: string) => Promise<void>;
  /** Ends this process's lease, so that the next one ends its answers at once. */
  readonly stop: () => Promise<void>;
};

/** Records runs, and, while there are any, that this process is alive. Failures of the store are only logged. */
export function createOpenRuns({
  openRuns,
  processId,
  log,
  leaseMs = defaultLeaseMs,
}: {
  readonly openRuns: OpenRunStore;
  readonly processId: string;
  readonly log: Logger;
  readonly leaseMs?: number | undefined;
}): OpenRuns {
  const open = new Set<string>();
  const held = new Map<string, RunRecord>();
  let hasLeft = false;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.warn(toLoggedError(error), 'open-run-save-failed');
    }
  };
  const beat = () => attempt(() => openRuns.noteAlive(processId, leaseMs));
  const beating = setInterval(() => open.size > 0 && void beat(), leaseMs / 3).unref();

  const begin: OpenRuns['begin'] = begun => {
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
      open.add(id);
      void inTurn(beat);
      void change({});
    }
    const leave = () => {
      run = null;
      if (id !== undefined) open.delete(id);
    };
    return {
      answeredAs: () => run?.answeredAs ?? null,
      saved: () => last,
      noteAnswer: ({ channelId, id: messageId, flags }) => {
        const isForAll = !flags.has(MessageFlags.Ephemeral);
        if (run !== null && isForAll && run.answeredAs?.messageId !== messageId)
          void change({ answeredAs: { channelId, messageId } });
      },
      noteCounted: countedOn => void change({ countedOn }),
      noteShowing: summaryId => change({ stage: 'showing', summaryId }),
      end: async () => {
        leave();
        if (id !== undefined) await inTurn(() => openRuns.remove(id));
      },
      isRecorded: () => run !== null,
      leave: async () => {
        const left = run;
        hasLeft ||= left !== null;
        leave();
        await last;
        return left;
      },
    };
  };

  return {
    begin,
    async hold(interaction) {
      const { id } = interaction;
      // It has a run already.
      if (open.has(id)) return;
      const run = toOpenRun(interaction, { sourceId: '', request: { detail: 'standard' }, isPrivate: true });
      const record = begin({ ...run, stage: 'deferred' });
      held.set(id, record);
      await Promise.race([record.saved(), sleep(recordingMs)]);
    },
    async release(id) {
      const record = held.get(id);
      held.delete(id);
      await record?.end();
    },
    stop: async () => {
      clearInterval(beating);
      if (hasLeft || held.size > 0) await attempt(() => openRuns.noteAlive(processId, 1));
    },
  };
}

/** The record of a new run. */
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
