import { ClientRefusal } from './actions/refusal.ts';

/** What time it is in this Discord. */
export type PlaygroundClock = {
  /** In milliseconds. */
  readonly now: () => number;
  /** Goes on evenly when the clock is moved: what takes three seconds takes them at any time of day. */
  readonly steadyNow: () => number;
  /** How far it has been moved. */
  readonly offsetMs: () => number;
  /** Moves it to this instant, from where it goes on. */
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
