export type Share = {
  readonly count: number;
  readonly of: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
};

const z = 1.96;

/** Wilson's interval, which is right for small counts and shares near 0 and 1 too. */
export function toShare(count: number, of: number): Share {
  if (of === 0) return { count, of, share: 0, low: 0, high: 1 };
  const share = count / of;
  const center = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  return { count, of, share, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** How far two judges agree beyond chance (Cohen's kappa): 1 fully, 0 as by chance. Null if one of them always says the same. */
export function toKappa(pairs: readonly (readonly [boolean, boolean])[]): number | null {
  const count = (isMeant: (pair: readonly [boolean, boolean]) => boolean) =>
    pairs.filter(isMeant).length / (pairs.length || 1);
  const same = count(([one, other]) => one === other);
  const [first, second] = [count(([one]) => one), count(([, other]) => other)];
  const byChance = first * second + (1 - first) * (1 - second);
  return byChance === 1 || pairs.length === 0 ? null : (same - byChance) / (1 - byChance);
}
