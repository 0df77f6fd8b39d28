import { DefaultRestOptions } from 'discord.js';
import { waitForIdle } from '../../../src/app/jobs/jobs.ts';
import { environmentSchema } from '../../../src/environment.ts';
import {
  type CallLimiter,
  createCallLimiter,
  defaultCallLimits,
  toRank,
} from '../../../src/io/claude/call-limiter.ts';
import { builtInPrices, toCostUsd } from '../../../src/io/claude/prices.ts';
import { createServerTurns } from '../../../src/server-turns.ts';
import { type Day, makeDay, toPromptTokens, type Work } from './day.ts';
import { type ClaudeLimits, claudeTiers, createClaudeLimits, createRequestQueue } from './limits.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** What a summary takes, as measured (docs/figures.md). */
const measured = {
  storeCommands: 213,
  cpuSeconds: 0.15,
  /** Tokens of an answer, and how fast they come. */
  written: 2_200,
  writtenPerSecond: 80,
  judgingUsd: 0.0008,
};
/** Messages of a channel that one request reads. */
const pageSize = 100;

/**
 * The requests that Discord counts, before, during and after the writing, as `npm run bench -- requests` measures them;
 * test/e2e/access/count-requests.test.ts compares them.
 */
export function toRequests({ kind, messages, channels }: Omit<Work, 'second'>): {
  readonly before: number;
  readonly during: number;
  readonly after: number;
} {
  const pages = Math.max(channels, Math.ceil(messages / pageSize));
  // The person's request contains them as a member; every fifth update of the progress asks for them.
  if (kind === 'summary') return { before: 3 + pages, during: 3, after: 4 };
  // A digest also looks for threads. It looks for its own posts only if something was posted where it posts.
  return { before: 4 + 1 + channels + pages, during: 0, after: 4 + 1 };
}

const writingSeconds = Math.ceil(measured.written / measured.writtenPerSecond);

/** Of the messages, how many are edited or deleted later; each of these is an event and looks into the store. */
const changedShare = 0.05;

const { data: model = '' } = environmentSchema.shape.FOOTNOTE_MODEL.safeParse(undefined);

export type Setup = {
  readonly servers: number;
  /** Processes that write summaries, with one limiter for all. */
  readonly processes: number;
  /** FOOTNOTE_DIGESTS_AT_ONCE: the digests that each process runs at once. */
  readonly digestsAtOnce: number;
  readonly tier: keyof typeof claudeTiers;
  /** What Discord allows the token; discord.js counts it for each process. */
  readonly requestsAllowed: number;
};

/** How much longer works took than one alone, in seconds. */
type Waits = {
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
};

export type GrowthFigures = Setup & {
  readonly asked: number;
  readonly written: number;
  /** Answered with Highlights, because Claude refused three times for its limits. */
  readonly refused: number;
  readonly shards: number;
  /** In the busiest hour. */
  readonly eventsPerSecondOfShard: number;
  /** In the busiest minute. */
  readonly requestsPerSecond: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly storeCommandsPerSecond: number;
  readonly cpuCores: number;
  readonly summaries: Waits;
  readonly digests: Waits;
  readonly toWaitsOf: (server: string) => Waits;
  readonly usd: number;
};

/** discord.js's own number; Discord refuses more than 2,500. */
const serversOfShard = 1_000;

const requestsAllowed = DefaultRestOptions.globalRequestsPerSecond;
const byDefault = { processes: 1, digestsAtOnce: 2, tier: 'Start', requestsAllowed } as const;

/** For most sizes what suffices; for the larger ones first what does not. */
export const setups: readonly Setup[] = [
  { ...byDefault, servers: 1 },
  { ...byDefault, servers: 100 },
  { ...byDefault, servers: 1_000, digestsAtOnce: 8 },
  { ...byDefault, servers: 10_000, tier: 'Scale' },
  { ...byDefault, servers: 10_000, tier: 'Scale', processes: 4, digestsAtOnce: 20 },
  { ...byDefault, servers: 100_000, tier: 'Custom', processes: 16, digestsAtOnce: 20 },
  {
    ...byDefault,
    servers: 100_000,
    tier: 'Custom',
    processes: 16,
    digestsAtOnce: 20,
    requestsAllowed: 10 * requestsAllowed,
  },
];

/** Plays a day against the limits of Discord and Claude. */
export function simulateSetup(setup: Setup): Promise<GrowthFigures> {
  return simulateDay(makeDay(setup.servers), setup, claudeTiers[setup.tier]);
}

export async function simulateDay(day: Day, setup: Setup, limits: ClaudeLimits): Promise<GrowthFigures> {
  const timeline = createTimeline();
  const bot = createBot(timeline, setup, limits);
  for (const work of day.works) timeline.at(work.second, () => bot.take(work));
  await timeline.run();
  const shards = Math.ceil(setup.servers / serversOfShard);
  const { messagesPerSecond } = day;
  const minutes = bot.toPeaks();
  return {
    ...setup,
    asked: day.works.length,
    written: bot.written.length,
    refused: bot.refused(),
    shards,
    eventsPerSecondOfShard: (messagesPerSecond * (1 + changedShare)) / shards,
    requestsPerSecond: minutes.requests / 60,
    inputTokens: minutes.input,
    outputTokens: minutes.output,
    storeCommandsPerSecond: minutes.storeCommands / 60 + messagesPerSecond * changedShare,
    cpuCores: minutes.cpuSeconds / 60,
    summaries: toWaits(bot.written, ({ kind }) => kind === 'summary'),
    digests: toWaits(bot.written, ({ kind }) => kind === 'digest'),
    toWaitsOf: server => toWaits(bot.written, work => toServer(work) === server),
    usd: bot.usd(),
  };
}

