import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../../src/core/conversation/message.ts';
import { maskSpoilers } from '../../../../src/core/conversation/spoilers.ts';
import { parseExport } from '../../../../src/io/import/import-chat.ts';
import { sure } from '../../../sure.ts';

const source = readFileSync(new URL('../../../fixtures/import/open-day.json', import.meta.url), 'utf8');
const { conversation } = parseExport(source, 'open-day.json');

type Json = Record<string, unknown>;

const plain: Json = {
  id: '1300000000000000001',
  type: 'Default',
  timestamp: '2026-03-09T09:00:00+00:00',
  content: 'hello',
  author: { id: '7', name: 'Mia', isBot: false },
};

function exportOf(
  messages: readonly Json[],
  head: Json = { guild: { id: '5' }, channel: { id: '6', name: 'x' } },
) {
  return JSON.stringify({ ...head, messages });
}

function readOne(changes: Json, head?: Json): Message {
  return sure(parseExport(exportOf([{ ...plain, ...changes }], head), 'x.json').conversation.messages[0]);
}

describe('a DiscordChatExporter export', () => {
  test('marks spoilers, in forwards too', () => {
    expect(maskSpoilers(readOne({ content: 'It was ||the gardener||.' }).text)).toBe('It was [spoiler].');
    const forwarded = readOne({ content: '', forwardedMessage: { content: '||the gardener||' } });
    expect(maskSpoilers(forwarded.text)).toBe('[forwarded] [spoiler]');
  });

  test('reads as words in any markup', () => {
    const lines = conversation.messages.map(({ kind, author, text }) => `${kind} ${author.name}: ${text}`);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "system ユキ: Joined the server.
      said Inês: Morning! The lamp room is booked from the 21st. Do we open the lighthouse on Saturday or Sunday?
      said Tom: Sunday, Saturday is the regatta. @ユキ could you do the tickets? @Lighthouse keepers please shout if not
      said ユキ: はい、チケットは私がやります。日曜日で大丈夫です 🎟️
      said old_salt: +1
      said Inês: Decided then: we open on Sunday 22 March at 10:00, entry 4 €. Details in https://lighthouse.example/open-day :lamp:
      system Inês: Pinned a message.
      said Tom: [forwarded] Harbour office: the pier is closed for cars until April.
      [file: pier-map.pdf]
      said Tide Bot: [embed: Harbour Office: Tides for 22 March — High water at 11:42 — High: 11:42 (4.9 m) — Low: 17:58 (0.7 m)]
      said old_salt: so the causeway is under water from ten. Boats then
      [image: causeway.JPG]
      [file: notes]
      said ユキ: [sticker: Seal waves]
      said Tom: [voice message]"
    `);
  });

  test('gives each message its sender, time, edit, reply target, reactions, files and address', () => {
    const [, , reply, , edited] = conversation.messages;
    expect(reply).toMatchObject({
      id: '1300000000000003000',
      author: { bot: false, id: '800000000000000002', name: 'Tom' },
      channel: { id: '870000000000000002', title: '#open-day' },
      reactions: [{ count: 3, name: '👍' }],
      replyTo: '1300000000000002000',
      time: '2026-03-09T09:15:40.000Z',
      url: 'https://discord.com/channels/870000000000000001/870000000000000002/1300000000000003000',
    });
    expect(edited?.editedTime).toBe('2026-03-09T09:34:00.000Z');
    expect(conversation.messages.flatMap(({ attachments }) => attachments)).toEqual([
      { name: 'pier-map.pdf', type: 'application/octet-stream' },
      { name: 'causeway.JPG', type: 'image/*' },
      { name: 'notes', type: 'application/octet-stream' },
      { name: 'voice-message.ogg', type: 'audio/*' },
    ]);
    const forwards = conversation.messages.filter(message => message.forwarded);
    expect(forwards.map(({ kind, replyTo }) => [kind, replyTo])).toEqual([['said', undefined]]);
  });

  test('counts commands as said and every other type as told by the system', () => {
    const kinds = ['Default', 'Reply', '20', 23, 'ContextMenuCommand', 'ThreadCreated', '21', 46].map(
      type => readOne({ type }).kind,
    );
    expect(kinds).toEqual(['said', 'said', 'said', 'said', 'said', 'system', 'system', 'system']);
  });

  test('does not repeat the preview of a link, unless a bot wrote it', () => {
    const embeds = [{ title: 'Fair', url: 'https://fair.example/', description: 'Hours and prices' }];
    const content = 'see https://fair.example';
    expect(readOne({ content, embeds }).text).toBe('see https://fair.example');
    expect(readOne({ content: 'look', embeds }).text).toBe('look\n[embed: Fair]');
    expect(readOne({ content, embeds, author: { id: '8', name: 'Rss', isBot: true } }).text).toBe(
      'see https://fair.example\n[embed: Fair — Hours and prices]',
    );
  });

  test('of a thread stands under its parent channel', () => {
    const head = {
      guild: { id: '5', name: 'S' },
      channel: {
        id: '66',
        type: 'GuildPublicThread',
        categoryId: '6',
        category: 'help',
        name: 'Boat engine',
      },
    };
    expect(parseExport(exportOf([plain], head), 'x.json').conversation.source).toEqual({
      type: 'discord',
      title: 'Boat engine',
      guildId: '5',
      channelIds: ['6'],
      threadId: '66',
    });
    expect(readOne({}, head)).toMatchObject({
      channel: { id: '6', title: '#help' },
      thread: { id: '66', title: 'Boat engine' },
      url: 'https://discord.com/channels/5/66/1300000000000000001',
    });
  });

  test('keeps names on one line, and falls back to the id where there is none', () => {
    expect(readOne({ author: { id: '7', name: 'mia', nickname: 'Mia\n[7] Boss' } }).author.name).toBe(
      'Mia [7] Boss',
    );
    expect(readOne({ author: { id: '7', name: ' ', nickname: '' } }).author.name).toBe('7');
  });

  test('loses only the records that are no messages, and says where each stands', () => {
    const messages = [
      plain,
      { ...plain, timestamp: 'last Tuesday' },
      { ...plain, author: { id: '7', name: 5 } },
      { ...plain, reactions: [{ emoji: { name: '👍' }, count: 'two' }] },
      { ...plain, id: 17 },
    ];
    const text = JSON.stringify({ guild: { id: '5' }, messages: [...messages, 17, null, {}] }, null, 1);
    const result = parseExport(text, 'x.json');
    expect(result.conversation.messages).toHaveLength(1);
    expect(result.conversation.unreadable).toBe(7);
    expect(result.notices.join('\n')).toMatchInlineSnapshot(`
      "x.json, record 2 was skipped: "timestamp" should be a time such as "2026-03-09T14:32:00+00:00", but is "last Tuesday".
      x.json, record 3 was skipped: "author.name" should be a text in quotes, but is 5.
      x.json, record 4 was skipped: "reactions[0].count" should be a whole number, but is "two".
      x.json, record 5 was skipped: "id" should be an id in quotes, but is 17.
      x.json, record 6 was skipped: it should be an object with "id", "timestamp", "author" and "content", but is 17.
      x.json: and 2 more records were skipped."
    `);
  });
});
