import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defaultCallLimits } from '../../src/io/claude/call-limiter.ts';
import { playRandomly } from '../attacks/random-interactions.ts';
import { countAll } from '../e2e/access/count-requests.ts';
import { print, printTable as printFigures, toMedian } from '../eval/table.ts';
import type { Adapter } from '../faults/kills/bot-processes.ts';
import { measureClaude } from './claude.ts';
import { makeConversation } from './conversation.ts';
import { measureDiscord } from './discord.ts';
import { type FileRun, measureAttached, measureFiles } from './files.ts';
import { measureGateway } from './growth/measure.ts';
import { setups, simulateSetup } from './growth/simulate.ts';
import { toGrowthRows } from './growth/table.ts';
import { measureHistory } from './history.ts';
import { measureHttp } from './http.ts';
import { measureImports, measureMutations } from './imports.ts';
import { measureBurst } from './load/burst.ts';
import { measureCrowd } from './load/crowd.ts';
import {
  measureDigestKills,
  measureMachineFaults,
  measureMatrix,
  measureSummaryKills,
} from './load/faults.ts';
import { measureHighlights, measureLongRuns, measureSecondRuns } from './long.ts';
import type { LoopFigures } from './loop-delay.ts';
import { type CodeSize, countPageWords, measureCode, measureSizes } from './size.ts';
import { claimsInDraft, createStages, type StageName, stageNames } from './stages.ts';
import type { Stalls } from './stalls.ts';

const sizes = [100, 500, 2_000, 10_000, 100_000];
const enoughMs = 250;
const maxRounds = 60;

type Times = Record<StageName, number>;
type ColdRun = { readonly loadMs: number; readonly times: Times; readonly peakMb: number };

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The first run of each stage in a process of its own, and the most memory that process held. */
function runCold(size: number): void {
  const loadMs = performance.now();
  const conversation = makeConversation(size);
  const stages = createStages(conversation);
  const times = Object.fromEntries(stageNames.map(name => [name, time(stages[name])]));
  const peakMb = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(JSON.stringify({ loadMs, times, peakMb }));
}

function spawnCold(size: number): ColdRun {
  const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--cold', String(size)], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as ColdRun;
}

/** Medians over rounds in which every size and stage takes its turn, so that a slow minute slows all of them. */
function runWarm(): ReadonlyMap<number, Times> {
  const all = sizes.map(size => ({ size, stages: createStages(makeConversation(size)) }));
  const taken = new Map(
    all.map(({ size }) => [size, new Map(stageNames.map(name => [name, [] as number[]]))]),
  );
  for (const { stages } of all.slice(0, 3))
    for (let i = 0; i < 20; i++) for (const name of stageNames) stages[name]();
  for (let round = 0; round < maxRounds; round++) {
    for (const { size, stages } of all) {
      for (const name of stageNames) {
        const list = taken.get(size)?.get(name) ?? [];
        const spent = list.reduce((sum, ms) => sum + ms, 0);
        if (round < 3 || spent < enoughMs * 4) list.push(time(stages[name]));
      }
    }
  }
  return new Map(
    [...taken].map(([size, stages]) => [
      size,
      Object.fromEntries([...stages].map(([name, list]) => [name, toMedian(list)])) as Times,
    ]),
  );
}

type Table = readonly (readonly [string, readonly string[]])[];

function printTable(title: string, rows: Table, head: readonly string[]): void {
  printFigures(
    title,
    ['', ...head],
    rows.map(([name, cells]) => [name, ...cells]),
  );
}

function toMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0);
}

/** The exponent of growth between two sizes: 1 is linear. */
function toSlope(warm: ReadonlyMap<number, Times>, name: StageName, from: number, to: number): string {
  const ratio = (warm.get(to)?.[name] ?? 0) / (warm.get(from)?.[name] ?? 1);
  return (Math.log(ratio) / Math.log(to / from)).toFixed(2);
}

