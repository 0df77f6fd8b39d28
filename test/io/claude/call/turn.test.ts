import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isTurnOver } from '../../../../src/io/claude/call.ts';

test('work that arrives at once is spread over turns of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const work = async () => {
    while (isTurnOver()) await nextTurn();
    turns.push(turn);
    const begunAt = performance.now();
    while (performance.now() - begunAt < 3);
  };
  await Promise.all(Array.from({ length: 12 }, work));
  isOver = true;
  expect(turns).toHaveLength(12);
  // The third one would begin after 6 ms.
  for (const each of Map.groupBy(turns, of => of).values()) expect(each.length).toBeLessThanOrEqual(2);
});
