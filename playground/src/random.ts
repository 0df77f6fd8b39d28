/** Pseudo-random numbers from 0 up to, but not including, 1; the same for the same seed. */
export type Random = () => number;

/** The generator known as mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 up to, but not including, `end`. */
export function pickBelow(random: Random, end: number): number {
  return Math.floor(random() * end);
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** An id in the API's format: "msg_01" and letters. */
export function createId(random: Random, prefix: string): string {
  return `${prefix}_01${Array.from({ length: 22 }, () => letters[pickBelow(random, letters.length)]).join('')}`;
}
