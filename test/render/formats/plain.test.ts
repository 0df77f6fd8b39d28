import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { toPlain } from '../../../src/render/formats/plain.ts';
import { scale } from '../../scale.ts';
import { arbitrarySummary } from '../arbitrary.ts';
import { fullSummary } from '../full-summary.ts';
import { squeeze } from '../readings.ts';
import { tellSummary } from '../summaries.ts';

const unbroken = 1_000_000;

test('wherever lines end, the words are the same', () => {
  fc.assert(
    fc.property(arbitrarySummary, fc.integer({ min: 40, max: 140 }), (summary, columns) => {
      expect(squeeze(toPlain(summary, { columns }))).toBe(squeeze(toPlain(summary, { columns: unbroken })));
    }),
    { numRuns: scale(150) },
  );
});

test('no line is longer than asked for, but for a title, an address or a marker with a long name', () => {
  for (const columns of [40, 72, 100, 120]) {
    const lines = toPlain(fullSummary, { columns }).split('\n');
    const long = lines.filter(line => stringWidth(line) > columns && !/^\s*https:\/\/\S+$/.test(line));
    expect(long).toEqual([]);
  }
  const widest = Math.max(
    ...toPlain(fullSummary)
      .split('\n')
      .map(line => stringWidth(line)),
  );
  expect(widest).toBeLessThanOrEqual(100);
  expect(widest).toBeGreaterThan(88);
});

test('an address stays whole', () => {
  const url = `https://x.example/${'path/'.repeat(20)}`;
  const claims = [{ text: `We should see ${url} for it`, cites: [1] }];
  const messages = [{ by: 'Ann', text: 'ok', at: '2026-03-09T08:00:00.000Z' }];
  expect(toPlain(tellSummary({ messages, claims }), { columns: 40 })).toContain(
    `- We should see\n  ${url}\n  for it`,
  );
});
