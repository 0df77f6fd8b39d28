import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { measureSize } from '../bench/size.ts';
import { toImports } from './rules.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const isDevelopment = (path: string) => /^src[\\/](?:playground[\\/]|demo)/.test(path);

/** "zod" for "zod/v4", "@keyv/redis" for itself. */
function toPackage(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('what is installed without development dependencies', () => {
  test('is what the bot, the CLI and the deployment import, and nothing else', () => {
    const paths = globSync(['src/**/*.ts', 'commands/**/*.ts', 'deploy-commands.ts']);
    const packages = paths
      .filter(path => !isDevelopment(path) && !path.endsWith('.d.ts'))
      .flatMap(path => toImports(read(path)).map(({ from }) => from))
      .filter(specifier => !specifier.startsWith('.') && !isBuiltin(specifier))
      .map(toPackage);
    expect([...new Set(packages)].sort()).toEqual(Object.keys(packageJson.dependencies).sort());
  });

  test('is below 140 MB on disk', () => {
    const { megabytes } = measureSize();
    expect(megabytes).toBeGreaterThan(50);
    expect(megabytes).toBeLessThan(140);
  });
});

test('every file names the same version of Node', () => {
  const major = packageJson.devDependencies.node.split('.')[0];
  expect(packageJson.engines.node).toBe(`>=${major}`);
  expect(read('Dockerfile').match(/node:\d+/g)).toEqual([`node:${major}`, `node:${major}`]);
  expect(read('.github/workflows/ci.yml')).toContain(`node-version: ${major}`);
  expect(read('docs/footnote.service')).toContain('ExecStart=/usr/bin/env node src/main.ts');
});

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "\w+:/);
});

test('the change log has an entry for this version', () => {
  expect(read('CHANGELOG.md')).toContain(`\n## ${packageJson.version} `);
});
