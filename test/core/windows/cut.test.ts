import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EvidenceMessage, toEvidence } from '../../../src/core/conversation/evidence.ts';
import { cutWindows, estimateMessage, type WindowSize } from '../../../src/core/windows/cut.ts';
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
