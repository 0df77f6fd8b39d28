import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createSizeLimit } from '../../src/io/import/archive.ts';
import { print, printTable, toCell } from '../eval/table.ts';
import { importChat } from '../io/import/import-chat.ts';
import { importMutated, mutate } from '../io/import/mutations.ts';
import { makeConversation } from './conversation.ts';

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

/** The first import of a file of this size: what a row of the table has. */
async function runImport(size: number): Promise<readonly string[]> {
  const bytes = Buffer.from(makeExport(size));
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const options = { zone: 'Europe/Berlin', limit: createSizeLimit(500) };
  const { counts } = await importChat(bytes, 'chat.txt', options);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const omitted = counts.omitted.reduce((sum, { count }) => sum + count, 0);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  return [
    (bytes.length / 1e6).toFixed(1),
    ...[ms, (user + system) / 1_000, peakMb].map(each => each.toFixed(0)),
    ...[counts.messages, omitted].map(toCell),
  ];
}

export async function printImports(): Promise<void> {
  const runs = [1_000, 10_000, 100_000].map(size => {
    const args = [fileURLToPath(import.meta.url), String(size)];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
    return [toCell(size), ...(JSON.parse(output) as readonly string[])] as const;
  });
  printTable(
    'import of a WhatsApp export, each in a process of its own, whose memory includes the making of the file',
    ['messages', 'MB', 'ms', 'CPU of all threads, ms', 'peak memory, MB', 'kept', 'left out and counted'],
    runs,
  );
  await printMutations(10_000);
}

/** Imports damaged files of all formats; a crash ends it. */
async function printMutations(files: number): Promise<void> {
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
  printTable(
    'damaged files of all formats',
    ['files', 'read', 'refused', 'lost something uncounted', 'longest, ms'],
    [[toCell(files), ...[kinds.read, kinds.refused, uncounted.length, Math.round(longestMs)].map(toCell)]],
  );
  for (const each of uncounted) print(`       ${each}`);
}

const [, script, size] = process.argv;
if (script === fileURLToPath(import.meta.url))
  process.stdout.write(JSON.stringify(await runImport(Number(size))));
