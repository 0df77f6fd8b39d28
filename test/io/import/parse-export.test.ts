import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExport } from '../../../src/io/import/import-chat.ts';
import { readable } from '../../../src/io/import/records.ts';
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
      'page.html': '<!DOCTYPE html>\n<html>\n <head>\n  <title>Exported Data</title>',
      'table.csv': 'AuthorID,Author,Date,Content,Attachments,Reactions\n"1","Mia","2026-03-09","hi","",""',
      'plain.txt': `${'='.repeat(62)}\nGuild: Boats\nChannel: general`,
      'letter.eml': 'Dear Mia,\n12 boats came in.',
      'number.json': '42',
      'empty.json': '  \n ',
      'list.json': '[]',
      'settings.json': '{"theme": "dark"}',
      'cut.json': '{"author": "Mia", "ti',
      'summary.json': '{"summary_id": "s_1", "overview": [], "reference_index": []}',
    };
    const refusals: string[] = [];
    for (const [name, text] of Object.entries(texts)) {
      const refusal = await toRefusal(() => parseExport(text, name));
      refusals.push(refusal.replace(readable, '…'));
    }
    expect(refusals.join('\n')).toMatchInlineSnapshot(`
      "format_unknown: page.html is not a conversation that Footnote can read. It reads …
      format_unknown: table.csv is not the JSON that Footnote reads. Export the chat again with --format Json.
      format_unknown: plain.txt is not the JSON that Footnote reads. Export the chat again with --format Json.
      format_unknown: letter.eml is not a conversation that Footnote can read. It reads …
      format_unknown: number.json is not a conversation that Footnote can read. It reads …
      no_messages: empty.json is empty.
      no_messages: list.json contains no readable message. Export it again with a wider range. A message looks like this: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      no_messages: settings.json contains no readable message. settings.json, line 1 was skipped: "author" should be a name, or an object with a "name", but is missing. A message looks like this: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      file_unreadable: cut.json is cut off at line 1, column 19. Export it again.
      no_messages: summary.json contains no readable message. summary.json, line 1 was skipped: "author" should be a name, or an object with a "name", but is missing. A message looks like this: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}"
    `);
  });
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
          /^file_unreadable: cut\.json is cut off at line \d+, column \d+\. Export it again\.$/,
        );
      }),
      { numRuns: scale(400) },
    );
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
    expect(refusal).toMatch(/^file_unreadable: hurt\.json is damaged at line \d+, column \d+\. /);
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
