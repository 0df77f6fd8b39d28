import { openStore } from '../../../src/io/keyv/open-store.ts';
import { createLogger } from '../../../src/log.ts';

/** Counts as many runs as it is let, and writes their number. */
const store = await openStore(process.env['STORE_URL'] ?? '', { log: createLogger('silent') });
let added = 0;
for (let tries = 0; tries < 100; tries++)
  if (await store.runs.add('ann', '2026-03-09', 1, Number(process.env['LIMIT']))) added += 1;
await store.close();
process.stdout.write(`${added}`);