/** The parts of the bot that decide who waits for what. */
function createBot(
  timeline: Timeline,
  { processes, digestsAtOnce, requestsAllowed }: Setup,
  limits: ClaudeLimits,
) {
  const { nowMs, wait } = timeline;
  const { signal } = new AbortController();
  const clock = {
    now: () => new Date(nowMs()).toISOString(),
    sleepUntil: (instant: string) => wait(Date.parse(instant) - nowMs()),
  };
  const callClaude = createClaudeLimits(limits, nowMs);
  const passDiscord = createRequestQueue(requestsAllowed, timeline);
  const atOnce = defaultCallLimits.atOnce * processes;
  const limiter = createCallLimiter({ atOnce, atOnceUnknown: atOnce, now: nowMs, wait });
  const all = Array.from({ length: processes }, () => ({ runs: 0, digests: 0, isClaiming: false }));
  const due: Work[] = [];
  const turns = createServerTurns();
  const written: Written[] = [];
  const minutes = createMinutes(nowMs);
  let [usd, refused, asked] = [0, 0, 0];

  /** False if Claude refused three times. */
  const write = (work: Work) => {
    const input = toPromptTokens(work.messages);
    const call = {
      tokens: input,
      outputTokens: measured.written,
      rank: toRank({ isBackground: work.kind === 'digest' }),
      server: toServer(work),
      signal,
    };
    return limiter.run(async () => {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        if (attempt > 1) await limiter.waitForRoom(call);
        const answer = callClaude({ requests: 1, 'input-tokens': input, 'output-tokens': measured.written });
        await hear(limiter, answer);
        if (answer.status !== 200) continue;
        minutes.add({ input, output: measured.written });
        const spent = { input: 0, cacheWrite: input, cacheRead: 0, output: measured.written };
        usd += (toCostUsd(model, spent, builtInPrices) ?? Number.NaN) + measured.judgingUsd;
        void request(work, toRequests(work).during);
        await wait(writingSeconds * 1_000);
        return true;
      }
      refused += 1;
      return false;
    }, call);
  };
  const request = async ({ kind }: Work, requests: number) => {
    await passDiscord(requests, kind === 'digest');
    minutes.add({ requests });
  };
  const runWork = async (work: Work) => {
    const requests = toRequests(work);
    await request(work, requests.before);
    const isWritten = await write(work);
    await request(work, requests.after);
    if (isWritten) written.push({ work, waited: nowMs() / 1_000 - work.second - writingSeconds });
    const { storeCommands, cpuSeconds } = measured;
    minutes.add({ storeCommands, cpuSeconds });
  };

  /** Claims digests as the worker of a process does: one after the other, and as many as may run at once. */
  const claim = async (process: (typeof all)[number]) => {
    if (process.isClaiming) return;
    process.isClaiming = true;
    for (let [next] = due; next && process.digests < digestsAtOnce; [next] = due) {
      const dueAt = new Date(next.second * 1_000).toISOString();
      await waitForIdle({ countWaiting: () => process.runs }, dueAt, clock, signal);
      const [work] = due.toSorted((a, b) => turns.compare(toServer(a), toServer(b)));
      if (work === undefined) break;
      due.splice(due.indexOf(work), 1);
      process.digests += 1;
      const endTurn = turns.begin(toServer(work));
      void runWork(work).then(() => {
        endTurn();
        process.digests -= 1;
        return claim(process);
      });
    }
    process.isClaiming = false;
  };
  const summarize = async (work: Work) => {
    const process = all[asked % processes];
    if (process === undefined) return;
    asked += 1;
    process.runs += 1;
    await runWork(work);
    process.runs -= 1;
  };

  return {
    take: (work: Work) => {
      if (work.kind === 'summary') return void summarize(work);
      due.push(work);
      for (const process of all) void claim(process);
    },
    written,
    usd: () => usd,
    refused: () => refused,
    toPeaks: minutes.toPeaks,
  };
}

function toServer({ server = '' }: Work): string {
  return server;
}

/** Has the limiter read the headers of an answer. */
async function hear(limiter: CallLimiter, answer: Response): Promise<void> {
  type Heard = Parameters<CallLimiter['middleware']>;
  await limiter.middleware({} as Heard[0], async () => answer, {} as Heard[2]);
}

type Counts = {
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  readonly storeCommands: number;
  readonly cpuSeconds: number;
};

/** Adds up what each minute takes. */
function createMinutes(nowMs: () => number) {
  const none: Counts = { requests: 0, input: 0, output: 0, storeCommands: 0, cpuSeconds: 0 };
  const all = new Map<number, Record<keyof Counts, number>>();
  const names = Object.keys(none) as (keyof Counts)[];
  return {
    add: (counts: Partial<Counts>) => {
      const minute = Math.floor(nowMs() / 60_000);
      const own = all.get(minute) ?? { ...none };
      for (const name of names) own[name] += counts[name] ?? 0;
      all.set(minute, own);
    },
    toPeaks: (): Counts => {
      const peaks = { ...none } as Record<keyof Counts, number>;
      for (const own of all.values())
        for (const name of names) peaks[name] = Math.max(peaks[name], own[name]);
      return peaks;
    },
  };
}

type Written = { readonly work: Work; readonly waited: number };

function toWaits(written: readonly Written[], isMeant: (work: Work) => boolean): Waits {
  const sorted = written.flatMap(({ work, waited }) => (isMeant(work) ? [waited] : [])).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), longest: at(1) };
}
