import { expect, test } from 'vitest';
import { findMiscredited } from '../../../src/core/check/credit.ts';
import { toContext } from '../../../src/core/verify/context.ts';
import { talk } from '../talk.ts';

const evidence = talk(
  'Bob: The old tent has a hole', // 1
  'Dave: I repaired the tent with new canvas and rope', // 2
  'Ann: Can somebody bring the projector and the long cable?', // 3
  { say: 'Carol: sure, will do', re: 3 }, // 4
  'Emma: sure, and my brother sells waffles with cream', // 5
  'Bob: Do we need a new banner for the wide entrance?', // 6
  { say: "Dave: I'll paint a new one tomorrow, the old colours are gone", re: 6 }, // 7
);
const context = toContext(evidence, { languages: ['en'] });

test.each([
  ['Bob said that he repaired the tent with new canvas.', [1, 2], 'Bob'],
  ['Dave said that he repaired the tent with new canvas.', [1, 2], null],
  ['Bob said that the tent has a hole.', [1, 2], null],
  ['Carol promised to bring the projector and the long cable.', [3, 4], null],
  ['Emma promised to bring the projector and the long cable.', [3, 5], 'Emma'],
  ['Dave will make a new banner for the wide entrance.', [6, 7], null],
  ['Bob said that he repaired the tent with new canvas.', [1], null],
  ['Somebody repaired the tent.', [1, 2], null],
])('%s on %j: %s', (text, positions, name) => {
  expect(findMiscredited(text, positions, context)).toBe(name);
});