async function main(): Promise<void> {
  print(
    `node ${process.version}, ${cpus().length} cores; drafts of ${claimsInDraft} claims; "whole" is all but highlights\n`,
  );
  const head = sizes.map(size => size.toLocaleString('en'));
  const warm = runWarm();
  printTable(
    'warm, median ms, interleaved; slope is the exponent of growth from 2,000 to 100,000 messages (1 is linear)',
    stageNames.map(name => [
      name,
      [...sizes.map(size => toMs(warm.get(size)?.[name] ?? 0)), toSlope(warm, name, 2_000, 100_000)],
    ]),
    [...head, 'slope'],
  );
  const cold = sizes.map(spawnCold);
  printTable(
    'cold, ms: the first run of each in a new process',
    [
      ...stageNames.map(name => [name, cold.map(({ times }) => toMs(times[name]))] as const),
      ['start of the process', cold.map(({ loadMs }) => toMs(loadMs))],
      ['peak memory, MB', cold.map(({ peakMb }) => peakMb.toFixed(0))],
    ],
    head,
  );
  const { loginMs, reading, peakMb } = await measureDiscord();
  printTable(
    'bot on a Discord on loopback; reading is messages a second, beside the same pages by discord.js alone',
    [
      ['read as messages', reading.map(({ ours }) => ours.toFixed(0))],
      ['pages by discord.js alone', reading.map(({ alone }) => alone.toFixed(0))],
      ['ratio', reading.map(({ ours, alone }) => (ours / alone).toFixed(2))],
      ['login, ms', [toMs(loginMs)]],
      ['peak memory, MB', ['', peakMb.toFixed(0)]],
    ],
    reading.map(({ size }) => size.toLocaleString('en')),
  );
  await printClaude();
  printSize();
}

async function printHttp(): Promise<void> {
  const figures = await measureHttp([50, 500]);
  printTable(
    'a stored summary by the HTTP API, beside a bare route that sends as many bytes',
    [
      ['requests a second', figures.map(({ perSecond }) => perSecond.toFixed(0))],
      ['99th percentile, ms', figures.map(({ p99Ms }) => p99Ms.toFixed(0))],
      ['bare, requests a second', figures.map(({ barePerSecond }) => barePerSecond.toFixed(0))],
      ['bare, 99th percentile, ms', figures.map(({ bareP99Ms }) => bareP99Ms.toFixed(0))],
    ],
    figures.map(({ connections }) => `${connections} connections`),
  );
}

function printSize(): void {
  const { all, botOnly } = measureSizes();
  const toCell = (megabytes?: number) => megabytes?.toFixed(1) ?? '';
  printTable(
    'installed without development dependencies, MB on disk; aim for the bot and the CLI: below 120',
    [
      ['all', [toCell(all.megabytes), toCell(botOnly.megabytes)]],
      ...all.packages.slice(0, 10).map(({ name, megabytes }) => {
        const inBot = botOnly.packages.find(each => each.name === name);
        return [`  ${name}`, [toCell(megabytes), toCell(inBot?.megabytes)]] as const;
      }),
    ],
    ['everything', 'bot and CLI'],
  );
  const toRow = ({ lines, files, folders }: CodeSize) => [lines, files, folders].map(String);
  printTable(
    `our own TypeScript; README and docs have ${countPageWords()} words`,
    [
      ['src and commands', toRow(measureCode('src', 'commands'))],
      ['test', toRow(measureCode('test'))],
    ],
    ['lines', 'files', 'folders'],
  );
}

async function printClaude(): Promise<void> {
  const { shownMs, wholeMs, bareMs, promptTokens, judging } = await measureClaude();
  printTable(
    'Claude on loopback, 1,000 tokens a second, 500 messages, 20 claims, medians of nine rounds, interleaved',
    [
      ['first claim to its embed, ms', [toMs(shownMs)]],
      ['whole summary, ms', [toMs(wholeMs)]],
      ['its bare stream, ms', [toMs(bareMs)]],
      ['ratio', [(wholeMs / bareMs).toFixed(2)]],
    ],
    [''],
  );
  printTable(
    'tokens of a prompt, at 3.5 Latin characters each',
    [['a message', promptTokens.map(({ perMessage }) => perMessage.toFixed(1))]],
    promptTokens.map(({ size }) => size.toLocaleString('en')),
  );
  printTable(
    'a standard summary of 500 messages with 20 claims, US dollars at the listed prices, no thinking in it',
    judging.map(({ name, calls, usage }) => [
      name,
      [
        String(calls),
        String(usage.inputTokens),
        String(usage.cachedTokens),
        String(usage.outputTokens),
        usage.costUsd?.toFixed(4) ?? 'unknown',
      ],
    ]),
    ['calls', 'tokens read', 'of them cached', 'written', 'costs'],
  );
}

