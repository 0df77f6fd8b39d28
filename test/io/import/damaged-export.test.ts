import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExport } from '../../../src/io/import/parse-export.ts';
import { scale } from '../../scale.ts';
import { toRefusal } from './refusal.ts';

const pretty = readFileSync(new URL('../../fixtures/import/open-day.json', import.meta.url), 'utf8');
const minified = JSON.stringify(JSON.parse(pretty));
const whole = parseExport(pretty, 'open-day.json').conversation.messages;

/** Reads a text cut after so many bytes: the ids that were saved, or the sentence that refused it. */
async function readCut(text: string, bytes: number) {
  const part = Buffer.from(text).subarray(0, bytes).toString();
  try {
    const { conversation, notices } = parseExport(part, 'cut.json');
    return { ids: conversation.messages.map(({ id }) => id), unreadable: conversation.unreadable, notices };
  } catch (error) {
    const refusal = await toRefusal(() => Promise.reject(error));
    return { ids: [], unreadable: 0, notices: [refusal] };
  }
}

/** Where each message of an export ends, in bytes, told by its last field. */
function findEnds(text: string, lastField: RegExp): readonly number[] {
  return [...text.matchAll(lastField)].map(match =>
    Buffer.byteLength(text.slice(0, match.index + match[0].length)),
  );
}

const layouts = [
  { layout: 'indented', text: pretty, ends: findEnds(pretty, /^ {4}\}/gm) },
  {
    layout: 'on one line',
    text: minified,
    ends: findEnds(minified, /\}(?=,\{"id":"\d+","type"|\],"messageCount")/g),
  },
];

describe.each(layouts)('an export $layout that was cut off', ({ text, ends }) => {
  test('at any byte loses no complete message, and never more than one count', async () => {
    expect(ends).toHaveLength(whole.length);
    const first = text.indexOf('"messages"') + '"messages":['.length + 8;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: Buffer.byteLength(text) }), async bytes => {
        const complete = ends.filter(end => end <= bytes).length;
        const { ids, unreadable, notices } = await readCut(text, bytes);
        expect(ids).toEqual(whole.slice(0, complete).map(({ id }) => id));
        expect(unreadable).toBeLessThanOrEqual(1);
        if (bytes < text.trimEnd().length) expect(notices).not.toEqual([]);
        if (bytes < first) expect(ids).toEqual([]);
      }),
      { numRuns: scale(400) },
    );
  });
});

describe('a damaged export', () => {
  test('that was cut off tells where, and what was saved', async () => {
    expect((await readCut(pretty, Math.floor(pretty.length * 0.4))).notices).toMatchInlineSnapshot(`
      [
        "cut.json is cut off at line 204, column 26, where a closing quote is expected: 5 messages could be recovered, 1 is lost. Export the channel again to get them all.",
      ]
    `);
    expect((await readCut(minified, Math.floor(minified.length * 0.4))).notices).toMatchInlineSnapshot(`
      [
        "cut.json is cut off at line 1, column 3426, where a closing quote is expected: 5 messages could be recovered, 1 is lost. Export the channel again to get them all.",
      ]
    `);
  });

  test('that was cut off before its first message is refused', async () => {
    expect((await readCut(pretty, 100)).notices).toMatchInlineSnapshot(`
      [
        "no_messages: cut.json contains no readable message. cut.json is cut off at line 5, column 13, where a closing quote is expected: nothing could be recovered. Export the channel again to get them all.",
      ]
    `);
    expect((await readCut(pretty, pretty.indexOf('"messages"') + 13)).notices).toMatchInlineSnapshot(`
      [
        "no_messages: cut.json contains no readable message. cut.json is cut off at line 20, column 16, where a closing "]" is expected: nothing could be recovered. Export the channel again to get them all.",
      ]
    `);
  });

  test('that was cut off still knows its channel', () => {
    const { source } = parseExport(pretty.slice(0, pretty.length / 2), 'cut.json').conversation;
    expect(source.title).toBe('#open-day');
  });

  const wounds = [
    { wound: 'a missing comma between messages', from: '\n    },\n', to: '\n    }\n', lost: 0 },
    { wound: 'a missing brace', from: '\n    },\n', to: ',\n', lost: 1 },
    { wound: 'a brace too many', from: '\n    },\n', to: '\n    }},\n', lost: 0 },
    { wound: 'a bracket too many', from: '\n    },\n', to: '\n    }],\n', lost: 0 },
    { wound: 'a quote in a text', from: 'Morning! ', to: 'Morn"ing! {', lost: 1 },
    { wound: 'a raw line break in a text', from: 'Morning! ', to: 'Morning!\n', lost: 1 },
    { wound: 'an empty record', from: '"messages": [\n', to: '"messages": [ {}\n', lost: 1, more: 1 },
    { wound: 'a comment', from: '\n    },\n', to: '\n    }, // here\n', lost: 0 },
  ];

  test.each(wounds)('with $wound loses $lost', ({ from, to, lost, more = 0 }) => {
    expect(pretty).toContain(from);
    const { conversation, notices } = parseExport(pretty.replace(from, to), 'hurt.json');
    expect(conversation.messages).toHaveLength(whole.length - lost + more);
    expect(conversation.unreadable).toBe(lost);
    expect(notices[0]).toMatch(
      /^hurt\.json is damaged at line \d+, column \d+, where .+ is expected: 1\d messages could be recovered/,
    );
  });

  test('names the place of the damage and the record that was lost', () => {
    const hurt = pretty.replace('Morning! ', 'Morn"ing! ');
    expect(parseExport(hurt, 'hurt.json').notices.join('\n')).toMatchInlineSnapshot(`
      "hurt.json is damaged at line 53, column 24, where a value is expected: 11 messages could be recovered, 1 is lost. Export the channel again to get them all.
      hurt.json, line 46 was skipped: it is damaged and no longer valid JSON."
    `);
  });

  test('nested thousands deep ends in a sentence', async () => {
    const deep = `{"guild": null, "messages": [${'['.repeat(100_000)}`;
    expect(await toRefusal(() => parseExport(deep, 'deep.json'))).toMatchInlineSnapshot(
      `"no_messages: deep.json contains no readable message. deep.json is damaged: nothing could be recovered. Export the channel again to get them all."`,
    );
  });
});
