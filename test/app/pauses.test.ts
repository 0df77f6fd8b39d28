import { expect, test } from 'vitest';
import { mapWithPauses } from '../../src/app/pauses.ts';

test('items are mapped in order, while others have their turn', async () => {
  const work = (item: number) => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    return item * 10;
  };
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  expect(await mapWithPauses([1, 2, 3, 4, 5, 6, 7, 8], work)).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
  clearInterval(timer);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(await mapWithPauses([], work)).toEqual([]);
});
