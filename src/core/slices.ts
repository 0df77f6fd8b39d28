/** Work with pauses: others need not wait until it is done. */
export type Sliced<Result> = Generator<undefined, Result>;

/** How many items are usually looked at between two pauses. */
const usualSlice = 200;

/** Does something with each item, with a pause after each slice. */
export function* eachInSlices<Item>(
  items: Iterable<Item>,
  visit: (item: Item, index: number) => void,
  slice = usualSlice,
): Sliced<void> {
  let index = 0;
  for (const item of items) {
    visit(item, index);
    index += 1;
    if (index % slice === 0) yield;
  }
}

/** Maps items, with a pause after each slice. */
export function* mapInSlices<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
  slice = usualSlice,
): Sliced<Result[]> {
  const results: Result[] = [];
  yield* eachInSlices(items, (item, index) => results.push(map(item, index)), slice);
  return results;
}

/** The result of work without its pauses. */
export function finish<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
