import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printAlce } from './part-alce.ts';
import { printCheck } from './part-check.ts';
import { printCiting } from './part-citing.ts';
import { printLabels } from './part-labels.ts';
import { printMutations } from './part-mutations.ts';
import { printQuotes } from './part-quotes.ts';
import { printSpeed } from './part-speed.ts';
import { printWriter } from './part-writer.ts';
import { print } from './table.ts';

const parts: Readonly<Record<string, (data: string) => void | Promise<void>>> = {
  mutations: printMutations,
  writer: printWriter,
  alce: printAlce,
  quotes: printQuotes,
  labels: printLabels,
  citing: printCiting,
  check: printCheck,
  speed: printSpeed,
};

const names = Object.keys(parts).join(', ');

function readArguments() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string', default: fileURLToPath(new URL('../../../shared/data', import.meta.url)) },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const unknown = positionals.filter(name => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  process.stderr.write(`there is no part ${unknown.join(', ')}: ${names}\n`);
  process.exitCode = 2;
} else if (values.help) print(`npm run eval -- [--data PATH] [PART...]\nparts: ${names}`);
else {
  for (const [name, run] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const start = performance.now();
    print(`## ${name}\n`);
    await run(values.data);
    print(`(${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
  }
}