/** The exponent of growth from 10,000 messages to the last size: 1 is linear. */
function toGrowth<Run extends { readonly size: number }>(
  runs: readonly Run[],
  value: (run: Run) => number,
): string {
  const first = runs.find(({ size }) => size >= 10_000);
  const last = runs.at(-1);
  if (first === undefined || last === undefined || first === last) return '';
  return (Math.log(value(last) / value(first)) / Math.log(last.size / first.size)).toFixed(2);
}

function toStallRows(stalls: readonly Stalls[]): readonly (readonly [string, readonly string[]])[] {
  const toRow = (value: (each: Stalls) => number) => stalls.map(each => value(each).toFixed(0));
  return [
    ['longest stall, ms', toRow(({ ms }) => ms)],
    ['  of an idle process', toRow(({ idleMs }) => idleMs)],
    ['  without waiting for a core', toRow(({ onCoreMs }) => onCoreMs)],
    ['  CPU', toRow(({ cpuMs }) => cpuMs)],
  ];
}

const longParts: Readonly<Record<string, (sizes?: readonly number[]) => Promise<void>>> = {
  runs: printLongRuns,
  again: printSecondRuns,
  highlights: printHighlights,
};

/** All parts, or the one that is named, of the sizes that are named. */
async function printLong([name, ...sizes]: readonly string[]): Promise<void> {
  if (name === undefined) for (const printPart of Object.values(longParts)) await printPart();
  else if (name in longParts) await longParts[name]?.(sizes.length > 0 ? sizes.map(Number) : undefined);
  else throw new Error(`no part ${name}: choose of ${Object.keys(longParts).join(', ')}`);
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

async function printLongRuns(
  sizes: readonly number[] = [100, 1_000, 10_000, 50_000, 100_000],
): Promise<void> {
  const runs = await measureLongRuns(sizes);
  printTable(
    `a Claude that begins after 800 ms and writes 80 tokens a second, at most ${defaultCallLimits.atOnce} calls at once; seconds`,
    [
      ['calls', runs.map(({ calls }) => toCell(calls))],
      ['first verified claim', runs.map(({ firstMs }) => seconds(firstMs))],
      ['after its last token', runs.map(({ firstLagMs }) => seconds(firstLagMs))],
      ['whole', runs.map(({ wholeMs }) => seconds(wholeMs))],
      ['ideal', runs.map(({ idealMs }) => seconds(idealMs))],
      ['ratio', runs.map(({ wholeMs, idealMs }) => (wholeMs / idealMs).toFixed(2))],
      ['CPU', [...runs.map(({ cpuMs }) => seconds(cpuMs)), toGrowth(runs, ({ cpuMs }) => cpuMs)]],
      [
        'peak memory, MB',
        [...runs.map(({ peakMb }) => peakMb.toFixed(0)), toGrowth(runs, ({ peakMb }) => peakMb)],
      ],
      ...toStallRows(runs.map(({ stalls }) => stalls)),
    ],
    [...runs.map(({ size }) => toCell(size)), 'slope'],
  );
}

async function printSecondRuns(
  sizes: readonly number[] = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000],
): Promise<void> {
  const second = await measureSecondRuns(sizes);
  printTable(
    'tokens read and written, and of a second summary after 1 % new messages',
    [
      ['first', second.map(({ first }) => toCell(first))],
      ['second', second.map(run => toCell(run.second))],
      ['share, %', second.map(run => ((100 * run.second) / run.first).toFixed(1))],
    ],
    second.map(({ size }) => toCell(size)),
  );
}

