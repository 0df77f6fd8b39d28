import { expect, test } from 'vitest';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Engine } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import { toDocument } from '../../src/render/formats/json.ts';
import { formats } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';
import { allTexts } from '../../src/render/texts.ts';
import { toView } from '../../src/render/view/view.ts';
import { type Line, toConversation } from '../core/talk.ts';

const lines: readonly Line[] = [
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.',
  { say: 'Bob: How about we rent the big tent from last year for 450?', after: 40 },
  { say: 'Carol: Approved.', re: 2 },
  { say: 'Dave: Does anybody have the key to the storage room on the second floor?', after: 90 },
  'Emma: lol',
  { say: 'Ann: https://tents.example/prices', after: 40 },
];

function write(language: string, engine: Engine = extractiveEngine): Promise<Summary> {
  return summarize(
    toConversation(...lines),
    { detail: 'standard', zone: 'UTC', window: {}, language },
    { engine, fallback: extractiveEngine, newId: () => 's1' },
    new AbortController().signal,
  );
}

test.each(Object.keys(allTexts))('every format says what Highlights are: %s', async language => {
  const summary = await write(language);
  const { title, notices, t, sections } = toView(summary);
  expect(title).toBe(`${t('summary.highlights')} · #talk`);
  expect(notices).toEqual([t('summary.aboutHighlights')]);
  expect(sections.map(({ heading }) => heading)).toEqual([null]);
  for (const format of formats.filter(each => each !== 'json')) {
    const text = render(summary, format);
    expect(text).toContain(t('summary.highlights'));
    expect(text.replace(/\s+/g, '')).toContain(t('summary.aboutHighlights').replace(/\s+/g, ''));
  }
});

test('the document lists quotes as key points, and links on their own', async () => {
  const { summary_type, key_points, links, overview, decisions } = toDocument(await write('en'));
  expect(summary_type).toBe('highlights');
  expect(key_points).toHaveLength(3);
  expect(links).toMatchObject([{ text: 'Ann: “tents.example/prices”', references: [{ message_id: 'm6' }] }]);
  expect([overview, decisions]).toEqual([[], []]);
});
