import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseExport } from '../../../../src/io/import/import-chat.ts';
import { readable } from '../../../../src/io/import/records.ts';
import { toRefusal } from '../refusal.ts';

const source = readFileSync(new URL('../../../fixtures/import/bake-sale.jsonl', import.meta.url), 'utf8');

const good = { author: 'Mia', time: '2026-03-09T14:32:00Z', text: 'yes' };

function readOne(changes: object) {
  const result = parseExport(JSON.stringify({ ...good, ...changes }), 'x.jsonl');
  return { ...result, message: result.conversation.messages[0] };
}

describe('a JSON Lines file', () => {
  test('has no spoilers: bars stay as typed, and marks that somebody typed are removed', () => {
    expect(readOne({ text: 'a ||b|| \ue0f0c\ue0f1' }).message?.text).toBe('a ||b|| c');
  });

  test('reads as messages, with or without ids, names and Windows line ends', () => {
    const { conversation, notices } = parseExport(source, 'bake-sale.jsonl');
    expect(conversation.source).toEqual({
      type: 'json_lines',
      title: 'bake-sale',
      channelIds: ['kitchen'],
    });
    expect(conversation.unreadable).toBe(0);
    expect(conversation.messages.map(message => JSON.stringify(message)).join('\n')).toMatchInlineSnapshot(`
      "{"kind":"said","forwarded":false,"attachments":[],"reactions":[],"id":"a1","author":{"id":"Mia","name":"Mia","bot":false},"time":"2026-03-09T14:32:00.000Z","text":"The oven at the community kitchen is broken again. Bake sale on Friday or do we move it?","channel":{"id":"kitchen","title":"Kitchen crew"}}
      {"kind":"said","forwarded":false,"attachments":[],"reactions":[{"name":"👍","count":2},{"name":"🎂","count":1}],"id":"a2","author":{"id":"u2","name":"Omar","bot":false},"time":"2026-03-09T13:33:10.000Z","text":"Move it to Saturday, my neighbor lends us hers","replyTo":"a1","channel":{"id":"kitchen","title":"Kitchen crew"}}
      {"kind":"said","forwarded":false,"attachments":[],"reactions":[],"id":"line-3","author":{"id":"Mia","name":"Mia","bot":false},"time":"2026-03-09T14:35:00.000Z","text":"ok","replyTo":"a2"}
      {"kind":"said","forwarded":false,"attachments":[{"name":"poster%201.png","type":"image/*"},{"name":"prices","type":"text/plain"}],"reactions":[],"id":"393770898347131053","author":{"id":"7","name":"さくら","bot":false},"time":"2026-03-09T14:36:40.123Z","text":"土曜日でお願いします。写真を送ります\\n[image: poster%201.png]\\n[file: prices]","thread":{"id":"posters","title":"posters"},"url":"https://chat.example/m/4"}
      {"kind":"said","forwarded":false,"attachments":[],"reactions":[{"name":"🔥","count":1}],"id":"5","author":{"id":"Oven Bot","name":"Oven Bot","bot":true},"time":"2026-03-09T15:00:00.000Z","editedTime":"2026-03-09T15:00:00.000Z","text":"Oven 2: fault E17"}"
    `);
    expect(notices).toMatchInlineSnapshot(`
      [
        "bake-sale.jsonl: 1 time without a zone read as UTC, the first is line 6.",
      ]
    `);
  });

  test('gives every record of a list on one line its own id', () => {
    const records = ['One.', 'Two.', 'Three.'].map(text => ({
      author: 'Ann',
      time: '2026-03-01T10:00:00Z',
      text,
    }));
    const { messages } = parseExport(JSON.stringify(records), 'list.json').conversation;
    expect(messages.map(({ id }) => id)).toEqual(['record-1', 'record-2', 'record-3']);
  });

  test('keeps all digits of a long number that is an id', () => {
    const line =
      '{"id": 1393770898347131053, "reply_to": 1393770898347131051, "author": "Mia", "time": 1773066900, "text": "yes"}';
    for (const text of [line, `[${line}]`]) {
      expect(parseExport(text, 'x').conversation.messages[0]).toMatchObject({
        id: '1393770898347131053',
        replyTo: '1393770898347131051',
      });
    }
  });

  test.each([
    ['javascript:alert(1)', undefined],
    ['https://a.example/x y', 'https://a.example/x%20y'],
    [null, undefined],
  ])('of the address %s, only one of the web is kept', (url, kept) => {
    expect(readOne({ url }).message?.url).toBe(kept);
  });

  test('takes an edit as a flag or as a time', () => {
    expect(readOne({ edited: true }).message?.editedTime).toBe('2026-03-09T14:32:00.000Z');
    expect(readOne({ edited: '2026-03-09T15:00:00Z' }).message?.editedTime).toBe('2026-03-09T15:00:00.000Z');
    expect(readOne({ edited: false }).message?.editedTime).toBeUndefined();
  });

  test('names the first lines that are no messages, and counts the rest', () => {
    const bad = [
      'not json',
      '{"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "half',
      JSON.stringify({ ...good, time: 'yesterday' }),
      JSON.stringify({ user: 'Mia', time: good.time, text: 'hi' }),
      JSON.stringify({ ...good, author: { id: 4 } }),
      JSON.stringify({ ...good, reactions: { '👍': 'two' } }),
      '42',
    ];
    const { conversation, notices } = parseExport([JSON.stringify(good), ...bad].join('\n'), 'x.jsonl');
    expect(conversation.unreadable).toBe(7);
    expect(notices.join('\n')).toMatchInlineSnapshot(`
      "x.jsonl, line 2 was skipped: it is not valid JSON.
      x.jsonl, line 3 was skipped: it is not valid JSON.
      x.jsonl, line 4 was skipped: "time" should be an ISO date such as "2026-03-09T14:32:00Z" or a Unix time, but is "yesterday".
      x.jsonl, line 5 was skipped: "author" should be a name, or an object with a "name", but is missing.
      x.jsonl, line 6 was skipped: "author" should be a name, or an object with a "name", but is an object.
      x.jsonl: and 2 more records were skipped."
    `);
  });

  test('with mostly invalid lines is refused, with their number', async () => {
    const line = JSON.stringify(good);
    const half = [line, 'x', line, '{"author":'].join('\n\n');
    expect(parseExport(half, 'x.md').conversation).toMatchObject({ unreadable: 2 });
    expect(await toRefusal(() => parseExport(`${half}\n}`, 'x.md'))).toBe(
      `format_unknown: x.md is not a conversation that Footnote can read: 3 of its 5 lines are not JSON. It reads ${readable}`,
    );
  });
});
