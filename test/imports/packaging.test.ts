import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import extras from '../../extras/package.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { measureSizes } from '../bench/size.ts';
import { toImports } from './rules.ts';

const read = (path: string) => readFileSync(path, 'utf8');

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
      .filter(path => !path.endsWith('.d.ts'))
      .flatMap(path => toImports(read(path)).map(({ from }) => from))
      .filter(specifier => !specifier.startsWith('.') && !isBuiltin(specifier))
      .map(toPackage);
    const installed = [packageJson, extras].flatMap(({ dependencies }) => Object.keys(dependencies));
    expect([...new Set(packages)].sort()).toEqual(installed.sort());
  });

  test('is found by the sources, also what the workspace `extras` needs', () => {
    expect(read('package-lock.json')).not.toContain('"extras/node_modules/');
  });

  test('is below 120 MB on disk for the bot and the CLI, and below 168 MB in all', () => {
    const { all, botOnly } = measureSizes();
    expect(botOnly.megabytes).toBeGreaterThan(50);
    expect(botOnly.megabytes).toBeLessThan(120);
    expect(all.megabytes).toBeGreaterThan(botOnly.megabytes + 20);
    expect(all.megabytes).toBeLessThan(168);
  });
});

test('every file names the same version of Node', () => {
  const major = packageJson.devDependencies.node.split('.')[0];
  expect(packageJson.engines.node).toBe(`>=${major}`);
  expect(read('Dockerfile').match(/node:\d+/g)).toEqual([`node:${major}`, `node:${major}`]);
  expect(read('.github/workflows/ci.yml')).toContain(`node-version: ${major}`);
});

test('scripts for users check the version of Node and the packages first', () => {
  const { prestart, predeploy, demo, footnote } = packageJson.scripts;
  // Old versions refuse an option of `start` and `deploy`, before they read any file.
  expect([prestart, predeploy]).toEqual(Array(2).fill('node require-node.cjs'));
  for (const script of [demo, footnote]) expect(script).toMatch(/^node --require \.\/require-node\.cjs /);
});

/** Runs `require-node.cjs` from a folder with these packages, and returns what it says and its exit code. */
function runRequireNode(version: string, packages: readonly string[]) {
  let [told, ended]: [string, number | undefined] = ['', undefined];
  runInNewContext(read('require-node.cjs'), {
    require: (name: string) =>
      ({ './package.json': packageJson, 'node:fs': { existsSync: isInstalled } })[name],
    module: { paths: ['/app/node_modules', '/node_modules'] },
    process: {
      versions: { node: version },
      stderr: { write: (words: string) => (told += words) },
      exit: (given: number) => {
        ended = given;
      },
    },
  });
  return { told, ended };

  function isInstalled(path: string): boolean {
    return packages.some(name => path === `/app/node_modules/${name}`);
  }
}

const installed = Object.keys(packageJson.dependencies);

test.each([
  ['20.20.2', 2],
  ['9.11.2', 2],
  ['24.0.0', undefined],
])('what Node %s is told', (version, code) => {
  const { told, ended } = runRequireNode(version, installed);
  expect(ended).toBe(code);
  expect(told).toBe(
    code === undefined
      ? ''
      : `Footnote needs Node.js 24 or later, but this is ${version}. Install it, or run \`npm install\` without --omit=dev, which adds it to this folder.\n`,
  );
});

test.each([
  ['before `npm install`', [], '@anthropic-ai/sdk'],
  ['with a package missing', installed.filter(name => name !== 'zod'), 'zod'],
])('what is told %s', (_when, packages, missing) => {
  const told = `Run \`npm install\` first: the package ${missing} is not installed.\n`;
  expect(runRequireNode('24.0.0', packages)).toEqual({ told, ended: 2 });
});

test('the bot starts with the same options of Node everywhere, and is measured with them', () => {
  const { start, bench } = packageJson.scripts;
  const option = '--max-semi-space-size=8';
  expect(start).toContain(`node ${option} `);
  expect(bench).toContain(`node ${option} `);
  expect(read('Dockerfile')).toContain(`CMD ["node", "${option}", "src/main.ts"]`);
  expect(read('docs/footnote.service')).toContain(
    `ExecStart=/usr/bin/env node ${option} --require ./require-node.cjs src/main.ts\n`,
  );
});

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "\w+:/);
});

test('the change log has an entry for this version', () => {
  expect(read('CHANGELOG.md')).toContain(`\n## ${packageJson.version} `);
});
