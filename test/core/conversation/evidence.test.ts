import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareSnowflakes,
  type Evidence,
  toEvidence,
  toParticipants,
  toReplyPositions,
} from '../../../src/core/conversation/evidence.ts';
import { type Conversation, type Message, mergeExports } from '../../../src/core/conversation/message.ts';
import { scale } from '../../scale.ts';
import { conversationOf, say, toSnowflake, toTime } from './messages.ts';

function read(...messages: readonly Message[]): Evidence {
  return toEvidence(conversationOf(messages));
}

function toTexts({ messages }: Evidence): readonly string[] {
  return messages.map(({ text }) => text);
}

describe('the order of evidence', () => {
  test('is oldest first by Discord id, even where the times that were told disagree', () => {
    const late = say('ann', '09:30', 'late', { id: toSnowflake(toTime('09:30')) });
    const early = say('ann', '09:45', 'early', { id: toSnowflake(toTime('09:10')) });
    const oldest = say('ann', '09:00', 'oldest', { id: '41771983423143937' });
    expect(toTexts(read(late, early, oldest))).toEqual(['oldest', 'early', 'late']);
  });

  test('is of one channel or thread after the other, in the order in which they begin', () => {
    const [general, random] = [
      { id: 'c1', title: '#general' },
      { id: 'c2', title: '#random' },
    ];
    const messages = [
      say('ann', '09:00', 'r1', { channel: random }),
      say('ann', '09:10', 'g1', { channel: general }),
      say('bob', '09:20', 'r2', { channel: random }),
      say('bob', '09:30', 't1', { channel: random, thread: { id: 't', title: 'songs' } }),
      say('bob', '09:40', 'g2', { channel: general }),
    ];
    expect(toTexts(read(...messages))).toEqual(['r1', 'r2', 'g1', 'g2', 't1']);
  });

  test('is by time where one id does not carry it, and as read where times agree', () => {
    const messages = [
      say('ann', '09:30', 'c'),
      say('bob', '09:10', 'a', { id: 'line-2' }),
      say('ann', '09:20', 'b1', { id: 'line-9' }),
      say('ann', '09:20', 'b2', { id: 'line-1' }),
      say('ann', '09:20', 'b3', { id: 'line-5' }),
    ];
    expect(toTexts(read(...messages))).toEqual(['a', 'b1', 'b2', 'b3', 'c']);
  });

  test('compares Discord ids by number though they differ in length', () => {
    const ids = ['1481234567890123456', '381870553235193857', '99999999999999999', '1099511627776000001'];
    expect([...ids].sort(compareSnowflakes)).toEqual(
      [...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)),
    );
    expect(compareSnowflakes('381870553235193857', '381870553235193857')).toBe(0);
  });
});

describe('of messages read twice', () => {
  const id = toSnowflake(toTime('09:00'));
  const first = say('ann', '09:00', 'ship it', { id });
  const edited = say('ann', '09:00', 'ship it on Monday', { id, editedTime: toTime('09:05') });
  const again = say('ann', '09:00', 'ship it on Friday', { id, editedTime: toTime('09:07') });

  test.each([[[first, edited, again]], [[again, edited, first]], [[edited, again, first]]])(
    'the one edited last stays, the others are counted',
    messages => {
      const evidence = read(...messages);
      expect(toTexts(evidence)).toEqual(['ship it on Friday']);
      expect(evidence.omitted).toEqual([{ reason: 'duplicate', count: 2 }]);
      expect(evidence.available).toBe(3);
    },
  );
});

describe('a window', () => {
  const all = conversationOf([
    say('ann', '09:00', 'before'),
    say('ann', '09:10', 'first'),
    say('ann', '09:20', 'last'),
    say('ann', '09:20:00.001', 'after'),
  ]);

  test('includes both its ends', () => {
    const evidence = toEvidence(all, { from: toTime('09:10'), to: toTime('09:20') });
    expect(toTexts(evidence)).toEqual(['first', 'last']);
    expect(evidence.omitted).toEqual([{ reason: 'outside_window', count: 2 }]);
  });
});

describe('what is left out', () => {
  test('is bots, system messages and empty ones, each counted by its reason, in a fixed order', () => {
    const evidence = toEvidence(
      conversationOf(
        [
          say('ann', '09:00', ''),
          say('GitHub', '09:01', 'build passed', { bot: true }),
          say('Discord', '09:02', 'ann joined', { kind: 'system' }),
          say('GitHub', '09:03', 'build failed', { bot: true }),
          say('GitHub', '09:04', '', { bot: true }),
          say('ann', '09:05', 'hello'),
        ],
        2,
      ),
    );
    expect(evidence.omitted).toEqual([
      { reason: 'unreadable', count: 2 },
      { reason: 'system', count: 1 },
      { reason: 'bot', count: 2 },
      { reason: 'empty', count: 2 },
    ]);
    expect(evidence.available).toBe(8);
    expect(toTexts(evidence)).toEqual(['hello']);
  });

  test.each([
    '+1',
    'LGTM',
    'Approved.',
    '👍',
    '❤️',
    'https://example.org/spec?q=1#top',
    '同意します',
    '賛成です',
    '好的，就这么办',
    'k',
    '?',
    '...',
    '🇩🇪',
    '[image: plan.png]',
    '0',
  ])('is never a short message such as “%s”', text => {
    expect(toTexts(read(say('ann', '09:00', text)))).toEqual([text]);
  });

  test.each(['', ' ', '\n\n', '\u200b', '\u200d\ufe0f', '\u3164', '\u2800 \u2060', '\u00a0'])(
    'is a message that shows nothing: %j',
    text => {
      expect(read(say('ann', '09:00', text)).omitted).toEqual([{ reason: 'empty', count: 1 }]);
    },
  );
});

