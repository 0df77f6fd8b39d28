import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Summary } from '../../src/core/claims/summary.ts';
import { formats } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';
import { arbitrarySummary } from '../render/arbitrary.ts';
import {
  findLost,
  findLostInDocument,
  type Reading,
  readEmbed,
  readHtml,
  readMarkdown,
  readPlain,
} from '../render/readings.ts';

const readers: Readonly<Record<string, (summary: Summary) => Reading>> = {
  embed: readEmbed,
  markdown: readMarkdown,
  plain: readPlain,
  html: readHtml,
};

test('JSON has every claim of any summary once, with its own numbers', () => {
  expect([...Object.keys(readers), 'json'].sort()).toEqual([...formats].sort());
  fc.assert(
    fc.property(arbitrarySummary, summary => {
      expect(findLostInDocument(summary)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

for (const [format, read] of Object.entries(readers)) {
  test(`${format} shows every claim of any summary once, in reading order, with its own numbers`, () => {
    fc.assert(
      fc.property(arbitrarySummary, summary => {
        expect(findLost(summary, read(summary))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test(`${format} numbers its markers 1..k by first appearance`, () => {
    fc.assert(
      fc.property(arbitrarySummary, summary => {
        const met = [...new Set(read(summary).numbers)];
        expect(met).toEqual(summary.footnotes.map(({ number }) => number));
      }),
      { numRuns: 100 },
    );
  });
}

test('no format writes a raw control character or a bidirectional override', () => {
  fc.assert(
    fc.property(
      arbitrarySummary,
      fc.constantFrom(...formats),
      fc.boolean(),
      (summary, format, references) => {
        const text = render(summary, format, { references }).replaceAll('\r\n', '\n');
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(text.isWellFormed()).toBe(true);
        if (format !== 'embed') return;
        // What JSON escapes must not be in the strings either: Discord would show it.
        expect(JSON.stringify(JSON.parse(text))).not.toMatch(
          /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\\u00[01]/,
        );
      },
    ),
    { numRuns: 300 },
  );
});
