/** Nobody presses this fast by hand. */
const mostAtOnce = 10;

/** Bounds how many interactions of one person are answered at once, and so what they take of memory and of Discord's limits. */
export function createPersonLimit() {
  const counts = new Map<string, number>();
  return async (
    personId: string,
    answer: () => Promise<void>,
    refuse: () => Promise<void>,
  ): Promise<void> => {
    const count = (counts.get(personId) ?? 0) + 1;
    if (count > mostAtOnce) return refuse();
    counts.set(personId, count);
    try {
      await answer();
    } finally {
      const left = (counts.get(personId) ?? 0) - 1;
      if (left > 0) counts.set(personId, left);
      else counts.delete(personId);
    }
  };
}
