import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { toPlain, toUnits, wrap } from '../../../src/render/formats/plain.ts';
import { scale } from '../../scale.ts';
import { arbitrarySummary } from '../arbitrary.ts';
import { fullSummary } from '../full-summary.ts';
import { squeeze } from '../readings.ts';

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

test('an address stays whole, and text without spaces ends its lines between wide characters', () => {
  const url = `https://x.example/${'path/'.repeat(20)}`;
  const wrapped = wrap(toUnits(`see ${url} there`), 40, '- ').split('\n');
  expect(wrapped).toEqual(['- see', `  ${url}`, '  there']);
  const japanese = '土曜日でお願いします。写真を送りますので、確認してください。'.repeat(3);
  const lines = wrap(toUnits(`${japanese}https://x.example/写真`), 40, '- ').split('\n');
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.every(line => stringWidth(line) <= 40)).toBe(true);
  expect(lines.some(line => /^ *[、。]/.test(line))).toBe(false);
  expect(lines.some(line => line.endsWith('https://x.example/写真'))).toBe(true);
  expect(squeeze(lines.join('\n'))).toBe(`-${japanese}https://x.example/写真`);
});
