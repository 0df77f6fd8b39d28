import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/errors.ts';
import { parseExport } from '../../../src/io/import/parse-export.ts';
import { scale } from '../../scale.ts';
import { toRefusal } from './refusal.ts';

describe('a text of another format', () => {
  test('is not taken for a Telegram or Slack export by a word in a message', () => {
    const line =
      '{"author": "Mia", "time": 1773065520, "text": "\\"type\\": \\"private_group\\"", "ts": "1773065520"}';
    expect(parseExport(`[${line}]`, 'x').conversation.messages).toHaveLength(1);
    expect(parseExport(line, 'x').conversation.messages).toHaveLength(1);
  });

  test('is refused with what it is and what to do', async () => {
    const texts = {
      'telegram.html': '<!DOCTYPE html>\n<html>\n <head>\n  <title>Exported Data</title>',
      'page.html': '<!DOCTYPE html>\n<html lang="en">',
      'table.csv': 'AuthorID,Author,Date,Content,Attachments,Reactions\n"1","Mia","2026-03-09","hi","",""',
      'plain.txt': `${'='.repeat(62)}\nGuild: Boats\nChannel: general`,
      'letter.eml': 'Dear Mia,\n12 boats came in.',
      'number.json': '42',
      'empty.json': '  \n ',
      'list.json': '[]',
      'settings.json': '{"theme": "dark"}',
      'package.json': '{"name": "boats", "version": "1.0.0", "scripts": {}}',
      'lines.jsonl': '{"user": 1}\n{"user": 2}',
      'named.json': '[{"user": "Mia", "time": "2026-03-09T14:32:00Z", "content": "hi"}]',
      'cut.json': '{"author": "Mia", "ti',
      'summary.json': '{"summary_id": "s_1", "overview": [], "reference_index": []}',
      'pages.json': '[{"embeds": [{}], "components": [], "allowed_mentions": {"parse": []}}]',
    };
    const refusals: string[] = [];
    for (const [name, text] of Object.entries(texts)) {
      refusals.push(await toRefusal(() => parseExport(text, name)));
    }
    expect(refusals.join('\n')).toMatchInlineSnapshot(`
      "format_unsupported: telegram.html is a Telegram export as a web page. Export the chat again as “Machine-readable JSON”.
      format_unsupported: page.html is a web page. If DiscordChatExporter wrote it, export the channel again with --format Json.
      format_unsupported: table.csv is a DiscordChatExporter export in CSV, which has no replies or links. Export the channel again with --format Json.
      format_unsupported: plain.txt is a DiscordChatExporter export in plain text, which has no ids or replies. Export the channel again with --format Json.
      format_unknown: letter.eml is not a conversation that Footnote can read. It reads exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unknown: number.json is not a conversation that Footnote can read. It reads exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      no_messages: empty.json is empty.
      no_messages: list.json contains no readable message. The list is empty. A message looks like this: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unknown: settings.json is not a conversation that Footnote can read. It reads exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unknown: package.json is not a conversation that Footnote can read. It reads exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unknown: lines.jsonl is not a conversation that Footnote can read. It reads exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      no_messages: named.json contains no readable message. named.json, line 1 was skipped: "author" should be a name, or an object with a "name", but is missing (rename "user" to "author"). A message looks like this: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      file_unreadable: cut.json is cut off at line 1, column 22, where a closing quote is expected. Export it again.
      format_unsupported: summary.json is a summary that Footnote wrote. Name the file of the conversation instead: exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      format_unsupported: pages.json is a summary that Footnote wrote. Name the file of the conversation instead: exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}"
    `);
  });

  test('is told by its content and not by its name', () => {
    const line = '{"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "12/03/2026, 09:14 - Bo: hi"}';
    expect(parseExport(`\uFEFF${line}`, 'page.html').conversation.messages).toHaveLength(1);
  });
});

test('any text is read or refused with a sentence', () => {
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

const pretty = readFileSync(new URL('../../fixtures/import/open-day.json', import.meta.url), 'utf8');
const minified = JSON.stringify(JSON.parse(pretty));

describe('a damaged export', () => {
  test.each([
    { layout: 'indented', text: pretty.trimEnd() },
    { layout: 'on one line', text: minified },
  ])('$layout that was cut off at any byte is refused', async ({ text }) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: text.length - 1 }), async end => {
        expect(await toRefusal(() => parseExport(text.slice(0, end), 'cut.json'))).toMatch(
          /^file_unreadable: cut\.json is cut off at line \d+, column \d+, where .+ is expected\. Export it again\.$/,
        );
      }),
      { numRuns: scale(400) },
    );
  });

  test('that was cut off says where', async () => {
    const cut = (text: string) => toRefusal(() => parseExport(text.slice(0, text.length * 0.4), 'cut.json'));
    expect([await cut(pretty), await cut(minified)].join('\n')).toMatchInlineSnapshot(`
      "file_unreadable: cut.json is cut off at line 206, column 33, where a field name in double quotes is expected. Export it again.
      file_unreadable: cut.json is cut off at line 1, column 3493, where a closing quote is expected. Export it again."
    `);
  });

  test.each([
    ['a missing comma between messages', '\n    },\n', '\n    }\n'],
    ['a missing brace', '\n    },\n', ',\n'],
    ['a brace too many', '\n    },\n', '\n    }},\n'],
    ['a bracket too many', '\n    },\n', '\n    }],\n'],
    ['a quote in a text', 'Morning! ', 'Morn"ing! {'],
    ['a raw line break in a text', 'Morning! ', 'Morning!\n'],
    ['an empty record', '"messages": [\n', '"messages": [ {}\n'],
    ['a comment', '\n    },\n', '\n    }, // here\n'],
  ])('with %s is refused with the line of it', async (_wound, from, to) => {
    const line = pretty.slice(0, pretty.indexOf(from)).split('\n').length;
    const refusal = await toRefusal(() => parseExport(pretty.replace(from, to), 'hurt.json'));
    expect(refusal).toMatch(/^file_unreadable: hurt\.json is damaged at line \d+, column \d+, where /);
    const found = Number(/line (\d+)/.exec(refusal)?.[1]);
    expect(found - line).toBeGreaterThanOrEqual(0);
    expect(found - line).toBeLessThanOrEqual(2);
  });

  test('nested thousands deep ends in a sentence', async () => {
    const deep = `{"guild": null, "messages": [${'['.repeat(100_000)}`;
    expect(await toRefusal(() => parseExport(deep, 'deep.json'))).toBe(
      'file_unreadable: deep.json is damaged. Export it again.',
    );
  });
});
