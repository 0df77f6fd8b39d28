import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createSizeLimit } from '../../src/io/import/read-bytes.ts';
import { importChat } from '../io/import/import-chat.ts';
import { importMutated, mutate } from '../io/import/mutations.ts';
import { makeConversation } from './conversation.ts';

type ImportRun = {
  readonly megabytes: number;
  readonly ms: number;
  /** Of all threads; on a busy machine, the time says less. */
  readonly cpuMs: number;
  /** Of the whole process, the file and its making included. */
  readonly peakMb: number;
  readonly messages: number;
  readonly omitted: number;
};

const photoEvery = 10;
const deletedEvery = 50;
const systemEvery = 100;

/** A WhatsApp export of a long time, with media, deleted messages and lines of the app. */
function makeExport(size: number): string {
  return makeConversation(size)
    .messages.map(({ time, author, text }, index) => {
      const [date = '', clock = ''] = time.split('T');
      const start = `${date.split('-').reverse().join('/')}, ${clock.slice(0, 5)} - `;
      if (index % systemEvery === 1) return `${start}${author.name} changed the group description`;
      if (index % deletedEvery === 2) return `${start}${author.name}: This message was deleted`;
      return `${start}${author.name}: ${index % photoEvery === 3 ? '<Media omitted>' : text}`;
    })
    .join('\n');
}

async function runImport(size: number): Promise<ImportRun> {
  const bytes = Buffer.from(makeExport(size));
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const { counts } = await importChat(bytes, 'chat.txt', {
    zone: 'Europe/Berlin',
    limit: createSizeLimit(500),
  });
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const omitted = counts.omitted.reduce((sum, { count }) => sum + count, 0);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  return {
    megabytes: bytes.length / 1e6,
    ms,
    cpuMs: (user + system) / 1_000,
    peakMb,
    messages: counts.messages,
    omitted,
  };
}

/** The first import of each size, in a process of its own. */
export function measureImports(sizes: readonly number[]): readonly ImportRun[] {
  return sizes.map(size => {
    const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), String(size)], {
      encoding: 'utf8',
    });
    return JSON.parse(output) as ImportRun;
  });
}

type Mutations = {
  readonly files: number;
  readonly read: number;
  readonly refused: number;
  /** Files of which something was lost and not counted. */
  readonly uncounted: readonly string[];
  readonly longestMs: number;
};

/** Imports damaged files of all formats; a crash ends it. */
export async function measureMutations(files: number): Promise<Mutations> {
  const kinds = { read: 0, refused: 0 };
  const uncounted: string[] = [];
  let longestMs = 0;
  for (let seed = 0; seed < files; seed++) {
    const file = mutate(seed);
    const start = performance.now();
    const outcome = await importMutated(file);
    longestMs = Math.max(longestMs, performance.now() - start);
    kinds[outcome.kind] += 1;
    if (outcome.uncounted !== null) uncounted.push(`${seed} (${file.name}): ${outcome.uncounted}`);
  }
  return { files, ...kinds, uncounted, longestMs };
}

const [, script, size] = process.argv;
if (script === fileURLToPath(import.meta.url))
  process.stdout.write(JSON.stringify(await runImport(Number(size))));
