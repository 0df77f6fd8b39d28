import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Conversation, mergeExports } from '../../../src/core/conversation/message.ts';
import { scale } from '../../scale.ts';

const conversation = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 40 }).map((gaps): Conversation => {
  let minute = 0;
  const messages = gaps.map((gap, index) => {
    minute += gap;
    return {
      id: String(index),
      kind: 'said' as const,
      author: { id: 'mia', name: 'Mia', bot: false },
      time: new Date(Date.UTC(2026, 2, 9) + minute * 60_000).toISOString(),
      text: `${index}`,
      forwarded: false,
      attachments: [],
      reactions: [],
    };
  });
  return { source: { type: 'whatsapp', title: 'Trip', channelIds: [] }, messages, unreadable: 0 };
});

function merge(stored: Conversation, added: Conversation): Conversation {
  const steps = mergeExports(stored, added);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test('two exports of one chat that overlap give all of it, each message once and in order', () => {
  fc.assert(
    fc.property(conversation, fc.nat(), fc.nat(), (whole, a, b) => {
      const count = whole.messages.length;
      const [from = 0, to = 0] = [a % (count + 1), b % (count + 1)].sort((x, y) => x - y);
      const earlier = { ...whole, messages: whole.messages.slice(0, to) };
      const later = { ...whole, messages: whole.messages.slice(from) };
      expect(merge(earlier, later)).toEqual(whole);
      if (from < to) expect(merge(later, earlier)).toEqual(whole);
    }),
    { numRuns: scale(500) },
  );
});
