import { describe, expect, test } from 'vitest';
import { toContext } from '../../../src/core/verify/context.ts';
import { rankSources, type SourceQuery } from '../../../src/core/verify/sources.ts';
import { type Line, talk } from '../talk.ts';

const chatter: readonly Line[] = Array.from(
  { length: 60 },
  (_, index): Line => `Dora: nothing much happened at stop ${index}, it rains`,
);
const lines: readonly Line[] = [
  'Ann: The curtain, the new curtain, is too short.',
  ...chatter,
  'Bob: Well then, who in the world repairs all of the lights here well before the great premiere?',
  'Cem: The dimmer broke again.',
  'Ann: A curtain as well, by the way.',
  'Bob: The electrician comes for the dimmer and the lights.',
  ...chatter,
  'Cem: The lights of that film, was it 45?',
];
const context = toContext(talk(...lines), { languages: ['en'] });
const rank = (query: SourceQuery) => rankSources(query, context).map(({ position }) => position);

describe('the messages that a statement may rest on', () => {
  test('come first where its matter is spoken of, not where one of its words stands alone', () => {
    expect(rank({ text: 'Lights and dimmer are for the electrician.' })).toEqual([65, 63, 62, 126]);
  });

  test('are found around what the statement belongs to', () => {
    const text = 'The curtain came up.';
    expect(rank({ text })).toEqual([1, 64]);
    const ranked = rank({ text, about: 'the lights and the dimmer' });
    expect(ranked.indexOf(64)).toBeLessThan(ranked.indexOf(1));
  });

  test('are rather by whoever it names, and hold its numbers', () => {
    expect(rank({ text: 'Cem spoke of the dimmer.' })[0]).toBe(63);
    expect(rank({ text: 'The lights of the film cost 45.' })[0]).toBe(126);
  });

  test('all share a telling word with it', () => {
    expect(rank({ text: 'It was about the electrician.' })).toEqual([65]);
    expect(rank({ text: 'Ann said so.' })).toEqual([]);
  });
});
