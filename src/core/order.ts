/** Orders numbers, instants and other ASCII, ascending. */
export function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The last of some instants; empty without any. */
export function toLatest(instants: readonly string[]): string {
  return instants.reduce((latest, each) => (each > latest ? each : latest), '');
}

export function toChunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
