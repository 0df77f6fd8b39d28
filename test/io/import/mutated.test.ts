import { expect, test } from 'vitest';
import { scale } from '../../scale.ts';
import { importFiles, importMutated, mutate } from './mutations.ts';

test.each(importFiles.map(file => [file.name, file] as const))(
  '%s is read without loss',
  async (_name, file) => {
    expect(await importMutated(file)).toEqual({ kind: 'read', uncounted: null });
  },
);

test('a damaged file is read or refused with a sentence, and everything lost is counted', async () => {
  const kinds = { read: 0, refused: 0 };
  for (let seed = 0; seed < scale(2_000); seed++) {
    const { kind, uncounted } = await importMutated(mutate(seed));
    expect([seed, uncounted]).toEqual([seed, null]);
    kinds[kind] += 1;
  }
  expect(Math.min(kinds.read, kinds.refused)).toBeGreaterThan(scale(100));
});
