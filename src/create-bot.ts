import { randomUUID } from 'node:crypto';
import type { Client } from 'discord.js';
import { commands } from '../commands/index.ts';
import { createMemoryQueue, type JobQueue } from './app/jobs.ts';
import { createSettings } from './app/settings.ts';
import type { PrivacyStore, ProxySenders } from './app/store-ports.ts';
import type { BotCaps } from './app/usage/caps.ts';
import { createLedger, type Ledger } from './app/usage/ledger.ts';
import type { Config } from './config.ts';
import type { Engines } from './engines.ts';
import { startBot } from './io/discord/bot.ts';
import type { GivenServices } from './io/discord/interaction/context.ts';
import { watchReach } from './io/discord/reach.ts';
import { createDailyRuns } from './io/discord/summarize/runs.ts';
import type { Store } from './io/keyv/open-store.ts';

type BotConfig = Pick<Config, 'role' | 'defaults'> & {
  readonly [Name in 'maxMessages' | 'mostDigests' | 'digestsAtOnce']?: number | undefined;
} & { readonly botCaps: BotCaps };

type BotParts<Writers> = Pick<
  GivenServices,
  | 'clock'
  | 'log'
  | 'telemetry'
  | 'importChat'
  | 'viewerLinks'
  | 'receipts'
  | 'webhooks'
  | 'pace'
  | 'messageBudget'
  | 'leaseMs'
  | 'pageTimeoutMs'
> & {
  readonly store: Store;
  /** Says who wrote what PluralKit posted, in servers that have turned it on. */
  readonly senders: ProxySenders;
  readonly connectDiscord: () => Promise<Client<true>>;
  readonly connectWriters: (usage: Ledger) => Promise<Writers>;
  /** The queues that processes share; without them, this process works alone. */
  readonly openSharedQueue?: ((name: string) => JobQueue) | undefined;
};

/** Connects the bot's parts and starts it. A process without a gateway answers no interactions. */
export async function createBot<Writers extends Pick<Engines, 'engine' | 'fallback' | 'judge'>>(
  { role, defaults, botCaps, maxMessages, mostDigests, digestsAtOnce }: BotConfig,
  { store, connectDiscord, connectWriters, openSharedQueue, senders, ...parts }: BotParts<Writers>,
) {
  const { clock, log } = parts;
  const settings = createSettings(store.settings, defaults);
  const usage = createLedger({
    store: store.usage,
    settings,
    botCaps,
    pendingCalls: openSharedQueue && store.pendingCalls,
    now: clock.now,
    log,
  });
  const privacy: PrivacyStore = {
    ...store.privacy,
    speakers: async guildId => {
      const { bots, webhooks, senderLookup } = await settings.of(guildId);
      return {
        bots,
        webhooks: webhooks?.split(' ') ?? [],
        senders: senderLookup === 'off' ? null : senders,
      };
    },
  };
  const writers = await connectWriters(usage);
  const client = await connectDiscord();
  const { engine, fallback, judge } = writers;
  const openQueue = (name: string): JobQueue => {
    const queue = openSharedQueue?.(name) ?? createMemoryQueue({ clock, log });
    // Other processes run the jobs of one that only has a gateway or the API.
    const runsJobs = role === 'all' || role === 'worker';
    return runsJobs ? queue : { ...queue, work: () => ({ stop: async () => {} }) };
  };
  const services = {
    ...store,
    ...parts,
    privacy,
    client,
    engine,
    fallback,
    judge,
    settings,
    usage,
    runs: createDailyRuns(store.runs, clock),
    deciding: { entries: store.entries, jobs: openQueue('entries') },
    digesting: {
      digests: store.digests,
      jobs: openQueue('jobs'),
      deliveryJobs: openQueue('deliveries'),
      mostDigests,
      concurrency: digestsAtOnce,
    },
    processId: randomUUID(),
    maxMessages,
    newId: randomUUID,
    now: clock.now,
  };
  if (hasGateway(role)) watchReach(client, store.tellOnce, log);
  const bot = startBot({ ...services, commands: hasGateway(role) ? commands : null });
  return { ...bot, client, usage, writers };
}

export function hasGateway(role: Config['role']): boolean {
  return role === 'all' || role === 'gateway';
}
