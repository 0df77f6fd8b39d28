import { describe, expect, test } from 'vitest';
import { createSourceIndex, rankSources, type SourceQuery } from '../../../src/core/check/source-index.ts';
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
const rank = (query: SourceQuery) => rankSources(query, index).map(({ position }) => position);

describe('the messages that a statement may rest on', () => {
  test('come first where its matter is discussed', () => {
    expect(rank({ text: 'Lights and dimmer are for the electrician.' }).slice(0, 2)).toEqual([65, 63]);
  });

  test('are found around what the statement belongs to', () => {
    const text = 'The curtain came up.';
    expect(rank({ text })[0]).toBe(1);
    const ranked = rank({ text, about: 'the lights and the dimmer' });
    expect(ranked.indexOf(64)).toBeLessThan(ranked.indexOf(1));
  });

  test('are rather by the people it names', () => {
    expect(rank({ text: 'Cem spoke of the dimmer.' })[0]).toBe(63);
  });

  test('include the answer to what it is about', () => {
    expect(rank({ text: 'Cem repairs the lights.' }).slice(0, 3)).toContain(66);
  });

  test('all share a term with it, or answer one that does', () => {
    expect(rank({ text: 'It was about the electrician.' })).toEqual([65]);
    expect(rank({ text: 'Ann said so.' })).toEqual([]);
  });
});
