import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectClaims } from '../../src/core/claims/select-claims.ts';
import { type EvidenceMessage, toEvidence } from '../../src/core/conversation/evidence.ts';
import { cutWindows, estimateMessage } from '../../src/core/windows/cut.ts';
import { toWindows } from '../../src/core/windows/window.ts';
import { makeConversation } from '../bench/conversation.ts';
import { type Line, talk } from './talk.ts';

const most = 2_000;

function cut(evidence: ReturnType<typeof toEvidence>, by = most) {
  return cutWindows(evidence, by);
}

function countTokens(window: readonly EvidenceMessage[]): number {
  return window.reduce((sum, message) => sum + estimateMessage(message), 0);
}

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

  test('have a fair length: none above the most, none of a few messages', () => {
    const windows = cut(toEvidence(makeConversation(5_000)));
    const tokens = windows.map(countTokens);
    expect(Math.max(...tokens)).toBeLessThanOrEqual(most);
    expect(Math.min(...tokens)).toBeGreaterThanOrEqual(most / 8);
    const mean = tokens.reduce((sum, each) => sum + each, 0) / tokens.length;
    expect(mean).toBeGreaterThan(0.4 * most);
  });

  test('are cut at the longest silence', () => {
    const chat = (topic: string, after: number): readonly Line[] =>
      Array.from({ length: 30 }, (_, index) => ({
        say: `${index % 2 === 0 ? 'Ann' : 'Bob'}: ${topic} number ${index}`,
        after: index === 0 ? after : 1,
      }));
    const windows = cut(talk(...chat('tents', 1), ...chat('boats', 300), ...chat('maps', 200)), 700);
    expect(windows.map(([first]) => first?.text)).toEqual([
      'tents number 0',
      'boats number 0',
      'maps number 0',
    ]);
  });

  test('are cut also where all messages have the same time, and say the same', () => {
    const lines = Array.from({ length: 600 }, (_, index) => ({ say: `Ann: ok ${index % 3}`, after: 0 }));
    const windows = cut(talk(...lines));
    expect(Math.max(...windows.map(countTokens))).toBeLessThanOrEqual(most);
    expect(windows.length).toBeLessThan(
      (2 * windows.flat().reduce((sum, each) => sum + estimateMessage(each), 0)) / most + 1,
    );
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
const small = 800;

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

  test('is nothing after a long silence', () => {
    expect(toCarriedTexts(...filler(20), 'Dave: Who brings the ladder?', ...filler(20, 300))).toEqual([]);
  });

  test('is marked as earlier, at its own position', () => {
    const lines = [
      ...filler(20),
      ...filler(20, 60),
      { say: 'Carol: as I said', re: 3, after: 60 },
      ...filler(20),
    ];
    const window = toWindows(talk(...lines), small).at(-1);
    const [carried] = window?.carried ?? [];
    expect(carried).toMatchObject({ position: 3, earlier: true, context: true });
  });
});

test('claims that code selects are the weightiest and latest, in their order', () => {
  const toClaim = (kind: 'fact' | 'decision', confidence = 1) => ({ kind, confidence });
  const claims = [toClaim('decision', 0.1), toClaim('decision'), toClaim('fact'), toClaim('fact')];
  const [, decision, , last] = claims;
  expect(selectClaims(claims, 2)).toEqual([decision, last]);
  expect(selectClaims(claims, 2)[1]).toBe(last);
  expect(selectClaims(claims, 10)).toEqual(claims);
});