describe('a bot or the system', () => {
  const build = say('GitHub', '09:00', 'build 812 failed', { bot: true });
  const joined = say('Discord', '09:01', 'bob joined', { kind: 'system' });

  test('stands as context where a person answers it', () => {
    const evidence = read(
      build,
      joined,
      say('ann', '09:02', 'flaky test again', { replyTo: build.id }),
      say('ann', '09:03', 'welcome!', { replyTo: joined.id }),
    );
    expect(evidence.messages.map(({ text, context }) => [text, context])).toEqual([
      ['build 812 failed', true],
      ['bob joined', true],
      ['flaky test again', false],
      ['welcome!', false],
    ]);
    expect(evidence.omitted).toEqual([]);
  });

  test('does not where the answer is itself left out, as empty or outside the window', () => {
    const answer = say('ann', '10:00', 'flaky test again', { replyTo: build.id });
    const narrow = toEvidence(conversationOf([build, answer]), { to: toTime('09:30') });
    expect(narrow.omitted).toEqual([
      { reason: 'outside_window', count: 1 },
      { reason: 'bot', count: 1 },
    ]);
    expect(read(build, { ...answer, text: ' ' }).messages).toEqual([]);
  });
});

test('replies are given as positions, and only of earlier messages of the evidence', () => {
  const question = say('ann', '09:00', 'which board?');
  const evidence = read(
    question,
    say('bob', '09:01', 'rev D', { replyTo: question.id }),
    say('bob', '09:02', 'see above', { replyTo: '381870553235193857' }),
    say('bob', '09:03', 'as I will say', { replyTo: toSnowflake(toTime('09:04')) }),
    say('ann', '09:04', 'thanks'),
  );
  expect([...toReplyPositions(evidence)]).toEqual([[2, 1]]);
});

describe('participants', () => {
  test('are people, busiest first, by the name they had last', () => {
    const build = say('GitHub', '09:00', 'failed', { bot: true });
    const evidence = read(build, say('ann', '09:01', 'a', { replyTo: build.id }), say('bob', '09:02', 'b'), {
      ...say('bob', '09:03', 'c'),
      author: { id: 'id-bob', name: 'Bob 🦊', bot: false },
    });
    expect(toParticipants(evidence)).toEqual([
      { id: 'id-bob', name: 'Bob 🦊', messageCount: 2 },
      { id: 'id-ann', name: 'ann', messageCount: 1 },
    ]);
  });
});

/** Messages of every sort in a random order: ids by minute, so that some come twice. */
const anyMessages = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 59 }),
    by: fc.constantFrom('ann', 'bob'),
    text: fc.constantFrom('', ' ', 'ok', '賛成', 'see you'),
    bot: fc.boolean(),
    system: fc.boolean(),
    edited: fc.option(fc.integer({ min: 0, max: 59 }), { nil: undefined }),
    replyTo: fc.option(fc.integer({ min: 0, max: 59 }), { nil: undefined }),
  }),
  { maxLength: 40, size: 'max' },
);

const toMinute = (minute: number) => toTime(`09:${String(minute).padStart(2, '0')}`);

function toAny(told: typeof anyMessages extends fc.Arbitrary<infer T> ? T : never): readonly Message[] {
  return told.map(({ minute, by, text, bot, system, edited, replyTo }) =>
    say(by, toMinute(minute), text, {
      bot,
      kind: system ? 'system' : 'said',
      ...(edited !== undefined && { editedTime: toMinute(edited) }),
      ...(replyTo !== undefined && { replyTo: toSnowflake(toMinute(replyTo)) }),
    }),
  );
}

describe('any conversation', () => {
  test('every message is either in the evidence or counted, and positions run from one on', () => {
    const window = fc.record(
      {
        from: fc.integer({ min: 0, max: 59 }).map(toMinute),
        to: fc.integer({ min: 0, max: 59 }).map(toMinute),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyMessages, window, fc.nat(3), (told, range, unreadable) => {
        const evidence = toEvidence(conversationOf(toAny(told), unreadable), range);
        const left = evidence.omitted.reduce((sum, { count }) => sum + count, 0);
        expect(evidence.messages.length + left).toBe(evidence.available);
        expect(evidence.available).toBe(told.length + unreadable);
        expect(evidence.messages.map(({ position }) => position)).toEqual(
          evidence.messages.map((_, index) => index + 1),
        );
        expect(evidence.omitted.every(({ count }) => count > 0)).toBe(true);
      }),
    );
  });
});

const conversation = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 40 }).map((gaps): Conversation => {
  let minute = 0;
  const messages = gaps.map((gap, index) => {
    minute += gap;
    const at = new Date(Date.UTC(2026, 2, 9) + minute * 60_000).toISOString();
    return say('Mia', at, `${index}`, { id: String(index) });
  });
  return conversationOf(messages);
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
