/** A channel, or some days of it, that is read back page by page. */
export type PlaceBack = {
  /** The texts of the next older page, and whether it is the last. */
  readonly next: () => Promise<{ readonly texts: readonly string[]; readonly isOver: boolean }>;
};

type Reading = {
  readonly place: PlaceBack;
  readonly texts: string[];
  pages: number;
  /** In how many of the texts a term is. */
  counts: Map<string, number>;
  isOver: boolean;
};

const atOnce = 5;

/**
 * Reads a page of each place, then older ones: in turn, but more of the places whose messages say more of these terms, in
 * proportion. Each call reads `most` pages more, and returns whether nothing is left.
 */
export function createReadBack(places: readonly PlaceBack[]) {
  const readings = places.map(
    (place): Reading => ({ place, texts: [], pages: 0, counts: new Map(), isOver: false }),
  );
  return async (most: number, toTerms: (text: string) => readonly string[] = () => []): Promise<boolean> => {
    const add = ({ counts }: Reading, text: string) => {
      for (const term of new Set(toTerms(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
    };
    const readNext = async (reading: Reading) => {
      const { texts, isOver } = await reading.place.next();
      reading.isOver = isOver;
      for (const text of texts) {
        reading.texts.push(text);
        add(reading, text);
      }
    };
    for (const reading of readings) {
      reading.counts = new Map();
      for (const text of reading.texts) add(reading, text);
    }
    for (let left = most; left > 0; ) {
      const chosen = choose(readings, Math.min(atOnce, left));
      if (chosen.length === 0) break;
      await Promise.all(
        [...Map.groupBy(chosen, reading => reading)].map(async ([reading, turns]) => {
          for (const _ of turns) {
            if (reading.isOver) break;
            await readNext(reading);
            left -= 1;
          }
        }),
      );
    }
    return readings.every(({ isOver }) => isOver);
  };
}

/** The readings that are next, a reading once for each of its pages. */
function choose(readings: readonly Reading[], count: number): readonly Reading[] {
  const open = readings.filter(({ isOver }) => !isOver);
  const all = readings.reduce((sum, { texts }) => sum + texts.length, 0);
  const terms = new Set(readings.flatMap(({ counts }) => [...counts.keys()]));
  const rarity = new Map(
    [...terms].map(term => {
      const having = readings.reduce((sum, { counts }) => sum + (counts.get(term) ?? 0), 0);
      return [term, Math.log(1 + all / having)];
    }),
  );
  const worth = new Map(
    open.map(reading => {
      const shares = [...reading.counts].map(
        ([term, having]) => (rarity.get(term) ?? 0) * (having / reading.texts.length),
      );
      return [reading, shares.reduce((sum, share) => sum + share, Number.EPSILON)];
    }),
  );
  const chosen: Reading[] = [];
  while (chosen.length < count && open.length > 0) {
    const toTurn = (reading: Reading) => (worth.get(reading) ?? 0) / reading.pages;
    const next = open.reduce((best, each) => (toTurn(each) > toTurn(best) ? each : best));
    next.pages += 1;
    chosen.push(next);
  }
  return chosen;
}
