import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toProse } from '../../src/core/claims/draft.ts';
import {
  applyDecision,
  type Choice,
  finishReview,
  storeAttempt,
  toClaimContents,
  toReviewItems,
} from '../../src/core/claims/review.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import { toReviewPage } from '../../src/render/embed/review-page.ts';
import { toTexts } from '../../src/render/texts.ts';
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

test('the panel of a review is one that Discord takes, and shows the messages beside each item', () => {
  const t = toTexts('en');
  fc.assert(
    fc.property(arbitraryReviewed, fc.boolean(), (summary, isAwaitingReview) => {
      for (const item of toReviewItems(summary)) {
        const { embeds, components } = toReviewPage(summary, {
          itemId: item.id,
          t,
          isAwaitingReview,
        });
        const [{ title = '', description = '', footer }] = embeds;
        expect(title.length).toBeLessThanOrEqual(256);
        expect(description.length).toBeLessThanOrEqual(4096);
        expect(title.length + description.length + (footer?.text.length ?? 0)).toBeLessThanOrEqual(6000);
        expect(description.trim()).not.toBe('');
        expect(JSON.stringify(embeds).isWellFormed()).toBe(true);
        const ids = components.flatMap(row => row.components.map(each => each.custom_id));
        expect(new Set(ids).size).toBe(ids.length);
        const { cited } = toClaimContents(item, summary);
        for (const { position } of cited.slice(0, 3))
          expect(description).toContain(t('summary.position', { position, read: summary.coverage.read }));
      }
    }),
    { numRuns: 150 },
  );
});
