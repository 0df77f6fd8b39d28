import { describe, expect, test } from 'vitest';
import type { RejectionReason } from '../../../src/core/claims/claim.ts';
import { recordedModel } from '../../../src/core/claims/summary.ts';
import {
  type QualityRecord,
  toAcceptedAfterMs,
  toQualityFigures,
  toQualityRecord,
} from '../../../src/core/usage/quality.ts';
import { tellSummary } from '../../render/summaries.ts';

const at = '2026-03-09T12:00:00.000Z';
const pass = { check: 'judge', outcome: 'pass' } as const;
const relabeled = {
  check: 'judge',
  outcome: 'fail',
  problem: { code: 'judged_kind' },
  effect: 'relabel',
} as const;
const partly = {
  check: 'judge',
  outcome: 'fail',
  problem: { code: 'judged_partly', words: 'the day' },
  effect: 'mark',
} as const;

function reject(...reasons: readonly RejectionReason[]) {
  return { text: 'Lost.', reasons, draft: null };
}

const summary = tellSummary({
  messages: ['One.', 'Two.', 'Three.'].map((text, index) => ({
    by: 'Ann',
    text,
    at: `2026-03-09T10:0${index}:00.000Z`,
  })),
  claims: [
    { text: 'First.', cites: [1, 2], findings: [relabeled, pass] },
    { text: 'Second.', cites: [2], status: 'needs_clarification', findings: [partly] },
    { text: 'Third.', cites: [3], status: 'sources_found', citationReplaced: true },
  ],
  rejected: [
    reject({ check: 'quote', problem: { code: 'quoted_nowhere' } }),
    reject(
      { check: 'values', problem: { code: 'literal_not_found' } },
      { check: 'quote', problem: { code: 'quoted_nowhere' } },
    ),
    reject({ check: 'judge', problem: { code: 'judged_contradicted', words: '' } }),
    // None of these says how well the claims cite.
    reject({ check: 'shape', problem: { code: 'said_already' } }),
    reject({ check: 'citation', problem: { code: 'message_deleted' } }),
  ],
});

const steps = {
  read: { durationMs: 500, costUsd: null },
  draft: { durationMs: 8_000, costUsd: 0.02 },
};
const record = toQualityRecord(summary, at, { steps, repaired: 1 });

describe('a quality record', () => {
  test('counts claims by what became of them, and markers', () => {
    expect(record).toEqual({
      summaryId: summary.id,
      at,
      isRecorded: false,
      claims: {
        eligible: 6,
        cited: 4,
        supported: 1,
        marked: 1,
        unjudged: 1,
        quoted: 0,
        repaired: 1,
        citationsReplaced: 1,
        rejected: { quote: 1, values: 1, judge: 1 },
      },
      markers: { gathered: 3, cited: 4, unique: 3 },
      steps,
      opened: 0,
      helpful: 0,
      unhelpful: 0,
      helpfulAfterMs: null,
      reviewedAfterMs: null,
    });
  });

  test('counts the quotes of Highlights apart from claims, because they always cite', () => {
    const { claims } = toQualityRecord(Object.assign({}, summary, { engine: { name: 'extractive' } }), at, {
      steps,
      repaired: 0,
    });
    expect(claims).toMatchObject({ eligible: 0, cited: 0, unjudged: 0, quoted: 3, rejected: {} });
  });

  test('says that it is of the demo, which calls no model', () => {
    const engine = { name: 'claude', model: recordedModel };
    const demo = toQualityRecord(Object.assign({}, summary, { engine }), at, { steps, repaired: 0 });
    expect(demo.isRecorded).toBe(true);
    expect(toQualityFigures([record, demo, demo])?.recorded).toBe(2);
  });

  test('is accepted by the first of a vote and a review', () => {
    const accepted = (helpfulAfterMs: number | null, reviewedAfterMs: number | null) =>
      toAcceptedAfterMs({ ...record, helpfulAfterMs, reviewedAfterMs });
    expect([accepted(null, null), accepted(5, null), accepted(null, 4), accepted(5, 4)]).toEqual([
      null,
      5,
      4,
      4,
    ]);
  });
});

describe('the figures of several records', () => {
  test('are none without records', () => {
    expect(toQualityFigures([])).toBeNull();
  });

  test('are rates of all claims, means of markers, and medians of times', () => {
    const other: QualityRecord = {
      ...record,
      at: '2026-03-08T12:00:00.000Z',
      claims: { ...record.claims, eligible: 4, cited: 4, rejected: {} },
      markers: { gathered: 7, cited: 6, unique: 5 },
      steps: { read: { durationMs: 700, costUsd: null }, draft: { durationMs: 6_000, costUsd: null } },
      opened: 2,
      helpful: 1,
      helpfulAfterMs: 60_000,
    };
    const figures = toQualityFigures([record, other, record]);
    expect(figures).toMatchObject({
      summaries: 3,
      since: other.at,
      eligible: 16,
      cited: 12,
      citationRate: 0.75,
      judged: 8,
      supported: 3,
      supportedRate: 3 / 8,
      rejected: [
        { check: 'quote', count: 2 },
        { check: 'values', count: 2 },
        { check: 'judge', count: 2 },
      ],
      markers: { gathered: 13 / 3, cited: 14 / 3, unique: 11 / 3 },
      opened: 2,
      acceptedAfterMs: 60_000,
      steps: [
        { step: 'read', durationMs: 500, costUsd: null },
        { step: 'draft', durationMs: 8_000, costUsd: 0.02 },
      ],
    });
  });

  test('have no rate where there is nothing to divide by', () => {
    const none = { ...record.claims, eligible: 0, cited: 0, supported: 0, marked: 0, rejected: {} };
    expect(toQualityFigures([{ ...record, claims: none }])).toMatchObject({
      citationRate: null,
      supportedRate: null,
    });
  });
});
