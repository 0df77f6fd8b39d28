import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDecision, type Choice, finishReview, toReviewItems } from '../../src/core/claims/review.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import { formats } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';
import { judgeAny } from '../attacks/judges/judge.ts';
import { arbitrarySummary, arbitraryText } from '../render/arbitrary.ts';
import {
  findLost,
  findLostInDocument,
  readEmbed,
  readHtml,
  readMarkdown,
  readPlain,
} from '../render/readings.ts';

const step = fc.record({
  at: fc.nat(20),
  what: fc.constantFrom<Choice>('confirmed', 'noted', 'removed'),
  name: arbitraryText,
});

/** A summary over which people with any names have decided. */
const arbitraryReviewed = fc
  .tuple(arbitrarySummary, fc.array(step, { minLength: 1, maxLength: 6 }), arbitraryText)
  .map(([summary, steps, last]) => {
    let now: Summary = summary;
    for (const { at, what, name } of steps) {
      const items = toReviewItems(now);
      const item = items[at % Math.max(1, items.length)];
      if (!item) continue;
      now =
        applyDecision(now, item.id, what, { by: { id: '7', name }, at: '2026-03-09T12:00:00.000Z' }) ?? now;
    }
    return finishReview(now, { by: { id: '7', name: last }, at: '2026-03-09T12:00:00.000Z' });
  });

const readers = { embed: readEmbed, markdown: readMarkdown, plain: readPlain, html: readHtml };
const any = fc.oneof({ weight: 2, arbitrary: arbitrarySummary }, { weight: 1, arbitrary: arbitraryReviewed });

test.each(Object.entries(readers))(
  '%s shows every claim of any summary once, in reading order, with numbers 1 to k by first appearance',
  (_, read) => {
    expect([...Object.keys(readers), 'json'].sort()).toEqual([...formats].sort());
    fc.assert(
      fc.property(any, summary => {
        const reading = read(summary);
        expect([...findLost(summary, reading), ...findLostInDocument(summary)]).toEqual([]);
        expect([...new Set(reading.numbers)]).toEqual(summary.footnotes.map(({ number }) => number));
      }),
      { numRuns: 225 },
    );
  },
);

test('no page or panel exceeds a limit of Discord, is live, or has a marker that opens something else', () => {
  for (const [summaries, numRuns] of [
    [arbitrarySummary, 300],
    [arbitraryReviewed, 150],
  ] as const)
    fc.assert(
      fc.property(summaries, summary => {
        expect(judgeAny(summary)).toEqual([]);
      }),
      { numRuns },
    );
});

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
