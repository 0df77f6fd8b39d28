import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCounts } from '../../../src/core/claims/footnotes.ts';
import { applyMessageChanges } from '../../../src/core/claims/message-changes.ts';
import {
  applyDecision,
  type Choice,
  finishReview,
  isConfirmable,
  isUndecided,
  toCompletedReview,
  toReviewItems,
} from '../../../src/core/claims/review.ts';
import { toSection } from '../../../src/core/claims/section.ts';
import {
  parseSerializedSummary,
  reassemble,
  serializeSummary,
} from '../../../src/core/claims/serialized-summary.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { arbitrarySummary } from '../../render/arbitrary.ts';
import { failed, type Told, tellLines, tellSummary, toDraft } from '../../render/summaries.ts';
import { scale } from '../../scale.ts';
import { sure } from '../../sure.ts';

const ann = { by: { id: '7', name: 'Ann' }, at: '2026-03-09T12:00:00.000Z' };
const bob = { by: { id: '8', name: 'Bob' }, at: '2026-03-09T13:00:00.000Z' };
const unclear = {
  status: 'needs_clarification',
  findings: [failed('judge', { code: 'judged_partly', words: '' }, 'mark')],
} as const;

function draftOf(text: string, position: number, kind: 'fact' | 'decision' | 'request' | 'key_point') {
  const speakers = kind === 'key_point' ? ['Ann'] : [];
  return toDraft({ text, kind, speakers, evidence: [{ position, quote: '' }], confidence: 0.4 });
}

const dropped = { check: 'attribution', problem: { code: 'not_by', name: 'Zoe' } } as const;
const told: Told = {
  messages: tellLines('Ann: zero', 'Bob: one', 'Ann: two', 'Bob: three', 'Ann: four'),
  claims: [
    { text: 'Something is asked.', kind: 'request', cites: [1] },
    { text: 'It holds.', kind: 'key_point', cites: [[2, 'one']], topic: 'tent' },
    { text: 'It may hold.', kind: 'decision', cites: [[3, 'two']], topic: 'tent', ...unclear },
  ],
  rejected: [
    {
      text: 'It was dropped.',
      reasons: [dropped],
      draft: draftOf('It was dropped.', 5, 'fact'),
      cites: [[5, 'four']],
    },
    { text: 'It cites nothing.', reasons: [dropped], draft: draftOf('It cites nothing.', 9, 'decision') },
    { text: 'Ann did.', reasons: [dropped], draft: draftOf('Ann did.', 1, 'key_point'), cites: [1] },
    {
      text: 'Another request.',
      reasons: [dropped],
      draft: draftOf('Another request.', 4, 'request'),
      cites: [4],
    },
    { text: 'It holds.', reasons: [{ check: 'shape', problem: { code: 'said_already' } }], draft: null },
    { text: '', reasons: [dropped], draft: null },
  ],
};
const summary = tellSummary(told);

const toDecided = (was: Summary, id: string, choice: Choice, who = ann) =>
  sure(applyDecision(was, id, choice, who));

const shown = ({ claims }: Summary) => claims.map(claim => `${toSection(claim)}: ${claim.text}`);

