import { createImportInWorker } from '../src/io/import/import-in-worker.ts';
import { createWorkerPool } from '../src/workers/worker-pool.ts';

/** As the bot starts it; its workers end by themselves. */
export const workers = createWorkerPool({
  entry: new URL('../src/workers/entry.ts', import.meta.url),
  heapMb: 384,
});

/** Reads files in a worker process, as the bot does. */
export const importChat = createImportInWorker(workers);
