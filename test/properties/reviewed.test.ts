import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toProse } from '../../src/core/claims/draft.ts';
import {
  applyDecision,
  type Choice,
  finishReview,
  storeAttempt,
  toReviewItems,
} from '../../src/core/claims/review.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
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
  tries: fc.option(arbitraryText),
});

/** A summary over which people with any names have decided, some with words of their own. */
const arbitraryReviewed = fc
  .tuple(arbitrarySummary, fc.array(step, { minLength: 1, maxLength: 6 }), arbitraryText)
  .map(([summary, steps, last]) => {
    let now: Summary = summary;
    for (const [index, { at, what, name, tries }] of steps.entries()) {
      const items = toReviewItems(now);
      const item = items[at % Math.max(1, items.length)];
      if (!item) continue;
      if (tries !== null)
        now = storeAttempt(now, item.id, {
          ...{ text: `${toProse(tries)} ⌘t${index}⌘`, owner: name, due: tries },
          reasons: [{ check: 'attribution', problem: { code: 'not_by', name: tries } }],
        });
      now =
        applyDecision(now, item.id, what, { by: { id: '7', name }, at: '2026-03-09T12:00:00.000Z' }) ?? now;
    }
    return finishReview(now, { by: { id: '7', name: last }, at: '2026-03-09T12:00:00.000Z' });
  });

test.each([
  ['an embed', readEmbed],
  ['Markdown', readMarkdown],
  ['plain text', readPlain],
  ['HTML', readHtml],
])('%s shows every claim once with its own numbers, after any review', (_, read) => {
  fc.assert(
    fc.property(arbitraryReviewed, summary => {
      expect([...findLost(summary, read(summary)), ...findLostInDocument(summary)]).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

test('the panel of a review is one that Discord takes, whatever was decided', () => {
  fc.assert(
    fc.property(arbitraryReviewed, summary => {
      expect(judgeAny(summary)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
