import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    // Importing discord.js and the SDK takes seconds; without isolation, once a worker and not once a file.
    isolate: false,
    // These often wait for a timer, so more workers than cores are busy.
    maxWorkers: 9,
    // A busy machine may be slow: these end what hangs, and are no measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    setupFiles: ['src/testing/failed-exchanges.ts'],
  },
});
