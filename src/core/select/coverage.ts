/** Something that may be chosen: its place on the line of time and how much it is worth. */
export type Candidate = { readonly index: number; readonly score: number };

/**
 * Chooses up to `count` candidates that are worth most, unlike each other and spread over the whole line
 * 0..`length`: one from each of `count` equal stretches first, then the best of the rest. Ascending by index.
 */
export function chooseCovering<C extends Candidate>(
  candidates: readonly C[],
  count: number,
  length: number,
  similarity: (a: C, b: C) => number,
  alike = 0.5,
): readonly C[] {
  const chosen: C[] = [];
  const isNew = (candidate: C) => chosen.every(other => similarity(candidate, other) < alike);
  const byWorth = [...candidates].sort((a, b) => b.score - a.score || a.index - b.index);
  const stretches = new Map<number, C[]>();
  for (const candidate of byWorth) {
    const stretch = Math.min(count - 1, Math.floor((candidate.index * count) / Math.max(1, length)));
    const known = stretches.get(stretch);
    if (known) known.push(candidate);
    else stretches.set(stretch, [candidate]);
  }
  // A dull stretch takes no place from the better half.
  const eligible = Math.max(count, Math.min(count * 8, Math.ceil(byWorth.length / 2)));
  const floor = byWorth[Math.min(byWorth.length, eligible) - 1]?.score ?? 0;
  for (const stretch of stretches.values()) {
    if (chosen.length >= count) break;
    const best = stretch.slice(0, 8).find(candidate => candidate.score >= floor && isNew(candidate));
    if (best) chosen.push(best);
  }
  for (const candidate of byWorth.slice(0, count * 20)) {
    if (chosen.length >= count) break;
    if (!chosen.includes(candidate) && isNew(candidate)) chosen.push(candidate);
  }
  return chosen.sort((a, b) => a.index - b.index);
}
