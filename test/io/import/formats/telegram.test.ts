import { describe, expect, test } from 'vitest';
import { maskSpoilers } from '../../../../src/core/conversation/spoilers.ts';
import { parseExport } from '../../../../src/io/import/import-chat.ts';
import { toRefusal } from '../refusal.ts';

const at = (minute: number) => ({ id: minute, type: 'message', date: `2026-03-09T09:0${minute}:00` });
const tom = { from: 'Tom', from_id: 'user2' };
const messages = [
  { ...at(0), type: 'service', date_unixtime: '1773043200', actor: 'Mia', action: 'create_group', text: '' },
  {
    ...{
      ...at(1),
      date_unixtime: '1773043260',
      edited: '2026-03-09T09:05:00',
      from: 'Mia',
      from_id: 'user1',
    },
    text: [
      'Plan: ',
      { type: 'text_link', text: 'the map', href: 'https://maps.example/a' },
      ' ',
      { type: 'bold', text: 'now' },
    ],
    reactions: [{ type: 'emoji', count: 2, emoji: '👍' }],
  },
  { ...at(2), ...tom, reply_to_message_id: 1, text: 'ok' },
  { ...at(3), ...tom, forwarded_from: 'News', text: 'Rain' },
  { ...at(4), ...tom, photo: 'photos/photo_1.jpg', text: 'Lake' },
  { ...at(5), ...tom, media_type: 'voice_message', file: 'voice/1.ogg', text: '' },
  {
    ...{ ...at(6), from: null, from_id: 'user3', text: '' },
    poll: { question: 'When?', closed: false, answers: [{ text: 'Fri', voters: 2, chosen: false }] },
  },
  { ...at(7), ...tom, date: 'soon', text: 'lost' },
];
const chat = { name: 'Trip', type: 'private_group', id: 7, messages };
const text = JSON.stringify(chat, null, 1);

function readOne(changes: object) {
  const message = { ...messages[2], reply_to_message_id: undefined, ...changes };
  const [read] = parseExport(JSON.stringify({ ...chat, messages: [message] }), 'result.json').conversation
    .messages;
  return read;
}

describe('a Telegram export', () => {
  test('hides spoilers, as those of Discord are hidden', () => {
    const read = readOne({ text: ['She ', { type: 'spoiler', text: 'wins' }, ' at the end, \ue0f0ok'] });
    expect(maskSpoilers(read?.text ?? '')).toBe('She [spoiler] at the end, ok');
  });

  test('keeps replies in the chat, and not those to messages of other chats', () => {
    expect(readOne({ reply_to_message_id: 2 })?.replyTo).toBe('2');
    expect(readOne({ reply_to_message_id: 2, reply_to_peer_id: 'channel99' })).not.toHaveProperty('replyTo');
  });

  test('is read with replies, forwards, media, polls and reactions', () => {
    const { conversation, notices } = parseExport(text, 'result.json', { zone: 'Europe/Berlin' });
    expect(conversation.source).toEqual({ type: 'telegram', title: 'Trip', channelIds: [] });
    expect(
      conversation.messages.map(each => [
        each.id,
        each.kind,
        each.author.name,
        each.time.slice(11, 16),
        each.text,
      ]),
    ).toEqual([
      ['0', 'system', 'Mia', '08:00', ''],
      ['1', 'said', 'Mia', '08:01', 'Plan: the map (https://maps.example/a) now'],
      ['2', 'said', 'Tom', '08:02', 'ok'],
      ['3', 'said', 'Tom', '08:03', '[forwarded] Rain'],
      ['4', 'said', 'Tom', '08:04', 'Lake\n[image: photo_1.jpg]'],
      ['5', 'said', 'Tom', '08:05', '[voice message]'],
      ['6', 'said', 'Deleted account', '08:06', '[poll: When? — Fri (2)]'],
    ]);
    expect(conversation.messages[1]).toMatchObject({
      editedTime: '2026-03-09T08:05:00.000Z',
      reactions: [{ name: '👍', count: 2 }],
    });
    expect(conversation.messages[2]?.replyTo).toBe('1');
    expect(conversation.messages[3]?.forwarded).toBe(true);
    expect(conversation.unreadable).toBe(1);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/^result\.json, record 8 was skipped: "date" should be a time/);
  });

  test('of all chats is refused', async () => {
    const all = JSON.stringify({ about: 'Here is the data', chats: { list: [chat] } });
    expect(await toRefusal(() => parseExport(all, 'result.json'))).toBe(
      'format_unknown: result.json contains all chats of Telegram. Open one chat in Telegram Desktop and export it alone.',
    );
  });
});

test('phone numbers in names, texts, polls and titles are masked unless they are to be shown', () => {
  const number = '+49 171 1234567';
  const file = JSON.stringify({
    name: `Chat with ${number}`,
    type: 'personal_chat',
    id: 7,
    messages: [
      {
        id: 1,
        type: 'message',
        date: '2026-03-09T09:00:00',
        from: number,
        from_id: 'user1',
        text: ['Call ', { type: 'phone', text: '0171 1234567' }, ' at 10:30'],
        poll: { question: `${number}?`, answers: [{ text: 'wa.me/491711234567', voters: 1 }] },
      },
    ],
  });
  const masked = JSON.stringify(parseExport(file, 'result.json').conversation);
  expect(masked).not.toMatch(/1234567|0171/);
  expect(masked).toContain(' at 10:30');
  const shown = parseExport(file, 'result.json', { zone: 'UTC', showNumbers: true }).conversation;
  expect(shown.messages[0]?.author.name).toBe(number);
});
