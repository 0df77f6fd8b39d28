import { expect, test } from 'vitest';
import { toStopWords } from '../../../src/core/select/languages.ts';

test('stop words are those of every language spoken, of any region', () => {
  const words = toStopWords(['de-AT', 'en']);
  expect(['und', 'nicht', 'the', 'and'].filter(word => !words.has(word))).toEqual([]);
  expect(['release', 'freitag', 'avec', 'para'].filter(word => words.has(word))).toEqual([]);
});

test('a language without a list, and no language, have none', () => {
  expect(toStopWords(['ko', 'xx']).size).toBe(0);
  expect(toStopWords([]).size).toBe(0);
});
