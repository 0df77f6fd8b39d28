import { describe, expect, test } from 'vitest';
import { parseDraftClaim } from '../../../src/core/claims/draft.ts';
import { applyDecision, finishReview } from '../../../src/core/claims/review.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toReviewPage } from '../../../src/render/embed/review-page.ts';
import { toTexts } from '../../../src/render/texts.ts';
import { failed, tellLines, tellSummary } from '../summaries.ts';

describe('the panel of a review', () => {
  const t = toTexts('en');
  const decider = { by: { id: '7', name: 'Ann' }, at: '2026-03-09T12:00:00.000Z' };
  const messages = tellLines('Ann: The tent is 450.', 'Lars: I can book it.', 'Bob: Fine.');
  const toText = (summary: Summary, itemId: string) =>
    toReviewPage(summary, { itemId, t, isAwaitingReview: false }).embeds[0].description ?? '';

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
    const [cause, other] = ['- Lars didn’t write any of the cited messages', '- no cited message mentions'];
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
        failed('citation', { code: 'no_message', position: 9 }, 'uncite'),
        failed('judge', { code: 'judged_partly', words: '' }, 'mark'),
      ],
    } as const;
    const text = toText(tellSummary({ messages, claims: [claim] }), 'c1');
    expect(text).toContain('- the cited messages support only part of it');
    expect(text).not.toContain('no message 9');
  });

  test('names a reviewer once everything is decided, and not before', () => {
    const claim = { text: 'Lars pays.', cites: [2], status: 'needs_clarification' } as const;
    const open = finishReview(tellSummary({ messages, claims: [claim] }), decider);
    const toEnd = (summary: Summary) =>
      JSON.stringify(toReviewPage(summary, { t, isAwaitingReview: false, finished: 'Done.' }).embeds);
    expect(toEnd(open)).not.toContain('Reviewed by');
    expect(toEnd(applyDecision(open, 'c1', 'confirmed', decider) ?? open)).toContain('Reviewed by Ann.');
  });
});
