import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EvidenceMessage, toEvidence } from '../../../src/core/conversation/evidence.ts';
import { cutWindows, estimateMessage, type WindowSize } from '../../../src/core/windows/cut.ts';
import { selectClaims, toGroups } from '../../../src/core/windows/merge.ts';
import { toWindowContent, toWindows } from '../../../src/core/windows/window.ts';
import { makeConversation } from '../../bench/conversation.ts';
import { sure } from '../../sure.ts';
import { type Line, talk } from '../talk.ts';

const size: WindowSize = { spacing: 500, most: 2_000 };

function cut(evidence: ReturnType<typeof toEvidence>, by = size) {
  return cutWindows(evidence, by);
}

function countTokens(window: readonly EvidenceMessage[]): number {
  return window.reduce((sum, message) => sum + estimateMessage(message), 0);
}

const toIds = (window: readonly EvidenceMessage[]) => window.map(({ id }) => id).join(' ');

describe('windows', () => {
  test('hold every message once, in order, at its position in the whole evidence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer(), (count, seed) => {
        const evidence = toEvidence(makeConversation(count, seed));
        expect(cut(evidence).flat()).toEqual(evidence.messages);
      }),
      { numRuns: 20 },
    );
  });

  test('have a fair length: none above the most, none but the last of a few messages', () => {
    const windows = cut(toEvidence(makeConversation(5_000)));
    const tokens = windows.map(countTokens);
    expect(Math.max(...tokens)).toBeLessThanOrEqual(size.most);
    expect(Math.min(...tokens.slice(0, -1))).toBeGreaterThanOrEqual(size.spacing / 2);
    const mean = tokens.reduce((sum, each) => sum + each, 0) / tokens.length;
    expect(mean).toBeGreaterThan(1.2 * size.spacing);
    expect(mean).toBeLessThan(2.5 * size.spacing);
  });

  test('are cut at the longest silence', () => {
    const chat = (topic: string, after: number): readonly Line[] =>
      Array.from({ length: 30 }, (_, index) => ({
        say: `${index % 2 === 0 ? 'Ann' : 'Bob'}: ${topic} number ${index}`,
        after: index === 0 ? after : 1,
      }));
    const windows = cut(talk(...chat('tents', 1), ...chat('boats', 300), ...chat('maps', 200)));
    expect(windows.map(([first]) => first?.text)).toEqual([
      'tents number 0',
      'boats number 0',
      'maps number 0',
    ]);
  });

  test.each([
    ['an inserted message', 0.5],
    ['a message at the beginning', 0],
  ])('stay the same but for a few around %s', (_, at) => {
    const conversation = makeConversation(3_000);
    const index = Math.floor(conversation.messages.length * at);
    const model = sure(conversation.messages.slice(index)[0]);
    const { replyTo: _reply, ...rest } = model;
    const added = { ...rest, id: `${model.id.slice(0, -1)}1`, text: 'One more thing about the tents.' };
    const messages = conversation.messages.toSpliced(index + 1, 0, added);
    const before = cut(toEvidence(conversation)).map(toIds);
    const after = cut(toEvidence({ ...conversation, messages })).map(toIds);
    expect(after.filter(each => !before.includes(each)).length).toBeLessThanOrEqual(3);
    expect(before.length).toBeGreaterThan(50);
  });

  test('change only at the end where messages are added, and at the beginning where old ones are no longer read', () => {
    const { messages, ...rest } = makeConversation(3_000);
    const before = cut(toEvidence({ ...rest, messages: messages.slice(0, 2_900) })).map(toIds);
    const after = cut(toEvidence({ ...rest, messages: messages.slice(100) })).map(toIds);
    const kept = after.map(each => before.includes(each));
    expect(kept.lastIndexOf(true) - kept.indexOf(true) + 1).toBe(kept.filter(Boolean).length);
    expect(kept.indexOf(true)).toBeLessThanOrEqual(2);
    expect(before.length - 1 - before.indexOf(after[kept.lastIndexOf(true)] ?? '')).toBeLessThanOrEqual(3);
  });

  test('are cut also where all messages have the same time, and say the same', () => {
    const lines = Array.from({ length: 600 }, (_, index) => ({ say: `Ann: ok ${index % 3}`, after: 0 }));
    const windows = cut(talk(...lines));
    expect(Math.max(...windows.map(countTokens))).toBeLessThanOrEqual(size.most);
  });

  test('leave a message that is too long alone', () => {
    const windows = cut(talk('Ann: one', `Bob: ${'word '.repeat(4_000)}`, 'Carol: two'));
    expect(windows.flat()).toHaveLength(3);
    expect(windows.length).toBeGreaterThan(1);
  });
});

const filler = (count: number, after = 1): readonly Line[] =>
  Array.from({ length: count }, (_, index) => ({
    say: `${index % 2 === 0 ? 'Ann' : 'Bob'}: the weather was fine that day ${index}`,
    after: index === 0 ? after : 1,
  }));
const small = { spacing: 400, most: 1_600 };

/** What the last window carries. */
function toCarriedTexts(...lines: readonly Line[]) {
  const last = toWindows(talk(...lines), small).at(-1);
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
    const toContents = (more: readonly Line[]) => toWindows(talk(...more), small).map(toWindowContent);
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
    const window = toWindows(talk(...lines), small).at(-1);
    const [carried] = window?.carried ?? [];
    expect(carried).toMatchObject({ position: 3, earlier: true, context: true });
    if (window === undefined) throw new Error('no window');
    expect(toWindowContent(window)).not.toBe(toWindowContent({ ...window, carried: [] }));
  });
});

test('the content of a window holds no position, and changes with every part of a message that is sent', () => {
  const [window] = toWindows(talk(...filler(20)), small);
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

test('claims that code selects are the weightiest and latest, in their order', () => {
  const toClaim = (kind: 'fact' | 'decision', confidence = 1) => ({ kind, confidence });
  const claims = [toClaim('decision', 0.1), toClaim('decision'), toClaim('fact'), toClaim('fact')];
  const [, decision, , last] = claims;
  expect(selectClaims(claims, 2)).toEqual([decision, last]);
  expect(selectClaims(claims, 2)[1]).toBe(last);
  expect(selectClaims(claims, 10)).toEqual(claims);
});

describe('groups', () => {
  const keys = Array.from({ length: 200 }, (_, index) => ({
    key: (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0'),
  }));
  const size = { least: 4, most: 9 };

  test('hold every item once, and a fair number each', () => {
    const groups = toGroups(keys, size);
    expect(groups.flat()).toEqual(keys);
    for (const group of groups.slice(0, -1)) expect(group.length).toBeGreaterThanOrEqual(size.least);
    for (const group of groups) expect(group.length).toBeLessThan(size.most + size.least);
    expect(toGroups(keys.slice(0, 2), size)).toEqual([keys.slice(0, 2)]);
  });

  test('stay the same but for a few where an item is added or removed', () => {
    const toNames = (items: typeof keys) =>
      toGroups(items, size).map(group => group.map(({ key }) => key).join(' '));
    const before = toNames(keys);
    for (const at of [0, 60, 150]) {
      for (const items of [keys.toSpliced(at, 1), keys.toSpliced(at, 0, { key: 'fffffff1' })]) {
        expect(toNames(items).filter(name => !before.includes(name)).length).toBeLessThanOrEqual(5);
      }
    }
  });
});
