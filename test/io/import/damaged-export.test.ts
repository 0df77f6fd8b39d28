import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExport } from '../../../src/io/import/parse-export.ts';
import { scale } from '../../scale.ts';
import { toRefusal } from './refusal.ts';

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
