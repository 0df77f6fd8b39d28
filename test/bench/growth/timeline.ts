import { setImmediate as nextTurn } from 'node:timers/promises';

/** A clock that jumps from one second to the next in which something happens. */
export type Timeline = {
  readonly nowMs: () => number;
  /** Does something in that second, or in the next one if it has passed. */
  readonly at: (second: number, work: () => void) => void;
  /** Resolves after this time, rounded up to whole seconds, or when the signal aborts. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Runs until nothing is left to happen. */
  readonly run: () => Promise<void>;
};

export function createTimeline(): Timeline {
  const due = new Map<number, (() => void)[]>();
  let second = 0;
  let added = 0;
  const at: Timeline['at'] = (wanted, work) => {
    const when = Math.max(Math.ceil(wanted), second + 1);
    added += 1;
    const works = due.get(when);
    if (works) works.push(work);
    else due.set(when, [work]);
  };
  /** Waits until the promises that this second has resolved lead to nothing more. */
  const settle = async () => {
    for (let before = -1; before !== added; ) {
      before = added;
      for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    }
  };
  return {
    nowMs: () => second * 1_000,
    at,
    wait: (ms, signal) =>
      new Promise(resolve => {
        at(second + ms / 1_000, resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    async run() {
      for (await settle(); due.size > 0; second += 1) {
        const works = due.get(second);
        if (works === undefined) continue;
        due.delete(second);
        for (const work of works) work();
        await settle();
      }
    },
  };
}
