import { describe, expect, test } from 'vitest';
import { parseSerializedSummary, serializeSummary } from '../../../src/core/claims/serialized-summary.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { toHtml } from '../../../src/render/formats/html.ts';
import { toDocument } from '../../../src/render/formats/json.ts';
import { toMarkdown } from '../../../src/render/formats/markdown.ts';
import { toPlain } from '../../../src/render/formats/plain.ts';
import { allTexts, toTexts } from '../../../src/render/texts.ts';
import { toView } from '../../../src/render/view/view.ts';
import { sure } from '../../sure.ts';
import { type Told, type ToldClaim, tellLines, tellSummary } from '../summaries.ts';

const messages = [{ by: 'Ann', text: 'The tent is booked.', at: '2026-03-09T14:00:00.000Z' }];
const view = (told: Partial<Told>) => toView(tellSummary({ messages, claims: [], ...told }));
const claude = { engine: { name: 'claude', model: 'claude-sonnet-5-5' } } as const;
const t = toTexts('en');

test('an answer of Claude without any claim is reported as one', () => {
  expect(view({ frame: claude }).empty).toBe(t('summary.emptyAnswer'));
  expect(view({ frame: { engine: { name: 'extractive' } } }).empty).toBe(t('summary.nothingFound'));
  const asked = { question: 'Is it out?', engine: { name: 'extractive', reason: 'unrecorded' } } as const;
  expect(view({ frame: asked }).empty).toBe(t('summary.noneNear'));
});

test('a summary all of whose sources were deleted says so', () => {
  const rejected = [
    {
      text: '',
      reasons: [{ check: 'citation', problem: { code: 'message_deleted' } }],
      draft: null,
    } as const,
  ];
  expect(view({ frame: claude, rejected }).empty).toBe(t('summary.sourcesGone'));
});

test('a claim that repeats another counts as merged, not as unsupported', () => {
  const rejected = [
    { text: 'x', reasons: [{ check: 'shape', problem: { code: 'said_already' } }], draft: null } as const,
    {
      text: 'y',
      reasons: [{ check: 'attribution', problem: { code: 'not_by', name: 'Zoe' } }],
      draft: null,
    } as const,
  ];
  const { facts, dropped } = view({ claims: [{ text: 'The tent is booked.', cites: [1] }], rejected });
  expect(facts.join()).toContain('1 removed, 1 merged');
  expect(dropped).not.toContain('another claim says the same');
});

const twelve = Array.from({ length: 12 }, (_, index) => ({
  by: 'Ann',
  text: `Line ${index + 1}`,
  at: `2026-03-09T${String(9 + index).padStart(2, '0')}:00:00.000Z`,
}));
const claims = [{ text: 'Ann wrote a line.', cites: [1] }];
const told = { messages: twelve, claims, frame: { zone: 'UTC' } } as const;

test('messages that could not be summarized are named with their times, in every format and after storing', () => {
  const unsummarized = [
    { from: 3, to: 4 },
    { from: 5, to: 6 },
    { from: 10, to: 10 },
  ];
  const made = tellSummary({ ...told, frame: { ...told.frame, unsummarized } });
  const stored = sure(parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(made)))));
  const line =
    '5 messages could not be fully summarized: 2026-03-09 11:00 to 2026-03-09 14:00, 2026-03-09 18:00 to 2026-03-09 18:00.';
  for (const summary of [made, stored]) {
    expect(toPlain(summary).replace(/\s+/g, ' ')).toContain(line);
    expect(toMarkdown(summary).replaceAll('\\', '')).toContain(line);
    expect(toHtml(summary)).toContain(line);
    expect(JSON.stringify(toEmbedPages(summary)[0]).replaceAll('\\', '')).toContain(line);
    expect(toDocument(summary).coverage.unsummarized).toEqual([
      { count: 4, start: '2026-03-09T11:00:00.000Z', end: '2026-03-09T14:00:00.000Z' },
      { count: 1, start: '2026-03-09T18:00:00.000Z', end: '2026-03-09T18:00:00.000Z' },
    ]);
  }
});

const three = tellLines('Ann: The tent costs 450 euros.', 'Ann: I book it.', 'Ann: Fine.');
const checked: ToldClaim = { text: 'A tent.', cites: [[1, 'The tent']], status: 'verified' };
const unjudged: ToldClaim = { ...checked, status: 'sources_found' };
const unclear: ToldClaim = { ...checked, status: 'needs_clarification' };

function toFooter(claims: readonly ToldClaim[], told: Partial<Told> = {}, t = allTexts[0]): string {
  const [page] = toEmbedPages(tellSummary({ messages: three, claims, ...told }), t ? { t } : {});
  return page?.embeds[0].footer?.text ?? '';
}

describe('the footer of a summary', () => {
  test.each([
    ['✓ 2 checked · 3 messages', [checked, checked], {}],
    ['✓ 1 checked · 1 not checked · ⚠ 1 unclear · 3 messages', [checked, unjudged, unclear], {}],
    ['2 not checked · 3 messages', [unjudged, unjudged], {}],
    ['3 messages', [], {}],
    ['✓ 1 checked · 3 of 5 messages, 2 unreadable', [checked], { unreadable: 2 }],
    ['2 quotes, no model · 3 messages', [checked, checked], { frame: { engine: { name: 'extractive' } } }],
    ['1 quote, no model · 3 messages', [checked, unjudged], { frame: { engine: { name: 'extractive' } } }],
    ['✓ 1 checked · 1 message', [checked], { messages: three.slice(0, 1) }],
  ] as const)('says "%s"', (footer, claims, told) => {
    expect(toFooter(claims, told)).toBe(footer);
  });

  test('says of claims that are shown before their check that they are not checked', () => {
    const summary = tellSummary({ messages: three, claims: [checked, unjudged] });
    const [page] = toEmbedPages(summary, { isUnfinished: true });
    expect(page?.embeds[0].footer?.text).toBe('✓ 1 checked · 1 not checked · 3 messages');
  });
});

test.each<[string, Partial<ToldClaim>, string | null]>([
  [
    'nobody judged that numbers stand on the right thing, says so',
    { status: 'sources_found' },
    'Not checked by a model. Quotes match, but numbers, units and dates may belong to something else.',
  ],
  [
    'a judge did not answer for a claim, counts it',
    { status: 'sources_found', findings: [{ check: 'judge', outcome: 'pass' }] },
    '1 claim was not checked by a model.',
  ],
  ['all is judged, says nothing of it', { findings: [{ check: 'judge', outcome: 'pass' }] }, null],
])('a summary of which %s', (_, claim, notice) => {
  const { notices } = toView(tellSummary({ messages: three, claims: [{ ...checked, ...claim }] }));
  expect(notices).toEqual(notice === null ? [] : [notice]);
  // Highlights say once that no model wrote or checked them.
  const frame = { engine: { name: 'extractive' } } as const;
  const highlights = toView(tellSummary({ messages: three, claims: [{ ...checked, ...claim }], frame }));
  expect(highlights.notices).toHaveLength(1);
});