async function printHighlights(sizes: readonly number[] = [10_000, 50_000, 100_000]): Promise<void> {
  const highlights = await measureHighlights(sizes);
  printTable(
    'highlights at standard',
    [
      ['quotes', highlights.map(({ quotes }) => toCell(quotes))],
      ['strands with a quote', highlights.map(({ strands }) => toCell(strands))],
      ['tenths with a quote', highlights.map(({ tenths }) => toCell(tenths))],
      [
        'CPU, seconds',
        [...highlights.map(({ cpuMs }) => seconds(cpuMs)), toGrowth(highlights, ({ cpuMs }) => cpuMs)],
      ],
      ['peak memory, MB', highlights.map(({ peakMb }) => peakMb.toFixed(0))],
      ...toStallRows(highlights.map(({ stalls }) => stalls)),
    ],
    [...highlights.map(({ size }) => toCell(size)), 'slope'],
  );
}

async function printHistory(): Promise<void> {
  const { allowed, limited, long } = await measureHistory([1_000, 10_000, 50_000]);
  const row = (name: string, speed: number) =>
    [name, [speed, (100 * speed) / allowed].map(each => each.toFixed(0))] as const;
  printTable(
    'messages a second from a Discord that takes 80 ms an answer and allows five requests a second of one channel',
    [
      row('what the headers allow', allowed),
      row('pages by discord.js alone', limited.alone),
      row('read as messages', limited.ours),
      row('four spans of the channel at once, by discord.js alone', limited.spans),
      row('four channels at once', limited.channels),
    ],
    ['a second', '%'],
  );
  printTable(
    'a channel on a Discord without limits, read twice with a cache of 128 MB',
    [
      ['seconds', long.map(({ first }) => first.seconds.toFixed(1))],
      ['requests', long.map(({ first }) => toCell(first.requests))],
      ...toStallRows(long.map(({ first }) => first.stalls)),
      ['again, seconds', long.map(({ again }) => again.seconds.toFixed(1))],
      ['again, requests', long.map(({ again }) => toCell(again.requests))],
      ...toStallRows(long.map(({ again }) => again.stalls)),
      ['in the cache, by its own count, MB', long.map(({ cachedMb }) => cachedMb.toFixed(0))],
      ['on the heap, MB', long.map(({ heapMb }) => heapMb.toFixed(0))],
      ['peak memory, MB', long.map(({ peakMb }) => peakMb.toFixed(0))],
    ],
    long.map(({ size }) => toCell(size)),
  );
}

async function printCrowd(): Promise<void> {
  const figures = await measureCrowd({ people: 200, channels: 20, storeUrl: 'memory://' });
  const { first, whole, channels, alone, last, work } = figures;
  printTable(
    'people who ask at once in 20 channels, 500 messages each, seconds',
    [
      ['asked', [toCell(figures.asked)]],
      ['answered', [toCell(figures.answered)]],
      ['told by Discord that the bot did not respond', [toCell(figures.unacknowledged)]],
      ['first claim, median', [first.median.toFixed(1)]],
      ['first claim, longest', [first.longest.toFixed(1)]],
      ['whole, median', [whole.median.toFixed(1)]],
      ['whole, longest', [whole.longest.toFixed(1)]],
      ['median of the channel served first', [channels[0].toFixed(1)]],
      ['median of the channel served last', [channels[1].toFixed(1)]],
      ['requests', [toCell(figures.requests)]],
      ['counted by Discord', [toCell(figures.counted)]],
      ['answered with 429', [toCell(figures.refusedForHaste)]],
      ['memory of the bot before, MB', [figures.idleMb.toFixed(0)]],
      ['peak memory of the bot, MB', [figures.peakMb.toFixed(0)]],
    ],
    ['200 people'],
  );
  const moments = ['acknowledged', 'read', 'first', 'whole'] as const;
  printTable(
    'when it happened, seconds after the request',
    moments.map(each => [each, [alone[each].toFixed(1), last[each].toFixed(1)]]),
    ['alone', 'the last'],
  );
  printTable(
    'main threads meanwhile, seconds',
    work.map(({ name, ran, waited }) => [name, [ran.toFixed(1), waited.toFixed(1)]]),
    ['ran', 'waited for a core'],
  );
}

