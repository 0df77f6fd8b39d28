import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { countTokens } from '@footnote/playground/claude';
import { pino } from 'pino';
import { createClaude } from '../../demo/claude/claude.ts';
import { parseConversation } from '../../demo/claude/conversation.ts';
import { mergeClaims, parseMerge } from '../../demo/claude/merge.ts';
import { toAnswerText, type Writer, writeClaim, writtenKinds } from '../../demo/claude/writer.ts';
import { createExtractiveEngine, createWorkerHighlights } from '../../src/app/extractive.ts';
import { summarize } from '../../src/app/summarize.ts';
import { createLongEngine } from '../../src/app/windows/engine.ts';
import type { DraftClaim } from '../../src/core/claims/draft.ts';
import { toEvidence } from '../../src/core/conversation/evidence.ts';
import { defaultCallLimits } from '../../src/io/claude/call-limiter.ts';
import { connectClaude } from '../../src/io/claude/connect.ts';
import { builtInPrices } from '../../src/io/claude/prices.ts';
import { printTable, type Row, toCell } from '../eval/table.ts';
import { workers } from '../workers.ts';
import { makeConversation } from './conversation.ts';
import { type Stalls, toStallRows, watchStalls } from './stalls.ts';

const firstTokenMs = 800;
const tokensPerSecond = 80;
/** A claim of 90 characters. */
const wordsOfClaim = 16;
/** As in summaries of real weeks. */
const linesOfMatter = 3;
const never = new AbortController().signal;
const request = { detail: 'standard', zone: 'UTC', window: {} } as const;
const log = pino({ level: 'silent' });

/** One answer of the stand-in: what it was asked for, and how long it took to say. */
type Spoken = {
  readonly work: 'window' | 'group' | 'last' | 'single';
  readonly askedAtMs: number;
  readonly tokens: number;
  readonly firstTokens: number;
};

/** As many claims as it is asked for, each the words of a message; merges choose among those that they are given. */
function createBenchWriter(onSpoken: (spoken: Spoken) => void): Writer {
  return prompt => {
    const most = Math.ceil(Number(/at most (\d+) words/i.exec(prompt.text)?.[1]) / wordsOfClaim);
    const merged = parseMerge(prompt.text);
    const claims =
      merged.length > 0 ? mergeClaims(merged, most, writtenKinds) : writeClaims(prompt.text, most);
    const isWindow = prompt.text.includes('one part of a longer conversation');
    const isSmall = prompt.model.includes('haiku');
    onSpoken({
      work: merged.length > 0 ? (isSmall ? 'group' : 'last') : isWindow ? 'window' : 'single',
      askedAtMs: performance.now(),
      tokens: countTokens(toAnswerText(claims)),
      firstTokens: countTokens(toAnswerText(claims.slice(0, 1))),
    });
    return claims;
  };
}

function writeClaims(text: string, most: number) {
  const messages = parseConversation(text).filter(({ isEarlier }) => !isEarlier);
  const count = Math.min(most, messages.length);
  return Array.from({ length: count }, (_, index) => {
    const {
      text: said = '',
      position = 0,
      author = '',
    } = messages[Math.floor((index * messages.length) / count)] ?? {};
    const words = said.slice(0, 90).replace(/\s\S*$/, '');
    return writeClaim({
      evidence: [{ position, quote: words }],
      topic: `modules ${Math.floor(index / linesOfMatter) + 1}`,
      speakers: [author],
      text: `${author} wrote: ${words}`,
    });
  });
}

/** The stand-in in a process of its own, so that it shares no event loop with what is measured. */
async function startClaude(isPaced: boolean) {
  const child = fork(fileURLToPath(import.meta.url), ['--serve', isPaced ? 'paced' : 'fast'], {
    stdio: 'inherit',
  });
  const url = await new Promise<string>(resolve =>
    child.once('message', message => resolve(String(message))),
  );
  const spoken = () =>
    new Promise<readonly Spoken[]>(resolve => {
      child.once('message', message => resolve(message as readonly Spoken[]));
      child.send('spoken');
    });
  return { url, pid: child.pid ?? 0, spoken, stop: () => child.kill() };
}

async function serve(pace: string | undefined): Promise<void> {
  const spoken: Spoken[] = [];
  const claude = await createClaude({
    writer: createBenchWriter(each => spoken.push(each)),
    ...(pace === 'paced' && { pace: { firstByteMs: firstTokenMs, tokensPerSecond } }),
  });
  process.on('message', () => process.send?.(spoken.splice(0)));
  process.on('disconnect', () => process.exit());
  process.send?.(claude.url);
}

async function connect(baseUrl: string) {
  const { engine, windowWriter } = await connectClaude(
    {
      apiKey: 'playground-key',
      baseUrl,
      model: 'claude-sonnet-5-5',
      smallModel: 'claude-haiku-5-5',
      prices: builtInPrices,
      log,
    },
    never,
  );
  const short = { name: engine.name, draft: engine.draft };
  return createLongEngine({ short, writer: windowWriter, log }, workers);
}

type Run = Load & { readonly firstMs: number; readonly wholeMs: number };

/** What work takes of its process, without the workers that it has as in the bot. */
type Load = { readonly cpuMs: number; readonly peakMb: number; readonly stalls: Stalls };

async function measureLoad(work: () => Promise<unknown>): Promise<Load> {
  const endStalls = await watchStalls();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    cpuMs: (user + system) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
    stalls: await endStalls(),
  };
}

