import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Choice,
  decide,
  finishReview,
  keepAttempt,
  toContents,
  toReviewItems,
} from '../../src/core/claims/changes/review.ts';
import { parseDraftClaim, toProse } from '../../src/core/claims/draft.ts';
import type { Summary } from '../../src/core/claims/summary/summary.ts';
import { toDocument } from '../../src/render/json.ts';
import { toReviewPage } from '../../src/render/review-page.ts';
import { toBotWords } from '../../src/render/words/bot/index.ts';
import { toWords } from '../../src/render/words/index.ts';
import { arbitrarySummary, arbitraryText } from './arbitrary.ts';
import { findLost, readDocument, readEmbed, readHtml, readMarkdown, readPlain } from './readings.ts';
import { tellSummary } from './summaries.ts';

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
        now = keepAttempt(now, item.id, {
          ...{ text: `${toProse(tries)} ⌘t${index}⌘`, owner: name, due: tries },
          reasons: [{ check: 'attribution', problem: { code: 'not_by', name: tries } }],
        });
      now = decide(now, item.id, what, { by: { id: '7', name }, at: '2026-03-09T12:00:00.000Z' }) ?? now;
    }
    return finishReview(now, { by: { id: '7', name: last }, at: '2026-03-09T12:00:00.000Z' });
  });

test.each([
  ['an embed', readEmbed],
  ['Markdown', readMarkdown],
  ['plain text', readPlain],
  ['HTML', readHtml],
  ['JSON', (summary: Summary) => readDocument(toDocument(summary))],
])('%s shows every claim once with its own numbers, whatever people made of them', (_, read) => {
  fc.assert(
    fc.property(arbitraryReviewed, summary => {
      expect(findLost(summary, read(summary))).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

test('the panel of a review is one that Discord takes, and shows the messages beside each item', () => {
  const [words, { review }] = [toWords('en'), toBotWords('en')];
  fc.assert(
    fc.property(arbitraryReviewed, fc.boolean(), (summary, isHeld) => {
      for (const item of toReviewItems(summary)) {
        const { embeds, components } = toReviewPage(summary, { itemId: item.id, words, review, isHeld });
        const [{ title = '', description = '', footer }] = embeds;
        expect(title.length).toBeLessThanOrEqual(256);
        expect(description.length).toBeLessThanOrEqual(4096);
        expect(title.length + description.length + (footer?.text.length ?? 0)).toBeLessThanOrEqual(6000);
        expect(description.trim()).not.toBe('');
        expect(JSON.stringify(embeds).isWellFormed()).toBe(true);
        const ids = components.flatMap(row => row.components.map(each => each.custom_id));
        expect(new Set(ids).size).toBe(ids.length);
        const { cited } = toContents(item, summary);
        for (const { position } of cited.slice(0, 3))
          expect(description).toContain(words.position(position, summary.coverage.read));
      }
    }),
    { numRuns: 150 },
  );
});

describe('the panel of a review', () => {
  const [words, { review }] = [toWords('en'), toBotWords('en')];
  const decider = { by: { id: '7', name: 'Ann' }, at: '2026-03-09T12:00:00.000Z' };
  const messages = ['The tent is 450.', 'I can book it.', 'Fine.'].map((text, index) => ({
    by: ['Ann', 'Lars', 'Bob'][index] ?? '',
    text,
    at: `2026-03-09T09:0${index}:00.000Z`,
  }));
  const toText = (summary: Summary, itemId: string) =>
    toReviewPage(summary, { itemId, words, review, isHeld: false }).embeds[0].description ?? '';

  test('gives the cause of a removal first, and shows the messages that were judged', () => {
    const draft = parseDraftClaim({ text: 'Lars pays.', kind: 'fact', evidence: [{ position: 1 }] });
    if (!draft.ok) throw new Error('no claim');
    const rejected = {
      text: 'Lars pays.',
      draft: draft.draft,
      cites: [1],
      reasons: [
        { check: 'attribution', problem: { code: 'not_by', name: 'Lars' } },
        { check: 'values', problem: { code: 'due_not_found' } },
      ],
    } as const;
    const text = toText(tellSummary({ messages, claims: [], rejected: [rejected] }), 'r1');
    const [cause, other] = ["- Lars didn't write any of the cited messages", '- no cited message mentions'];
    expect(text.indexOf(cause ?? '')).toBeGreaterThan(0);
    expect(text.indexOf(other ?? '')).toBeGreaterThan(text.indexOf(cause ?? ''));
    expect(text).toContain('The tent is 450');
    expect(text).not.toContain('I can book it');
  });

  test('gives the reason for the mark alone, not what a proof put right before', () => {
    const claim = {
      text: 'Lars books the tent.',
      cites: [2],
      status: 'needs_clarification',
      findings: [
        {
          check: 'citation',
          outcome: 'fail',
          problem: { code: 'no_message', position: 9 },
          effect: 'uncite',
        },
        { check: 'judge', outcome: 'fail', problem: { code: 'judged_partly', words: '' }, effect: 'mark' },
      ],
    } as const;
    const text = toText(tellSummary({ messages, claims: [claim] }), 'c1');
    expect(text).toContain('- the cited messages say only part of it');
    expect(text).not.toContain('no message 9');
  });

  test('names a reviewer once everything is decided, and not before', () => {
    const claim = { text: 'Lars pays.', cites: [2], status: 'needs_clarification' } as const;
    const open = finishReview(tellSummary({ messages, claims: [claim] }), decider);
    const toEnd = (summary: Summary) =>
      JSON.stringify(toReviewPage(summary, { words, review, isHeld: false, finished: 'Done.' }).embeds);
    expect(toEnd(open)).not.toContain('Reviewed by');
    expect(toEnd(decide(open, 'c1', 'confirmed', decider) ?? open)).toContain('Reviewed by Ann.');
  });
});