describe('a review', () => {
  test('walks through what needs clarification and then what was dropped, as far as there are words', () => {
    expect(toReviewItems(summary).map(({ id }) => id)).toEqual(['c3', 'r1', 'r2', 'r3', 'r4']);
    expect(toReviewItems(summary).every(isUndecided)).toBe(true);
    expect(toReviewItems(summary).map(isConfirmable)).toEqual([true, true, false, true, true]);
  });

  test('lets a person confirm what needs clarification, under their name', () => {
    const now = toDecided(summary, 'c3', 'confirmed');
    expect(now.claims[2]).toMatchObject({
      id: 'c3',
      status: 'verified',
      review: { decision: 'confirmed', ...ann },
    });
    expect(toCounts(now)).toMatchObject({ verified: 2, needsClarification: 0, confirmed: 1 });
  });

  test('brings back what was dropped, with its messages, at the end', () => {
    const now = toDecided(summary, 'r1', 'confirmed');
    expect(shown(now)).toEqual([
      'request: Something is asked.',
      'key_point: It holds.',
      'unclear: It may hold.',
      'fact: It was dropped.',
    ]);
    expect(now.claims[3]).toMatchObject({ id: 'r1', references: [{ footnote: 4, quote: { text: 'four' } }] });
    expect(now.footnotes.map(({ text }) => text)).toEqual(['zero', 'one', 'two', 'four']);
    expect(toCounts(now)).toMatchObject({ dropped: 4, confirmed: 1 });
  });

  test('confirms nothing that cites nothing, and makes a note of it instead', () => {
    expect(applyDecision(summary, 'r2', 'confirmed', ann)).toBe(null);
    const now = toDecided(summary, 'r2', 'noted');
    expect(shown(now).at(-1)).toBe('note: It cites nothing.');
    expect(now.claims.at(-1)).toMatchObject({ references: [], review: { decision: 'noted' } });
    expect(toCounts(now)).toMatchObject({ needsClarification: 1, noted: 1, dropped: 4 });
    expect(applyDecision(now, 'r2', 'confirmed', ann)).toBe(null);
  });

  test('removes a claim with its numbers, and can bring it back as it was', () => {
    const gone = toDecided(toDecided(summary, 'r1', 'confirmed'), 'c3', 'removed');
    expect(gone.footnotes.map(({ text }) => text)).toEqual(['zero', 'one', 'four']);
    expect(toCounts(gone)).toMatchObject({ removed: 1, dropped: 4, needsClarification: 0 });
    const back = toDecided(gone, 'c3', 'confirmed', bob);
    expect(back.claims[2]).toMatchObject({
      id: 'c3',
      text: 'It may hold.',
      review: { decision: 'confirmed', ...bob },
    });
  });

  test('leaves out for good what was dropped: it no longer counts as dropped, nor as undecided', () => {
    const now = toDecided(summary, 'r1', 'removed');
    expect(toCounts(now)).toMatchObject({ dropped: 4, removed: 1 });
    expect(toReviewItems(now).map(isUndecided)).toEqual([true, false, true, true, true]);
  });

  test('decides over nothing that is verified or unknown', () => {
    expect(applyDecision(summary, 'c2', 'removed', ann)).toBe(null);
    expect(applyDecision(summary, 'r5', 'noted', ann)).toBe(null);
    expect(applyDecision(summary, 'c9', 'removed', ann)).toBe(null);
  });

  test('confirms no note of words that did not hold, as older summaries have them', () => {
    const noted = toDecided(summary, 'c3', 'noted');
    const claims = noted.claims.map(each =>
      each.review ? { ...each, review: { ...each.review, unheld: true as const } } : each,
    );
    const unheld = reassemble({ ...noted, claims });
    const removed = toDecided(unheld, 'c3', 'removed');
    for (const now of [unheld, removed, toDecided(removed, 'c3', 'noted')])
      expect(applyDecision(now, 'c3', 'confirmed', bob)).toBe(null);
    const own = toDecided(noted, 'c3', 'removed');
    expect(toCounts(toDecided(own, 'c3', 'confirmed', bob)).confirmed).toBe(1);
  });

  test('that is finished is kept with the summary, and is complete once nothing is left to decide', () => {
    let now = finishReview(toDecided(summary, 'c3', 'confirmed'), bob);
    expect(now.reviewed).toEqual(bob);
    expect(parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(now))))).toEqual(now);
    for (const id of ['r1', 'r2', 'r3', 'r4']) {
      expect(toCompletedReview(now)).toBe(null);
      now = toDecided(now, id, 'removed');
    }
    expect(toCompletedReview(now)).toEqual(bob);
    const { reviewed: _, ...unfinished } = now;
    expect(toCompletedReview(unfinished as Summary)).toBe(null);
  });

  test('brings a decision back as decided, never as approved', () => {
    const rejected = [
      { text: 'No tent.', reasons: [dropped], draft: draftOf('No tent.', 1, 'decision'), cites: [1] },
    ];
    const now = toDecided(tellSummary({ ...told, claims: [], rejected }), 'r1', 'confirmed');
    expect(now.claims).toMatchObject([{ kind: 'decision', decision: 'decided' }]);
  });

  test('a message that is deleted takes with it what cites it, dropped or shown', () => {
    const idOf = (text: string) => `m${['zero', 'one', 'two', 'three', 'four'].indexOf(text) + 1}`;
    const now = applyMessageChanges(summary, {
      deleted: new Set([idOf('four')]),
      edited: new Set([idOf('three')]),
    });
    expect(toReviewItems(now).map(({ id }) => id)).toEqual(['c3']);
    expect(JSON.stringify(now.rejected)).not.toContain('was dropped');
    const edited = applyMessageChanges(summary, { deleted: new Set(), edited: new Set([idOf('three')]) });
    expect(edited.rejected[3]?.claim?.cited[0]).toMatchObject({ text: 'three', editedSince: true });
    expect(toCounts(now)).toEqual(toCounts(summary));
  });

  test('what a note of a dropped claim was taken from is known while all that was cited is there', () => {
    const cites = [1, 2, 3, 4, 5] as const;
    const many = { ...told.rejected?.[0], text: 'It says too much.', reasons: [dropped], cites };
    const draft = {
      ...draftOf('It says too much.', 1, 'fact'),
      evidence: cites.map(position => ({ position, quote: '' })),
    };
    const restored = toDecided(tellSummary({ ...told, rejected: [{ ...many, draft }] }), 'r1', 'confirmed');
    expect(restored.claims.find(({ id }) => id === 'r1')).toMatchObject({
      references: [{}, {}, {}],
      more: [{ messageId: 'm4' }, {}],
    });
    const gone = applyMessageChanges(restored, { deleted: new Set(['m5']), edited: new Set() });
    expect(JSON.stringify(gone)).not.toContain('too much');
  });

  test('after any decisions in any order, numbers run 1..k, nothing is lost and all can be stored', () => {
    const choice = fc.record({
      at: fc.nat(20),
      what: fc.constantFrom<Choice>('confirmed', 'noted', 'removed'),
    });
    fc.assert(
      fc.property(arbitrarySummary, fc.array(choice, { maxLength: 8 }), (was, choices) => {
        const all = was.claims.length + was.rejected.length;
        let now = was;
        for (const { at, what } of choices) {
          const items = toReviewItems(now);
          const item = items[at % Math.max(1, items.length)];
          if (item) now = applyDecision(now, item.id, what, ann) ?? now;
        }
        expect(now.claims.length + now.rejected.length).toBe(all);
        expect(parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(now))))).toEqual(now);
        const { verified, sourcesFound, needsClarification, confirmed, noted } = toCounts(now);
        const { dropped: gone, merged, removed } = toCounts(now);
        expect(verified + sourcesFound + needsClarification + confirmed + noted).toBe(now.claims.length);
        expect(gone + merged + removed).toBe(now.rejected.length);
      }),
      { numRuns: scale(60) },
    );
  });
});
