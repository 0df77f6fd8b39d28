import { writeFileSync } from 'node:fs';
import { serveTasks } from '../../src/workers/serve-tasks.ts';

/** What a worker does in the tests of its pool. */
serveTasks({
  // biome-ignore lint/correctness/useYield: it has nothing but a result.
  look: async function* () {
    return { pid: process.pid, names: Object.keys(process.env) };
  },
  repeat: async function* (input: string) {
    return `${input} ${yield input}`;
  },
  // biome-ignore lint/correctness/useYield: it never has a result.
  silent: async function* (sign: string) {
    writeFileSync(sign, '');
    for (;;);
  },
});
