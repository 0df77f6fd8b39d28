/** Numbers from a seed, the same in every run (mulberry32). */
export type Random = {
  /** 0..1 */
  readonly next: () => number;
  readonly pick: <T>(list: readonly T[]) => T | undefined;
};

export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { next, pick: list => list[Math.floor(next() * list.length)] };
}
