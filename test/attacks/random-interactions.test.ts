import { expect, test } from 'vitest';
import { playRandomly } from './random-interactions.ts';

test('random interactions of three people are all answered, without a ping, a leak or a failure', async () => {
  const { statuses, problems } = await playRandomly(7, 50);
  expect(problems).toEqual([]);
  expect([...statuses.values()].reduce((sum, each) => sum + each, 0)).toBe(50);
});
