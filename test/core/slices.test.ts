import { expect, test } from 'vitest';
import { collectEvidence, toEvidence } from '../../src/core/conversation/evidence.ts';
import { finish, mapInSlices, type Sliced } from '../../src/core/slices.ts';
import { toWindows } from '../../src/core/windows/window.ts';
import { makeConversation } from '../bench/conversation.ts';

function count<Result>(work: Sliced<Result>): { readonly pauses: number; readonly result: Result } {
  for (let pauses = 0; ; pauses += 1) {
    const { done, value } = work.next();
    if (done) return { pauses, result: value };
  }
}

const conversation = makeConversation(4_000);

test('items are mapped in order, with a pause after each slice', () => {
  const doubled = mapInSlices([1, 2, 3, 4, 5], (item, index) => item * 10 + index, 2);
  expect(count(doubled)).toEqual({ pauses: 2, result: [10, 21, 32, 43, 54] });
  expect(finish(mapInSlices([], item => item))).toEqual([]);
});

test.each<readonly [string, number, () => Sliced<unknown>]>([
  ['evidence', 60, () => collectEvidence(conversation)],
  ['windows', 80, () => toWindows(toEvidence(conversation), { spacing: 4_000, most: 16_000 })],
])('work on %s pauses often', (_, least, start) => {
  expect(count(start()).pauses).toBeGreaterThanOrEqual(least);
});
