/** To look at one item takes less. */
const longestMs = 5;

export const pause = (): Promise<void> =>
  new Promise(resolve => {
    setImmediate(resolve);
  });

/** Does something with each item, with a pause for others after every 5 ms. */
export async function eachWithPauses<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => void,
): Promise<void> {
  let begunAt = performance.now();
  for (const item of items) {
    visit(item);
    if (performance.now() - begunAt < longestMs) continue;
    await pause();
    begunAt = performance.now();
  }
}

export async function mapWithPauses<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  await eachWithPauses(items, item => results.push(map(item, results.length)));
  return results;
}
