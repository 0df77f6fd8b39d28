import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { readonly optionalDependencies?: Readonly<Record<string, string>> };

/** The optional dependencies that the lock file names but has no entry for; `npm ci` fails if there is one. */
function findMissing(lock: { readonly packages: Readonly<Record<string, Entry>> }): readonly string[] {
  const toPlaces = (path: string, name: string): readonly string[] => [
    `${path === '' ? '' : `${path}/`}node_modules/${name}`,
    ...(path === '' ? [] : toPlaces(path.split('/').slice(0, -1).join('/'), name)),
  ];
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(name => !toPlaces(path, name).some(place => place in lock.packages))
      .map(name => `${name} of ${path}`),
  );
}

test('the lock file has an entry for each optional dependency that it names', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(findMissing(lock)).toEqual([]);
  const { 'node_modules/@biomejs/cli-darwin-arm64': _, ...packages } = lock.packages;
  expect(findMissing({ packages })).toEqual(['@biomejs/cli-darwin-arm64 of node_modules/@biomejs/biome']);
});
