import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cueLists } from '../src/core/select/cues/index.ts';
import { checks } from '../src/core/verify/checks.ts';
import { catalogues } from '../src/render/words/index.ts';
import { runFootnote } from './shell/run-footnote.ts';

const readme = readFileSync('README.md', 'utf8');

describe('the README', () => {
  test('shows what the shell prints', async () => {
    const command = /`npx footnote (summarize test\/fixtures\/\S+ [^`]+)`/.exec(readme)?.[1] ?? '';
    const { stdout } = await runFootnote(command.split(' '));
    const [shown] = stdout.split('\nTopics\n');
    expect(readme).toContain(`\`\`\`text\n${shown?.trimEnd()}\n\`\`\``);
  });

  test('lists every option of the shell, and no other', async () => {
    const { stdout } = await runFootnote(['summarize', '--help']);
    const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(match => match[1] ?? []);
    const listed = readme.slice(readme.indexOf('| option |'), readme.indexOf('Results go to stdout'));
    const named = [...listed.matchAll(/`(--[\w-]+)/g)].flatMap(match => match[1] ?? []);
    expect([...named].sort()).toEqual(options.filter(option => option !== '--help').sort());
  });

  test('names every check in its order, every language of headings and every language with cues', () => {
    const table = [...readme.matchAll(/^ *\| (\w+) \| .* \| .* \|$/gm)].map(match => match[1]);
    expect(table.filter(name => checks.some(check => check.name === name))).toEqual(
      checks.map(({ name }) => name),
    );
    for (const { tag } of Object.values(catalogues)) expect(readme).toContain(`\`${tag}\``);
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const tag of Object.keys(cueLists)) expect(readme).toContain(names.of(tag));
  });
});
