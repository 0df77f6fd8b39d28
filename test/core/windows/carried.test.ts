import { describe, expect, test } from 'vitest';
import { toWindowContent, toWindows } from '../../../src/core/windows/window.ts';
import { type Line, talk } from '../talk.ts';

const filler = (count: number, after = 1): readonly Line[] =>
  Array.from({ length: count }, (_, index) => ({
    say: `${index % 2 === 0 ? 'Ann' : 'Bob'}: the weather was fine that day ${index}`,
    after: index === 0 ? after : 1,
  }));
const size = { spacing: 400, most: 1_600 };

/** What the last window carries. */
function toCarriedTexts(...lines: readonly Line[]) {
  const last = toWindows(talk(...lines), size).at(-1);
  return last?.carried.map(({ text }) => text);
}

describe('what a window carries from before', () => {
  test('is what it answers, however long ago', () => {
    const lines = [
      ...filler(20),
      ...filler(20, 60),
      { say: 'Carol: as I said', re: 3, after: 60 },
      ...filler(20),
    ];
    expect(toCarriedTexts(...lines)).toContain('the weather was fine that day 2');
  });

  test('is what was said just before it', () => {
    const question = 'Dave: Who brings the ladder?';
    const carried = toCarriedTexts(...filler(20), question, ...filler(20, 40));
    expect(carried).toContain('Who brings the ladder?');
  });

  test('does not change with what is said elsewhere or later', () => {
    const lines = [...filler(20), 'Dave: Who brings the ladder?', ...filler(20, 40)];
    const toContents = (more: readonly Line[]) => toWindows(talk(...more), size).map(toWindowContent);
    const [, second] = toContents(lines);
    expect(second).toContain('Who brings the ladder?');
    expect(toContents([...lines, ...filler(20, 120)])[1]).toBe(second);
  });

  test('is nothing after a long silence', () => {
    expect(toCarriedTexts(...filler(20), 'Dave: Who brings the ladder?', ...filler(20, 300))).toEqual([]);
  });

  test('is marked as earlier, at its own position, and part of the content', () => {
    const lines = [
      ...filler(20),
      ...filler(20, 60),
      { say: 'Carol: as I said', re: 3, after: 60 },
      ...filler(20),
    ];
    const window = toWindows(talk(...lines), size).at(-1);
    const [carried] = window?.carried ?? [];
    expect(carried).toMatchObject({ position: 3, earlier: true, context: true });
    if (window === undefined) throw new Error('no window');
    expect(toWindowContent(window)).not.toBe(toWindowContent({ ...window, carried: [] }));
  });
});

test('the content of a window holds no position, and changes with every part of a message that is sent', () => {
  const [window] = toWindows(talk(...filler(20)), size);
  const [first, ...others] = window?.messages ?? [];
  if (!window || !first) throw new Error('no window');
  const toContent = (change: object) =>
    toWindowContent({ ...window, messages: [{ ...first, ...change }, ...others] });
  const same = toContent({});
  expect(toContent({ position: 700, url: 'https://elsewhere.example' })).toBe(same);
  for (const change of [
    { id: 'other' },
    { text: 'other' },
    { editedTime: '2026-03-10T09:00:00.000Z' },
    { author: { ...first.author, name: 'Zoe' } },
    { reactions: [{ name: '👍', count: 3 }] },
    { replyTo: 'm0' },
    { thread: { id: '9', title: 'Boats' } },
  ])
    expect(toContent(change)).not.toBe(same);
});
