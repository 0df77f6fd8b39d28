import { expect, test } from 'vitest';
import { toTexts } from '../../src/render/texts.ts';
import { toView } from '../../src/render/view/view.ts';
import { toWhy } from '../../src/render/view/why.ts';
import { type Told, tellSummary } from './summaries.ts';

const messages = [{ by: 'Ann', text: 'The tent is booked.', at: '2026-03-09T14:00:00.000Z' }];
const view = (told: Partial<Told>) => toView(tellSummary({ messages, claims: [], ...told }));
const claude = { engine: { name: 'claude', model: 'claude-sonnet-5-5' } } as const;
const t = toTexts('en');

test('an answer of Claude without any claim is reported as one', () => {
  expect(view({ frame: claude }).empty).toBe(t('summary.emptyAnswer'));
  expect(view({ frame: { engine: { name: 'extractive' } } }).empty).toBe(t('summary.nothingFound'));
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

test('claims that repeat another are listed as merged with it, once for the same words', () => {
  const repeat = (text: string) =>
    ({ text, reasons: [{ check: 'shape', problem: { code: 'said_already' } }], draft: null }) as const;
  const text = 'The tent is booked.';
  const summary = tellSummary({
    messages,
    claims: [{ text, cites: [1] }],
    rejected: [repeat(text), repeat(text), repeat('Booked.')],
  });
  const headings = toWhy(summary, t).sections.map(({ heading }) => heading);
  expect(headings).not.toContain(t('summary.review.leftOut'));
  const merged = toWhy(summary, t).sections.find(({ heading }) => heading === t('summary.why.merged'));
  expect(merged?.lines).toMatchObject([
    { text, times: 2, messages: [{ number: 1 }], reasons: [] },
    { text: 'Booked.', times: 1, messages: [] },
  ]);
});

test('a system message without text is left out as a system message', () => {
  const joined = { by: 'Bob', text: '', at: '2026-03-09T14:01:00.000Z', system: true };
  const { facts } = view({ messages: [...messages, joined, { ...joined, system: false }] });
  expect(facts).toContain('Left out: 1 system message, 1 without text');
});
