import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Message } from '../../../src/core/conversation/message.ts';
import { toStrands } from '../../../src/core/conversation/strands.ts';
import { conversationOf, say } from './messages.ts';

function strandsOf(...messages: readonly Message[]) {
  return toStrands(toEvidence(conversationOf(messages))).strands;
}

const general = { id: '1', title: 'general' };
const random = { id: '2', title: 'random' };
const thread = { id: '3', title: 'release 2.4' };

describe('a strand of talk', () => {
  test('is joined by a reply however late, and however many strands run between', () => {
    const question = say('ann', '09:00', 'which board?');
    expect(
      strandsOf(
        question,
        say('bob', '10:00', 'lunch?'),
        say('carol', '10:01', 'sure'),
        say('dan', '15:00', 'rev D', { replyTo: question.id }),
      ),
    ).toEqual([
      [1, 4],
      [2, 3],
    ]);
  });

  test('ends with 20 minutes of silence', () => {
    expect(
      strandsOf(
        say('ann', '09:00', 'the build is red'),
        say('bob', '09:20', 'still red'),
        say('bob', '09:41', 'green'),
      ),
    ).toEqual([[1, 2], [3]]);
  });

  test('stays in its channel or thread unless somebody replies across', () => {
    const far = say('Dan', '09:00', 'release?', { channel: general, thread });
    expect(
      strandsOf(
        far,
        say('Ann', '09:01', 'lunch?', { channel: general }),
        say('Bob', '09:02', 'new song', { channel: random }),
        say('Carol', '09:03', 'sure', { channel: general }),
        say('Carol', '09:04', 'great song', { channel: random }),
        say('Eve', '09:05', 'today', { channel: random, replyTo: far.id }),
      ),
    ).toEqual([
      [1, 6],
      [2, 3],
      [4, 5],
    ]);
  });
});

test('every position stands in exactly one strand, ascending, and is told to be there', () => {
  const line = fc.record({
    by: fc.constantFrom('ann', 'bob', 'carol'),
    minute: fc.integer({ min: 0, max: 500 }),
    place: fc.constantFrom(general, random),
    inThread: fc.boolean(),
    replyTo: fc.option(fc.nat(30), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30, size: 'max' }), lines => {
      const messages = lines.map(({ by, minute, place, inThread, replyTo }, index) =>
        say(by, new Date(Date.UTC(2026, 2, 9, 9, minute)).toISOString(), 'hm', {
          id: `m${index}`,
          channel: place,
          ...(inThread && { thread }),
          ...(replyTo !== undefined && { replyTo: `m${replyTo}` }),
        }),
      );
      const { strands, of } = toStrands(toEvidence(conversationOf(messages)));
      expect(strands.flat().sort((a, b) => a - b)).toEqual(messages.map((_, index) => index + 1));
      for (const [index, strand] of strands.entries()) {
        expect(strand).toEqual([...strand].sort((a, b) => a - b));
        for (const position of strand) expect(of(position)).toBe(index);
      }
      expect(of(messages.length + 1)).toBe(-1);
    }),
  );
});
