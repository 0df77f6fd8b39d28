import { describe, expect, test } from 'vitest';
import { createSourceIndex, rankSources } from '../../../src/core/verify/sources.ts';
import { type Line, talk } from '../talk.ts';

const chatter: readonly Line[] = Array.from(
  { length: 60 },
  (_, index): Line => `Dora: nothing much happened at stop ${index}, it rains`,
);
const lines: readonly Line[] = [
  'Ann: The curtain, the new curtain, is too short.', // 1
  ...chatter,
  'Bob: Well then, who in the world repairs all of the lights here well before the great premiere?', // 62
  'Cem: The dimmer broke again.', // 63
  'Ann: A curtain as well, by the way.', // 64
  'Bob: The electrician comes for the dimmer and the lights.', // 65
  { say: 'Cem: yes', re: 62 }, // 66
  ...chatter,
];
const index = createSourceIndex(talk(...lines), { languages: ['en'] });
const rank = (text: string) => rankSources(text, index).map(({ position }) => position);

describe('the messages that a statement may rest on', () => {
  test('come first where its matter is discussed', () => {
    expect(rank('Lights and dimmer are for the electrician.').slice(0, 2)).toEqual([65, 63]);
  });

  test('are rather by the people it names', () => {
    expect(rank('Cem spoke of the dimmer.')[0]).toBe(63);
  });

  test('say a rare word of it rather than several that everybody says', () => {
    expect(rank('It happened at the stop of the electrician.')[0]).toBe(65);
  });

  test('all share a term with it', () => {
    expect(rank('It was about the electrician.')).toEqual([65]);
    expect(rank('Ann said so.')).toEqual([]);
  });
});
