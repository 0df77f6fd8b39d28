import { ClientRefusal } from './actions/refusal.ts';

/** The time in the playground. */
export type PlaygroundClock = {
  /** In milliseconds. */
  readonly now: () => number;
  /** Unaffected by moving the clock, for measuring durations. */
  readonly steadyNow: () => number;
  /** How far the clock was moved. */
  readonly offsetMs: () => number;
  /** Moves the clock to this time, from which it continues. */
  readonly moveTo: (atMs: number) => void;
};

/** Ids count from the first millisecond of 2015. */
const earliestMs = Date.UTC(2015, 0, 2);
const latestMs = Date.UTC(2100, 0, 1);

export function createClock(steadyNow: () => number): PlaygroundClock {
  let offsetMs = 0;
  return {
    now: () => steadyNow() + offsetMs,
    steadyNow,
    offsetMs: () => offsetMs,
    moveTo: atMs => {
      if (!(atMs >= earliestMs && atMs < latestMs))
        throw new ClientRefusal('the clock can be moved to a time from 2015 to 2099');
      offsetMs = Math.round(atMs - steadyNow());
    },
  };
}
