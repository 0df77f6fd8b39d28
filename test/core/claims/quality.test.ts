import { expect, test } from 'vitest';
import type { RejectionReason } from '../../../src/core/claims/claim.ts';
import { toQuality } from '../../../src/core/claims/usage.ts';
import { failed, tellLines, tellSummary } from '../../render/summaries.ts';

const pass = { check: 'judge', outcome: 'pass' } as const;
const relabeled = failed('judge', { code: 'judged_kind' }, 'relabel');
const partly = failed('judge', { code: 'judged_partly', words: 'the day' }, 'mark');

function reject(...reasons: readonly RejectionReason[]) {
  return { text: 'Lost.', reasons, draft: null };
}

const summary = tellSummary({
  messages: tellLines('Ann: One.', 'Ann: Two.', 'Ann: Three.'),
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

test('the quality of a summary counts claims by what became of them, and markers', () => {
  expect(toQuality(summary)).toEqual({
    eligible: 6,
    cited: 4,
    judged: 3,
    supported: 1,
    rejected: { quote: 1, values: 1, judge: 1 },
    marked: 1,
    unjudged: 1,
    citationsReplaced: 1,
    gathered: 3,
    markers: 4,
    footnotes: 3,
  });
});

test('the quotes of Highlights are no claims, because they always cite', () => {
  const highlights = Object.assign({}, summary, { engine: { name: 'extractive' } });
  expect(toQuality(highlights)).toMatchObject({
    eligible: 0,
    cited: 0,
    judged: 0,
    unjudged: 0,
    rejected: {},
  });
});
