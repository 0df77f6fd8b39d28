import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findTable, toCells } from './table.ts';

const page = readFileSync('docs/architecture.md', 'utf8');
const rows = toCells(findTable(page, 'folder'));

describe('the page on architecture', () => {
  test.each(['src/core', 'src/io'])('names every folder of %s, and no other', folder => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
    const [, text = ''] = rows.find(([name]) => name === `\`${folder}\``) ?? [];
    const named = [...text.matchAll(/`([^`]+)`/g)].flatMap(match => match[1] ?? []);
    expect(named.sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  test('names every folder of src', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter(entry => entry.isDirectory());
    const named = rows.map(([name]) => name);
    for (const { name } of folders) expect(named).toContain(`\`src/${name}\``);
  });
});
