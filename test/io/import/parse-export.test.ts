import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/errors.ts';
import { parseExport } from '../../../src/io/import/parse-export.ts';
import { scale } from '../../scale.ts';
import { toRefusal } from './refusal.ts';

describe('a text of another format', () => {
  test.each([
    [
      'Telegram',
      '{"name": "Tent [club] {1}", "type": "private_supergroup", "id": 7, "messages": [{"id": 1, "type": "message"}]}',
    ],
    ['Telegram', '{\n "type": "saved_messages",\n "id": 7,\n "messages": [\n  {\n   "id": 1,'],
    ['Telegram', '{"about": "Here is the data you requested. Remember: …", "chats": {"list": []}}'],
    ['Telegram', '<!DOCTYPE html>\n<html>\n <head>\n  <title>Exported Data</title>'],
    ['Slack', '[{"type": "message", "user": "U1", "text": "[hi] {}", "ts": "1773065520.000100"}]'],
    ['Slack', '[{"id": "U1", "team_id": "T1", "name": "mia", "profile": {}}]'],
    ['Slack', '[{"id": "C1", "name": "general", "creator": "U1", "members": [], "purpose": {}}]'],
  ])('is known for a %s export by %j', async (app, text) => {
    expect(await toRefusal(() => parseExport(text, 'export'))).toMatch(
      `format_unsupported: export is a ${app} export, which is not supported yet. Footnote reads a DiscordChatExporter`,
    );
  });

  test('is not taken for a Telegram or Slack export by a word in a message', () => {
    const line =
      '{"author": "Mia", "time": 1773065520, "text": "\\"type\\": \\"private_group\\"", "ts": "1773065520"}';
    expect(parseExport(`[${line}]`, 'x').conversation.messages).toHaveLength(1);
    expect(parseExport(line, 'x').conversation.messages).toHaveLength(1);
  });

  test.each([
    '12/03/2026, 09:14 - Mia: Morning',
    '\u200e[12.03.26, 09:14:33] Mia: Morgen',
    '3/12/26, 9:14\u202fAM - Mia: Morning',
    '2026-03-12 9:14 p.m. - Mia: hola',
    '[12/03/2026 09:14:33] Mia: ciao',
    '12.03.26, 09:14 - Nachrichten sind Ende-zu-Ende-verschlüsselt.',
    '[2026/3/12 下午9:14:33] 美亚: 早',
    '12. 3. 2026 9:14 - Mia: ahoj',
  ])('is known for a WhatsApp chat by "%s"', async text => {
    expect(await toRefusal(() => parseExport(text, 'chat.txt'))).toMatch(
      /^format_unsupported: chat\.txt is a WhatsApp export, which is not supported yet/,
    );
  });

  test('is refused with what it is and what to do', async () => {
    const texts = {
      'chat.txt': '12/03/2026, 09:14 - Mia: Morning',
      'page.html': '<!DOCTYPE html>\n<html lang="en">',
      'table.csv': 'AuthorID,Author,Date,Content,Attachments,Reactions\n"1","Mia","2026-03-09","hi","",""',
      'plain.txt': `${'='.repeat(62)}\nGuild: Boats\nChannel: general`,
      'letter.txt': 'Dear Mia,\n12 boats came in.',
      'number.json': '42',
      'empty.json': '  \n ',
      'list.json': '[]',
      'settings.json': '{"theme": "dark"}',
      'cut.json': '{"author": "Mia", "ti',
      'summary.json': '{"summary_id": "s_1", "overview": [], "reference_index": []}',
      'pages.json': '[{"embeds": [{}], "components": [], "allowed_mentions": {"parse": []}}]',
    };
    const refusals: string[] = [];
    for (const [name, text] of Object.entries(texts)) {
      refusals.push(await toRefusal(() => parseExport(text, name)));
    }
    expect(refusals.join('\n')).toMatchInlineSnapshot(`
      "format_unsupported: chat.txt is a WhatsApp export, which is not supported yet. Footnote reads a DiscordChatExporter export in JSON (--format Json), or JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unsupported: page.html is a web page. If DiscordChatExporter wrote it, export the channel again with --format Json.
      format_unsupported: table.csv is a DiscordChatExporter export in CSV, which has no replies or links. Export the channel again with --format Json.
      format_unsupported: plain.txt is a DiscordChatExporter export in plain text, which has no ids or replies. Export the channel again with --format Json.
      format_unknown: letter.txt is not a conversation that Footnote can read. It reads a DiscordChatExporter export in JSON (--format Json), or JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unknown: number.json is not a conversation that Footnote can read. It reads a DiscordChatExporter export in JSON (--format Json), or JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      no_messages: empty.json is empty.
      no_messages: list.json contains no readable message. The list is empty. A message looks like this: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      no_messages: settings.json contains no readable message. settings.json, line 1 was skipped: "author" should be a name, or an object with a "name", but is missing. A message looks like this: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      no_messages: cut.json contains no readable message. cut.json is cut off at line 1, column 22, where a closing quote is expected: nothing could be recovered. Save the file again to get them all. A message looks like this: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unsupported: summary.json is a summary that Footnote wrote. Name the file of the conversation instead: a DiscordChatExporter export in JSON (--format Json), or JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unsupported: pages.json is a summary that Footnote wrote. Name the file of the conversation instead: a DiscordChatExporter export in JSON (--format Json), or JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}"
    `);
  });

  test('is told by its content and not by its name', () => {
    const line = '{"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "12/03/2026, 09:14 - Bo: hi"}';
    expect(parseExport(`\uFEFF${line}`, 'page.html').conversation.messages).toHaveLength(1);
  });
});

test('any text whatever is read or refused with a sentence', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    '"messages"',
    '"guild"',
    ':',
    ',',
    '\n',
    '"',
    '\\',
    '1',
    '/*',
    'null',
    '-',
    '\u0000',
  ];
  const jumble = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(parts => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(jumble, fc.string({ unit: 'binary' }), fc.json()), text => {
      try {
        parseExport(text, 'x');
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
      }
    }),
    { numRuns: scale(1_000) },
  );
});
