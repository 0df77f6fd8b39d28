import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findTable, toCells } from './table.ts';

const rows = toCells(findTable(readFileSync('SECURITY.md', 'utf8'), 'threat'));

test('the threat model has no row without what stops it and a test', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(cells => cells.length !== 3 || cells.includes(''))).toEqual([]);
});

test.each(rows)('the test against this threat exists: %s', (_, __, named = '') => {
  const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(named) ?? [];
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(`'${name}', `);
});
