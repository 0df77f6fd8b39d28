import { describe, expect, test } from 'vitest';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { allTexts } from '../../../src/render/texts.ts';
import { toView } from '../../../src/render/view/view.ts';
import { type Told, type ToldClaim, tellLines, tellSummary } from '../summaries.ts';

const messages = tellLines('Ann: The tent costs 450 euros.', 'Ann: I book it.', 'Ann: Fine.');
const checked: ToldClaim = { text: 'A tent.', cites: [[1, 'The tent']], status: 'verified' };
const unjudged: ToldClaim = { ...checked, status: 'sources_found' };
const unclear: ToldClaim = { ...checked, status: 'needs_clarification' };

function toFooter(claims: readonly ToldClaim[], told: Partial<Told> = {}, t = allTexts[0]): string {
  const [page] = toEmbedPages(tellSummary({ messages, claims, ...told }), t ? { t } : {});
  return page?.embeds[0].footer?.text ?? '';
}

describe('the footer of a summary', () => {
  test.each([
    ['✓ 2 checked · 3 messages', [checked, checked], {}],
    ['✓ 1 checked · 1 not checked · ⚠ 1 unclear · 3 messages', [checked, unjudged, unclear], {}],
    ['2 not checked · 3 messages', [unjudged, unjudged], {}],
    ['3 messages', [], {}],
    ['✓ 1 checked · 3 of 5 messages', [checked], { unreadable: 2 }],
    ['2 quotes, no model · 3 messages', [checked, checked], { frame: { engine: { name: 'extractive' } } }],
    ['1 quote, no model · 3 messages', [checked, unjudged], { frame: { engine: { name: 'extractive' } } }],
    ['✓ 1 checked · 1 message', [checked], { messages: messages.slice(0, 1) }],
  ] as const)('says "%s"', (footer, claims, told) => {
    expect(toFooter(claims, told)).toBe(footer);
  });

  test('counts statements that no message supports', () => {
    const statement = {
      claimId: null,
      text: 'A magician.',
      reason: 'nothing_similar',
      findings: [],
    } as const;
    const frame = { checked: { statements: [{ claimId: 'c1' }, statement], skipped: [] } };
    expect(toFooter([checked], { frame })).toBe('✓ 1 checked · 1 not found · 3 messages');
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
  const { notices } = toView(tellSummary({ messages, claims: [{ ...checked, ...claim }] }));
  expect(notices).toEqual(notice === null ? [] : [notice]);
  // Highlights say once that no model wrote or checked them.
  const frame = { engine: { name: 'extractive' } } as const;
  const highlights = toView(tellSummary({ messages, claims: [{ ...checked, ...claim }], frame }));
  expect(highlights.notices).toHaveLength(1);
});
