import { expect, test } from 'vitest';
import { parseSerializedSummary, serializeSummary } from '../../src/core/claims/serialized-summary.ts';
import { toEmbedPages } from '../../src/render/embed/embed.ts';
import { toHtml } from '../../src/render/formats/html.ts';
import { toDocument } from '../../src/render/formats/json.ts';
import { toMarkdown } from '../../src/render/formats/markdown.ts';
import { toPlain } from '../../src/render/formats/plain.ts';
import { sure } from '../sure.ts';
import { tellSummary } from './summaries.ts';

const messages = Array.from({ length: 12 }, (_, index) => ({
  by: 'Ann',
  text: `Line ${index + 1}`,
  at: `2026-03-09T${String(9 + index).padStart(2, '0')}:00:00.000Z`,
}));
const claims = [{ text: 'Ann wrote a line.', cites: [1] }];
const told = { messages, claims, frame: { zone: 'UTC' } } as const;

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
