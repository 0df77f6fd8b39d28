import { expect, test } from 'vitest';
import { markNews } from '../../../src/core/claims/changes/mark-news.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { toHtml } from '../../../src/render/formats/html.ts';
import { toDocument } from '../../../src/render/formats/json.ts';
import { toMarkdown } from '../../../src/render/formats/markdown.ts';
import { toPlain } from '../../../src/render/formats/plain.ts';
import { allTexts } from '../../../src/render/texts.ts';
import { tellSummary } from '../summaries.ts';

const messages = [
  'The tent costs 450.',
  'Who has the key?',
  'The tent is booked.',
  'Ann has it.',
  'Bye.',
].map((text, index) => ({ by: 'Ann', text, at: `2026-03-09T09:0${index}:00.000Z` }));
const tent = { text: 'The tent costs 450.', kind: 'fact', cites: [1] } as const;
const key = { text: 'Somebody asked who has the key.', kind: 'question', cites: [2] } as const;
const last = tellSummary({ messages: messages.slice(0, 2), claims: [tent, key] });
const marked = markNews(
  tellSummary({
    messages,
    claims: [
      { ...tent, cites: [1, 3] },
      { ...key, text: 'It was decided who has the key, as somebody asked.', kind: 'decision', cites: [2, 4] },
      { text: 'All said good-bye.', kind: 'key_point', cites: [5] },
    ],
  }),
  last,
);

test('every format shows how claims differ, and from which summary', () => {
  const embed = toEmbedPages(marked)[0]?.embeds[0]?.description ?? '';
  expect(embed).toContain('Compared with the summary up to <t:1773046860:f>');
  for (const text of [embed, toMarkdown(marked), toPlain(marked), toHtml(marked)]) {
    expect(text).toContain('Compared with the summary up to');
    for (const mark of ['changed: newer messages', 'resolved', 'new'])
      expect(text).toMatch(new RegExp(`\\b${mark}\\b`));
  }
  const { compared_with, facts, decisions, key_points } = toDocument(marked);
  expect(compared_with).toEqual({ summary_id: last.id, end: '2026-03-09T09:01:00.000Z' });
  expect([facts, decisions, key_points]).toMatchObject([
    [{ news: { mark: 'changed', by: ['messages'] } }],
    [{ news: { mark: 'resolved' } }],
    [{ news: { mark: 'new' } }],
  ]);
});

test.each(allTexts.map(t => [t.tag, t] as const))('marks are in %s', (_, t) => {
  const text = toPlain(marked, { t, columns: 300 });
  expect(text).toContain(t('summary.news.changed', { reasons: t('summary.news.reasons.messages') }));
  expect(text).toContain(t('summary.news.resolved'));
});

test('a summary without marks does not say that it was compared', () => {
  const same = markNews(tellSummary({ messages, claims: [tent] }), last);
  expect(same.comparedWith).toBeDefined();
  expect(toPlain(same)).not.toContain('Compared');
});
