import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { environmentSchema, shellSchema } from '../../src/environment.ts';
import { pricesAsOf } from '../../src/io/claude/prices.ts';
import { findTable, toCells } from './table.ts';

const page = readFileSync('docs/operating.md', 'utf8');

describe('the page on operating', () => {
  test('lists every variable with its purpose and default', () => {
    const rows = Object.entries(environmentSchema.shape).map(([name, field]) => {
      const bare = field.safeParse(undefined).data;
      return [`\`${name}\``, field.description, bare === undefined ? 'none' : `\`${bare}\``];
    });
    expect(toCells(findTable(page, 'variable'))).toEqual(rows);
  });

  test('names every variable that the CLI reads, and no other', () => {
    const [sentence = ''] = /^The CLI reads .*?\./ms.exec(page) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(match => match[1]);
    expect(named).toEqual(Object.keys(shellSchema.shape));
  });

  test('gives the date of the built-in prices', () => {
    expect(page).toContain(`Prices are those of ${pricesAsOf}`);
  });
});