async function printGrowth(): Promise<void> {
  // First: what simulations leave behind would count as memory of servers.
  const { kbOfServer, microsecondsOfMessage } = measureGateway(2_000);
  printTable(
    'discord.js, with the decoding of events left out',
    [
      ['memory of a server, KB', [kbOfServer.toFixed(0)]],
      ['CPU of a message, microseconds', [microsecondsOfMessage.toFixed(0)]],
    ],
    [''],
  );
  const figures = [];
  for (const setup of setups) figures.push(await simulateSetup(setup));
  print('a simulated day');
  for (const cells of toGrowthRows(figures)) print(`| ${cells.join(' | ')} |`);
  print();
}

/** What becomes of each action and fault, and of runs whose process is killed with `kill -9`. */
const faultParts: Readonly<Record<string, () => Promise<void>>> = {
  matrix: printMatrix,
  summaries: () => printSummaryKills('SQLite'),
  digests: () => printDigestKills('SQLite'),
  'redis-summaries': () => printSummaryKills('Redis'),
  'redis-digests': () => printDigestKills('Redis'),
  machines: printMachines,
  burst: printBurst,
};

const toCell = (count: number) => count.toLocaleString('en');

async function printMatrix(): Promise<void> {
  const { actions, rows, impossible, failures } = await measureMatrix();
  printTable(
    `${actions} actions, each fault at each route that they use`,
    rows.map(({ name, tried, held, impossible, failed }) => [
      name,
      [tried, held, impossible, failed].map(toCell),
    ]),
    ['tried', 'held', 'impossible', 'failed'],
  );
  print('impossible: all that the bot sent within its time was refused or lost by the fault');
  for (const [name, count] of impossible) print(`${toCell(count).padStart(5)}  ${name}`);
  print('\nfailed');
  for (const failure of failures) print(`       ${failure}`);
  print();
}

/** A gateway and two workers on Redis. */
async function printMachines(): Promise<void> {
  const rows = await measureMachineFaults();
  const [first] = rows.values();
  printTable(
    'faults that a gateway and two workers meet',
    [...rows].map(([name, figures]) => [name, Object.values(figures).map(toCell)]),
    Object.keys(first ?? {}),
  );
}

async function printBurst(): Promise<void> {
  for (const adapter of ['SQLite', 'Redis'] as const) {
    const { longestSeconds, peakMb, stallMs, ...counts } = await measureBurst(adapter);
    const rest = [longestSeconds, peakMb, stallMs].map(value => value.toFixed(0));
    printTable(
      'people of 50 servers who ask within 10 s',
      [[adapter, [...Object.values(counts).map(toCell), ...rest]]],
      [...Object.keys(counts), 'longest, s', 'memory, MB', 'stall, ms'],
    );
  }
}

async function printSummaryKills(adapter: Adapter): Promise<void> {
  const figures = await measureSummaryKills(adapter);
  printTable(
    'summaries of a bot that is killed at seeded moments and started again',
    [['summaries', Object.values(figures).map(toCell)]],
    Object.keys(figures),
  );
}

async function printDigestKills(adapter: Adapter): Promise<void> {
  const digests = await measureDigestKills(adapter);
  printTable(
    'runs of a bot that is killed at seeded moments and started again',
    [['digests', [digests.kills, digests.due, digests.once, digests.twice, digests.lost].map(toCell)]],
    ['kills', 'ticks due', 'posted once', 'twice', 'lost'],
  );
  printTable(
    'where a kill found the runs of digests',
    [...digests.stages].map(([stage, count]) => [stage, [toCell(count)]]),
    ['runs'],
  );
}

