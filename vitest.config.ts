import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const unit = ['test/*.test.ts', 'test/{app,commands,core,docs,imports,render}/**/*.test.ts'];
const integration = ['test/{demo,e2e,io}/**/*.test.ts'];
/** The other tests are the same at any scale. */
const scaled = globSync([...unit, 'test/io/import/**/*.test.ts']).filter(path =>
  readFileSync(path, 'utf8').includes('scale.ts'),
);

// Otherwise packages with a development build are tested with that one, which is slower and is not what the bot runs.
process.env['NODE_ENV'] = 'production';

/**
 * Folders decide: pure code is `unit`, servers on loopback are `integration`, and everything else is `slow`.
 * `thorough` is pure code again, with all runs and full sizes (test/scale.ts).
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default defineConfig({
  test: {
    pool: 'threads',
    // Importing discord.js, zod and the SDK takes three seconds; without isolation, once a worker and not once a file.
    isolate: false,
    // A busy machine may be slow: these end what hangs, and are no measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    provide: { share: 1 },
    reporters: ['default', './test/failures.ts'],
    setupFiles: ['test/seed.ts', 'playground/src/testing/failed-exchanges.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          maxWorkers: '100%',
          provide: { share: 0.1 },
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // These often wait for a timer, so more workers than cores are busy.
        test: {
          name: 'integration',
          include: integration,
          maxWorkers: 9,
          provide: { share: 0.1 },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['test/**/*.test.ts'],
          exclude: [...unit, ...integration],
          // These wait for processes and browsers.
          maxWorkers: 5,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: scaled,
          maxWorkers: '100%',
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
