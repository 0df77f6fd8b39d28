import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { environmentSchema, shellSchema } from '../src/config.ts';
import { claimStatuses } from '../src/core/claims/claim.ts';
import { judgeVerdicts } from '../src/core/claims/judgement.ts';
import { cueLists } from '../src/core/select/cues/index.ts';
import { parseTimeWords } from '../src/core/time-words.ts';
import { pricesAsOf } from '../src/io/claude/prices.ts';
import { jsonLinesRecord } from '../src/io/import/json-lines-record.ts';
import { catalogues } from '../src/render/words/index.ts';
import { runFootnote } from './shell/run-footnote.ts';

const readme = readFileSync('README.md', 'utf8');

describe('the README', () => {
  test('shows what the shell prints', async () => {
    const command = /`npx footnote (summarize test\/fixtures\/\S+ [^`]+)`/.exec(readme)?.[1] ?? '';
    const { stdout } = await runFootnote(command.split(' '));
    const [shown, ...rest] = stdout.split('\nSources\n');
    expect(rest).toHaveLength(1);
    expect(readme).toContain(`\`\`\`text\n${shown?.trimEnd()}\n\`\`\``);
  });

  test('lists every option of the shell, and no other', async () => {
    const { stdout } = await runFootnote(['summarize', '--help']);
    const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(match => match[1] ?? []);
    const listed = /^\| option .*?\n\n/ms.exec(readme)?.[0] ?? '';
    const named = [...listed.matchAll(/`(--[\w-]+)/g)].flatMap(match => match[1] ?? []);
    expect([...named].sort()).toEqual(options.filter(option => option !== '--help').sort());
  });

  test('shows what checking prints', async () => {
    const command = /`npx footnote (check test\/fixtures\/\S+ [^`]+)`/.exec(readme)?.[1] ?? '';
    const { stdout } = await runFootnote(command.split(' '));
    const [shown, ...rest] = stdout.split('\nSources\n');
    expect(rest).toHaveLength(1);
    expect(readme).toContain(`\`\`\`text\n${shown?.trimEnd()}\n\`\`\``);
  });

  test('lists every option of checking, and no other', async () => {
    const { stdout } = await runFootnote(['check', '--help']);
    const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(match => match[1] ?? []);
    const listed = /^\| with `check` .*?\n\n/ms.exec(readme)?.[0] ?? '';
    const named = [...listed.matchAll(/`(--[\w-]+)/g)].flatMap(match => match[1] ?? []);
    expect([...named].sort()).toEqual(options.filter(option => option !== '--help').sort());
  });

  test('lists every field of a JSON Lines record, and no other', () => {
    const [table = ''] = /^\| field .*?\n\n/ms.exec(readme) ?? [];
    const named = [...table.matchAll(/^\| `(\w+)` /gm)].map(match => match[1]);
    expect([...named].sort()).toEqual(Object.keys(jsonLinesRecord.shape).sort());
  });

  test('lists every variable of the environment as the configuration has it', () => {
    const rows = Object.entries(environmentSchema.shape).map(([name, field]) => {
      const bare = field.safeParse(undefined).data;
      return [`\`${name}\``, field.description, bare === undefined ? 'none' : `\`${bare}\``];
    });
    const [table = ''] = /^\| variable .*?\n\n/ms.exec(readme) ?? [];
    const listed = table.trim().split('\n').slice(2);
    const cells = listed.map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    );
    expect(cells).toEqual(rows);
  });

  test('names every variable that the shell heeds, and no other', () => {
    const [sentence = ''] = /^The shell heeds .*?;/ms.exec(readme) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(match => match[1]);
    expect(named).toEqual(Object.keys(shellSchema.shape));
  });

  test('names the day of our prices', () => {
    expect(readme).toContain(`Prices are those of ${pricesAsOf}`);
  });

  test('shows only pictures and pages that there are', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].flatMap(match => match[1] ?? []);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(link => !existsSync(link))).toEqual([]);
  });

  test('gives times that the shell understands as it says', () => {
    const [row = ''] = /^\| `--since`.*$/m.exec(readme) ?? [];
    const examples = [...(row.split('|')[2] ?? '').matchAll(/`"?([^`"]+)"?`/g)].flatMap(m => m[1] ?? []);
    expect(examples.length).toBeGreaterThan(6);
    const at = (words: string, end: 'from' | 'to') =>
      parseTimeWords(words, '2026-03-10T12:00:00Z', 'UTC', end);
    for (const words of examples) expect(at(words, 'from'), words).not.toBeNull();
    expect(at('1w', 'from')).toBe('2026-03-03T12:00:00.000Z');
    expect(at('2026-03-09', 'to')).toBe('2026-03-09T23:59:59.999Z');
  });

  test('names only folders and scripts that there are, and all folders of the core', () => {
    const folders = [...readme.matchAll(/`((?:src|test|commands)(?:\/[\w/.-]+)?)`/g)].flatMap(
      m => m[1] ?? [],
    );
    expect(folders.length).toBeGreaterThan(8);
    expect(folders.filter(folder => !existsSync(folder))).toEqual([]);
    const core = readdirSync('src/core', { withFileTypes: true }).filter(entry => entry.isDirectory());
    for (const { name } of core) expect(readme).toMatch(new RegExp(`\`src/core\` .*\`${name}\``));
    const scripts = [...readme.matchAll(/npm (?:run )?(test|check|bench|start|demo|deploy)\b/g)];
    for (const [, name = ''] of scripts) expect(packageJson.scripts).toHaveProperty([name]);
  });

  test('names every language of headings and every language with cues', () => {
    for (const { tag } of Object.values(catalogues)) expect(readme).toContain(`\`${tag}\``);
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const tag of Object.keys(cueLists)) expect(readme).toContain(names.of(tag));
  });
});

test('the page on verification explains every status, verdict and proof that there is', () => {
  const page = readFileSync('docs/verification.md', 'utf8');
  for (const name of [...claimStatuses, ...judgeVerdicts, 'not_found']) expect(page).toContain(`\`${name}\``);
  for (const name of ['citation', 'quote', 'attribution', 'values'])
    expect(page).toContain(`**${name.charAt(0).toUpperCase()}${name.slice(1)}**`);
});