async function printImports(): Promise<void> {
  const sizes = [1_000, 10_000, 100_000];
  const runs = measureImports(sizes);
  printTable(
    'import of a WhatsApp export',
    [
      ['size, MB', runs.map(({ megabytes }) => megabytes.toFixed(1))],
      ['time, ms', runs.map(({ ms }) => ms.toFixed(0))],
      ['CPU, ms', runs.map(({ cpuMs }) => cpuMs.toFixed(0))],
      ['peak memory, MB', runs.map(({ peakMb }) => peakMb.toFixed(0))],
      ['kept', runs.map(({ messages }) => toCell(messages))],
      ['left out and counted', runs.map(({ omitted }) => toCell(omitted))],
    ],
    sizes.map(toCell),
  );
  const { files, read, refused, uncounted, longestMs } = await measureMutations(10_000);
  printTable(
    'damaged files of all formats',
    [['', [toCell(files), toCell(read), toCell(refused), toCell(uncounted.length), longestMs.toFixed(0)]]],
    ['files', 'read', 'refused', 'uncounted', 'longest, ms'],
  );
  for (const each of uncounted) print(`       ${each}`);
}

async function printFiles([megabytes = '30', rounds = '3', ...names]: readonly string[]): Promise<void> {
  for await (const { name, status, seconds, stored, loop, rssMb, megabytes: size } of measureFiles(
    Number(megabytes),
    names,
    Number(rounds),
  ))
    printTable(
      `${name}, ${size.toFixed(1)} MB: answered ${status}, ${toCell(stored)} messages`,
      toFileRows(seconds, loop, rssMb),
      [''],
    );
}

async function printAttached(names: readonly string[]): Promise<void> {
  for (const { name, files, answered, seconds, loop, rssMb } of await measureAttached(
    10,
    names.length > 0 ? names : ['WhatsApp', '[[[['],
  ))
    printTable(
      `${files} people who attach 15 MB of ${name} at once: ${answered} answered`,
      toFileRows(seconds, loop, rssMb),
      [''],
    );
}

function toFileRows(seconds: number, loop: LoopFigures, { before, peak, after }: FileRun['rssMb']) {
  return [
    ['seconds', [seconds.toFixed(1)]],
    ['longest delay of the loop, ms', [loop.delayMs.toFixed(0)]],
    ...toStallRows([loop]),
    ['memory before, peak, after, MB', [before, peak, after].map(mb => mb.toFixed(0))],
  ] as const;
}

async function printInteractions(): Promise<void> {
  const seed = Date.now();
  const { statuses, problems } = await playRandomly(seed, 2_000);
  printTable(
    `2,000 random interactions of three people at a time, seed ${seed}`,
    [...statuses].map(([status, count]) => [status, [toCell(count)]]),
    ['interactions'],
  );
  for (const each of [`problems: ${problems.length}`, ...problems]) print(each);
}

/** With `routes`, also which routes were asked. */
async function printRequests(withRoutes: boolean): Promise<void> {
  const figures = await countAll();
  printTable(
    'requests to Discord',
    figures.map(([name, { all, counted }]) => [name, [all, counted].map(toCell)]),
    ['all', 'counted'],
  );
  for (const [name, { routes }] of withRoutes ? figures : []) {
    print(name);
    for (const [route, count] of routes) print(`${toCell(count).padStart(5)}  ${route}`);
  }
}

/** All parts, or those that are named. */
async function printFaults(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter(name => !(name in faultParts));
  if (unknown.length > 0)
    throw new Error(`no part ${unknown.join(', ')}: choose of ${Object.keys(faultParts).join(', ')}`);
  for (const [name, printPart] of Object.entries(faultParts))
    if (wanted.length === 0 || wanted.includes(name)) await printPart();
}

/** Parts that are not measured when none is named are slow, or need Redis. */
const parts: Readonly<Record<string, (args: readonly string[]) => void | Promise<void>>> = {
  '--cold': ([size]) => runCold(Number(size)),
  claude: printClaude,
  long: printLong,
  history: printHistory,
  crowd: printCrowd,
  growth: printGrowth,
  size: printSize,
  imports: printImports,
  files: printFiles,
  attached: printAttached,
  http: printHttp,
  interactions: printInteractions,
  requests: ([what]) => printRequests(what === 'routes'),
  faults: printFaults,
};

const [, , part, ...args] = process.argv;
if (part === undefined) await main();
else if (Object.hasOwn(parts, part)) await parts[part]?.(args);
else throw new Error(`no part ${part}: choose of ${Object.keys(parts).join(', ')}`);
