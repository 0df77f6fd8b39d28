import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

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