/** One summary in a process of its own, which has written a short one before, as a bot that runs has. */
async function runOnce(url: string, size: number): Promise<Run> {
  const conversation = makeConversation(size);
  const engine = await connect(url);
  await summarize(makeConversation(50), request, { engine, newId: () => 'b' }, never);
  let firstMs = 0;
  let wholeMs = 0;
  const load = await measureLoad(async () => {
    const begunAt = performance.now();
    const onVerified = () => {
      firstMs ||= performance.now() - begunAt;
    };
    await summarize(conversation, request, { engine, newId: () => 'b', onVerified }, never);
    wholeMs = performance.now() - begunAt;
  });
  return { firstMs, wholeMs, ...load };
}

function runApart<Result>(...args: readonly string[]): Promise<Result> {
  const child = fork(fileURLToPath(import.meta.url), args, { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as Result));
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`${args.join(' ')} ended with ${code}`)));
  });
}

/**
 * The time that these answers take at least: each when it is its turn, as many at once as may be, and no step before the one
 * that it needs.
 */
function toIdealMs(spoken: readonly Spoken[]): number {
  const toMs = ({ tokens }: Spoken) => firstTokenMs + (tokens / tokensPerSecond) * 1000;
  const steps: { readonly work: Spoken['work']; readonly times: number[]; endMs: number }[] = [];
  for (const each of spoken) {
    const last = steps.at(-1);
    // Groups of groups are asked for when all groups before them are there.
    const isNext = last?.work !== each.work || (each.work === 'group' && each.askedAtMs >= last.endMs);
    const step = isNext ? { work: each.work, times: [], endMs: 0 } : last;
    if (isNext) steps.push(step);
    step.times.push(toMs(each));
    step.endMs = Math.max(step.endMs, each.askedAtMs + toMs(each));
  }
  return steps.reduce((sum, { times }) => sum + toTogetherMs(times), 0);
}

function toTogetherMs(times: readonly number[]): number {
  const freeAt: number[] = new Array(defaultCallLimits.atOnce).fill(0);
  for (const ms of times) {
    const earliest = freeAt.indexOf(Math.min(...freeAt));
    freeAt[earliest] = (freeAt[earliest] ?? 0) + ms;
  }
  return Math.max(...freeAt);
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** Summaries by a Claude that takes its time. */
async function printRuns(sizes: readonly number[] = [100, 1_000, 10_000, 50_000]): Promise<void> {
  const claude = await startClaude(true);
  const runs: Run[] = [];
  const calls: (readonly Spoken[])[] = [];
  for (const size of sizes) {
    runs.push(await runApart<Run>('--run', claude.url, String(size)));
    const [, ...spoken] = await claude.spoken();
    calls.push(spoken);
  }
  claude.stop();
  const ideals = calls.map(toIdealMs);
  const toFirstMs = (spoken: readonly Spoken[]) =>
    Math.min(...spoken.map(({ firstTokens }) => firstTokenMs + (firstTokens / tokensPerSecond) * 1000));
  printTable(
    `a Claude that begins after ${firstTokenMs} ms and writes ${tokensPerSecond} tokens a second, at most ${defaultCallLimits.atOnce} calls at once; seconds`,
    ['', ...sizes.map(toCell)],
    [
      ['calls', ...calls.map(({ length }) => toCell(length))],
      ['first verified claim', ...runs.map(({ firstMs }) => seconds(firstMs))],
      [
        'after its last token',
        ...runs.map(({ firstMs }, index) => seconds(firstMs - toFirstMs(calls[index] ?? []))),
      ],
      ['whole', ...runs.map(({ wholeMs }) => seconds(wholeMs))],
      [
        'ratio to the ideal',
        ...runs.map(({ wholeMs }, index) => (wholeMs / (ideals[index] ?? 1)).toFixed(2)),
      ],
      ...toLoadRows(runs),
    ],
  );
}

function toLoadRows(runs: readonly Load[]): readonly Row[] {
  return [
    ['CPU', ...runs.map(({ cpuMs }) => seconds(cpuMs))],
    ['peak memory, MB', ...runs.map(({ peakMb }) => peakMb.toFixed(0))],
    ...toStallRows(runs.map(({ stalls }) => stalls)),
  ];
}

type HighlightsRun = Load & { readonly quotes: number; readonly tenths: number };

async function runHighlights(size: number): Promise<HighlightsRun> {
  const evidence = toEvidence(makeConversation(size));
  const claims: DraftClaim[] = [];
  const engine = createExtractiveEngine(createWorkerHighlights(workers));
  const asked = { evidence, detail: 'standard', language: 'en', spoken: ['en'], zone: 'UTC' } as const;
  const load = await measureLoad(() => engine.draft(asked, claim => claims.push(claim as DraftClaim), never));
  const quotes = claims.filter(({ kind }) => kind !== 'link');
  const positions = quotes.map(({ evidence: [first] }) => first?.position ?? 0);
  const tenths = new Set(positions.map(position => Math.floor((position * 10) / (size + 1))));
  return { quotes: quotes.length, tenths: tenths.size, ...load };
}

async function printHighlights(sizes: readonly number[] = [10_000, 100_000]): Promise<void> {
  const runs: HighlightsRun[] = [];
  for (const size of sizes) runs.push(await runApart<HighlightsRun>('--highlights', String(size)));
  printTable(
    'highlights at standard',
    ['', ...sizes.map(toCell)],
    [
      ['quotes', ...runs.map(({ quotes }) => toCell(quotes))],
      ['tenths with a quote', ...runs.map(({ tenths }) => toCell(tenths))],
      ...toLoadRows(runs),
    ],
  );
}

/** Each prints its table, of the sizes that are given. */
export const longParts = { runs: printRuns, highlights: printHighlights };

const [, , part, ...args] = process.argv;
if (part === '--serve') await serve(args[0]);
if (part === '--run') process.send?.(await runOnce(args[0] ?? '', Number(args[1])), () => process.exit());
if (part === '--highlights') process.send?.(await runHighlights(Number(args[0])), () => process.exit());
