import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { claimStatuses } from '../../src/core/claims/claim.ts';
import { judgeVerdicts } from '../../src/core/claims/judgement.ts';
import { shellSchema } from '../../src/environment.ts';
import { pricesAsOf } from '../../src/io/claude/prices.ts';
import { findTable, toCells } from './table.ts';

const pages = globSync(['*.md', 'docs/*.md', 'playground/*.md', '.env.example']).map(path => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

/** The anchor that GitHub gives a heading. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function hasAnchor(path: string, anchor: string): boolean {
  const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)];
  return headings.some(([, heading = '']) => toAnchor(heading) === anchor);
}

test('the README has at most 1,500 words and one picture', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1_500);
  expect(readme.match(/!\[/g)).toHaveLength(1);
});

test('README and CONTRIBUTING name the commands that .ci/run runs', () => {
  const steps = [
    ...readFileSync('.ci/run', 'utf8').matchAll(
      /^(?:step|tests) \S+ (npm (?:run )?(?:--silent )?[\w:]+(?: -w \w+)?)/gm,
    ),
  ];
  const commands = steps.map(([, command = '']) => command.replace('--silent ', ''));
  expect(commands).toContain('npm test');
  const named = ['README.md', 'CONTRIBUTING.md'].map(path => readFileSync(path, 'utf8')).join();
  expect(commands.filter(command => !named.includes(command))).toEqual([]);
});

test('the README leads to every page', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const { path } of pages.filter(page => page.path !== 'README.md'))
    expect(readme, path).toContain(path === '.env.example' ? path : `](${path})`);
});

describe.each(pages)('$path', ({ path, text }) => {
  test('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(match => match[1] ?? []);
    const broken = links.filter(link => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      return !existsSync(target) || (anchor !== undefined && !hasAnchor(target, anchor));
    });
    expect(broken).toEqual([]);
  });

  test('names only files, folders and scripts that exist', () => {
    const paths = [...text.matchAll(/`((?:src|test|commands|docs)(?:\/[\w/.-]+)?)`/g)].flatMap(
      match => match[1] ?? [],
    );
    expect(paths.filter(name => !existsSync(name))).toEqual([]);
    for (const [, name = ''] of text.matchAll(/\bnpm run (?:--silent )?([a-z:]+)/g))
      expect(packageJson.scripts, name).toHaveProperty([name]);
  });

  test('runs the CLI with npm run: outside the checkout, npx would run another package', () => {
    expect(text).not.toContain('npx footnote');
  });
});

const folderRows = toCells(findTable(readFileSync('docs/architecture.md', 'utf8'), 'folder'));

describe('the page on architecture', () => {
  test.each(['src/core', 'src/io'])('names every folder of %s, and no other', folder => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
    const [, text = ''] = folderRows.find(([name]) => name === `\`${folder}\``) ?? [];
    const named = [...text.matchAll(/`([^`]+)`/g)].flatMap(match => match[1] ?? []);
    expect(named.sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  test('names every folder of src', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter(entry => entry.isDirectory());
    const named = folderRows.map(([name]) => name);
    for (const { name } of folders) expect(named).toContain(`\`src/${name}\``);
  });
});

const operating = readFileSync('docs/operating.md', 'utf8');

describe('the page on operating', () => {
  test('names every variable that the CLI reads, and no other', () => {
    const [sentence = ''] = /^The CLI reads .*?\./ms.exec(operating) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(match => match[1]);
    expect(named).toEqual(Object.keys(shellSchema.shape));
  });

  test('gives the date of the built-in prices', () => {
    expect(operating).toContain(`Prices are those of ${pricesAsOf}`);
  });
});

const threats = toCells(findTable(readFileSync('SECURITY.md', 'utf8'), 'threat'));

test('the threat model has no row without what stops it and a test', () => {
  expect(threats.length).toBeGreaterThan(20);
  expect(threats.filter(cells => cells.length !== 3 || cells.includes(''))).toEqual([]);
});

test.each(threats)('the test against this threat exists: %s', (_, __, named = '') => {
  const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(named) ?? [];
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(`'${name}', `);
});

test('the page on verification explains every status, verdict and proof', () => {
  const page = readFileSync('docs/verification.md', 'utf8');
  for (const name of [...claimStatuses, ...judgeVerdicts, 'not_found']) expect(page).toContain(`\`${name}\``);
  for (const name of ['Citation', 'Quote', 'Attribution', 'Values']) expect(page).toContain(`**${name}**`);
});
