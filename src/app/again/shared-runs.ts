import { reassemble } from '../../core/claims/serialized-summary.ts';
import type { Summary } from '../../core/claims/summary.ts';
import type { SummaryProgress } from '../summarize.ts';

/** Somebody who waits for a summary. */
export type Member = {
  /** Aborts when this person no longer waits. */
  readonly signal: AbortSignal;
  /** Whether a message was deleted since it was read for this person. */
  readonly isGone: (messageId: string) => boolean;
  readonly onVerified: (soFar: SummaryProgress) => void;
  readonly newId: () => string;
};

export type Written = {
  readonly summary: Summary;
  /** Whether a cap stopped calls, which may not be one of everybody who waits. */
  readonly isCapped: boolean;
};

/** Writes the summary, for all who wait for it. */
export type Write = (all: Pick<Member, 'isGone' | 'onVerified'>, signal: AbortSignal) => Promise<Written>;

export type SharedRuns = {
  /**
   * Writes a summary, or waits for the one that is being written under the same key. The run ends early only when nobody
   * waits any longer. Each member gets a summary with an id of its own; the usage is that of the first one who still
   * waits at the end.
   */
  readonly join: (key: string, member: Member, write: Write) => Promise<Written>;
};

type Run = {
  readonly members: Set<Member>;
  readonly result: Promise<{ readonly written: Written; readonly payer: Member | undefined }>;
  readonly stop: AbortController;
  latest: SummaryProgress | null;
};

export function createSharedRuns(): SharedRuns {
  const live = new Map<string, Run>();

  const begin = (key: string, write: Write): Run => {
    const members = new Set<Member>();
    const stop = new AbortController();
    const all = {
      isGone: (id: string) => [...members].some(({ isGone }) => isGone(id)),
      onVerified: (soFar: SummaryProgress) => {
        run.latest = soFar;
        for (const { onVerified } of members) onVerified(soFar);
      },
    };
    const result = Promise.resolve()
      .then(() => write(all, stop.signal))
      .then(written => ({ written, payer: [...members][0] }))
      .finally(() => end(key, run));
    const run: Run = { members, result, stop, latest: null };
    // If nobody waits any longer, a failure is no unhandled rejection.
    result.catch(() => undefined);
    live.set(key, run);
    return run;
  };
  const end = (key: string, run: Run) => {
    if (live.get(key) === run) live.delete(key);
  };

  return {
    join: async (key, member, write) => {
      const { signal } = member;
      signal.throwIfAborted();
      const run = live.get(key) ?? begin(key, write);
      run.members.add(member);
      if (run.latest !== null) member.onVerified(run.latest);
      const left = Promise.withResolvers<never>();
      const leave = () => {
        run.members.delete(member);
        if (run.members.size === 0) {
          end(key, run);
          run.stop.abort(signal.reason);
        }
        left.reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        const { written, payer } = await Promise.race([run.result, left.promise]);
        return payer === member ? written : { ...written, summary: toCopy(written.summary, member.newId()) };
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}

function toCopy(summary: Summary, id: string): Summary {
  const { usage } = summary;
  const nothing = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0, isShared: true } as const;
  return reassemble({
    ...summary,
    id,
    usage: usage && { ...nothing, durationMs: usage.durationMs },
  });
}
