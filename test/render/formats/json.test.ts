import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimStatuses } from '../../../src/core/claims/claim.ts';
import { type SummaryDocument, summarySchema } from '../../../src/render/formats/document.ts';
import { toDocument } from '../../../src/render/formats/json.ts';
import { render } from '../../../src/render/render.ts';
import { scale } from '../../scale.ts';
import { arbitrarySummary } from '../arbitrary.ts';
import { extractiveSummary, fullSummary } from '../full-summary.ts';
import { tellSummary } from '../summaries.ts';

test('tells the status of every claim, and counts them', () => {
  const messages = [{ by: 'Ann', text: 'one', at: '2026-03-09T08:00:00.000Z' }];
  const claims = claimStatuses.map(status => ({ text: 'A.', status, cites: [1] }));
  const { key_points, unclear, counts } = toDocument(tellSummary({ messages, claims }));
  expect(key_points).toMatchObject([{ status: 'verified' }, { status: 'sources_found' }]);
  expect(unclear).toMatchObject([{ status: 'needs_clarification', kind: 'key_point' }]);
  expect(counts).toMatchObject({ verified: 1, sources_found: 1, needs_clarification: 1 });
  expect(counts).not.toHaveProperty('unjudged');
});

test('names are those of the source, with any characters', () => {
  const by = 'Ann  Lee \u202e';
  const messages = [{ by, text: 'one', at: '2026-03-09T08:00:00.000Z' }];
  const summary = tellSummary({ messages, claims: [{ text: 'A.', cites: [1] }] });
  const { reference_index, participants } = JSON.parse(render(summary, 'json')) as SummaryDocument;
  expect([reference_index[0]?.sender, participants[0]?.name]).toEqual([by, by]);
  expect(render(summary, 'json')).not.toContain('\u202e');
});

test('without references every claim is its text and every topic its title', () => {
  const document = toDocument(fullSummary, { references: false });
  expect(document.action_items).toEqual([
    'Ann needs the keys for the signing server to release 2.4.1.',
    'Prepare 2.4.1 and test it on both board revisions.',
  ]);
  expect(document.topics).toEqual(['Signing', 'Battery drain', 'Rev D', 'Flashing']);
  expect(document.reference_index).toEqual([]);
  expect(JSON.stringify(document)).not.toContain('footnote');
});

test('a claim keeps its own quote of a message that others quote as well', () => {
  const summary = tellSummary({
    messages: [{ by: 'Ann', text: 'first and second', at: '2026-03-09T08:00:00.000Z' }],
    claims: [
      { text: 'A.', cites: [[1, 'first']] },
      { text: 'B.', cites: [[1, 'second']] },
    ],
  });
  const { key_points, reference_index } = toDocument(summary);
  const quotes = key_points.map(entry => (typeof entry === 'string' ? entry : entry.references[0]?.quote));
  expect(quotes).toEqual([
    { start: 0, end: 5, text: 'first' },
    { start: 10, end: 16, text: 'second' },
  ]);
  expect(reference_index).toHaveLength(1);
  expect(reference_index[0]?.quotes).toEqual(quotes);
  expect(reference_index[0]?.quote).toEqual(quotes[0]);
});

test('a snippet has at most 200 units, no half character, and says once that it is a forward', () => {
  fc.assert(
    fc.property(arbitrarySummary, summary => {
      for (const { snippet, is_forwarded } of toDocument(summary).reference_index) {
        expect(snippet.length).toBeLessThanOrEqual(200);
        expect(snippet.isWellFormed()).toBe(true);
        if (is_forwarded) expect(snippet).toMatch(/^\[forwarded\] (?!\[forwarded\])/);
      }
    }),
    { numRuns: scale(300) },
  );
});

test('the text of the document parses to the document, quotes verbatim', () => {
  fc.assert(
    fc.property(arbitrarySummary, fc.boolean(), (summary, references) => {
      const document = toDocument(summary, { references });
      expect(JSON.stringify(JSON.parse(render(summary, 'json', { references })))).toBe(
        JSON.stringify(document),
      );
    }),
    { numRuns: scale(300) },
  );
});

test.each([
  ['an open question', { kind: 'question', cites: [1] }, 'active', 'open_question'],
  ['an open action', { kind: 'action', cites: [1] }, 'active', 'open_action'],
  ['a message of the last day', { kind: 'fact', cites: [2] }, 'active', 'recent'],
  ['nothing of late', { kind: 'fact', cites: [1] }, 'inactive', undefined],
] as const)('a topic with %s is told apart while another one goes on', (_, claim, status, reason) => {
  const messages = ['2026-03-09', '2026-03-11'].map(day => ({
    by: 'Ann',
    text: 'ok',
    at: `${day}T08:00:00.000Z`,
  }));
  const other = { kind: 'fact', text: 'B.', topic: 'menu', cites: [2] } as const;
  const { topics } = toDocument(
    tellSummary({ messages, claims: [{ ...claim, text: 'A.', topic: 'tent' }, other] }),
  );
  expect(topics.find(each => typeof each === 'object' && each.title === 'tent')).toMatchObject({
    status,
    reason,
    claim_ids: ['c1'],
    sources: [`m${claim.cites[0]}`],
  });
});

test.each([
  ['a written summary', fullSummary],
  ['highlights', extractiveSummary],
])('the schema describes every key of %s', (_, summary) => {
  for (const references of [true, false]) {
    const document = toDocument(summary, { references });
    // zod leaves out keys that it does not know.
    expect(summarySchema.parse(document)).toEqual(document);
  }
});
