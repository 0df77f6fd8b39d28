import { expect, test } from 'vitest';
import { toCsv } from '../../../src/render/formats/csv.ts';
import { readCells } from '../readings.ts';
import { tellSummary } from '../summaries.ts';

const at = '2026-03-09T08:00:00.000Z';

test('a row for each cited message survives commas, quotation marks and lines', () => {
  const text = 'First, "second"\nthird | `fourth`';
  const summary = tellSummary({
    messages: [{ by: 'Ann, the first', text, at, url: 'https://discord.com/channels/1/2/3' }],
    claims: [{ text: 'There are four, not "three".', cites: [[1, 'third']] }],
  });
  const [head = [], ...rows] = readCells(toCsv(summary));
  const [row] = rows.map(cells => Object.fromEntries(head.map((name, index) => [name, cells[index]])));
  expect(rows).toHaveLength(1);
  expect(row).toMatchObject({
    claim: 'There are four, not "three".',
    footnote: '1',
    sender: 'Ann, the first',
    quote: 'third',
    message: text,
    url: 'https://discord.com/channels/1/2/3',
  });
});

test.each(['=HYPERLINK("https://evil.example")', '+1', '-2+3', '@SUM(A1)', '\t=1'])(
  'a spreadsheet does not calculate %s',
  text => {
    const summary = tellSummary({ messages: [{ by: text, text, at }], claims: [{ text, cites: [1] }] });
    const cells = readCells(toCsv(summary)).flat();
    expect(cells.filter(cell => /^[=+\-@\t]/.test(cell))).toEqual([]);
    expect(cells.filter(cell => cell.startsWith("'"))).not.toEqual([]);
  },
);

test('without references there are only the claims', () => {
  const summary = tellSummary({
    messages: [{ by: 'Ann', text: 'Yes.', at }],
    claims: [{ text: 'So.', cites: [1] }],
  });
  expect(toCsv(summary, { references: false })).not.toMatch(/Ann|Yes/);
});
