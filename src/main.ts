import { randomUUID } from 'node:crypto';
import { type Client, Events } from 'discord.js';
import packageJson from '../package.json' with { type: 'json' };
import type { Clock } from './app/ports.ts';
import { describeCaps, toBotCaps, toUnpricedCaps } from './app/usage/caps.ts';
import { type ClaudeConfig, type Config, readConfig } from './config.ts';
import { toCountWords } from './core/count-words.ts';
import { createBot, hasGateway } from './create-bot.ts';
import { connectEngines, hasPrices } from './engines.ts';
import { deleteEmptyVariables, readLogLevel } from './environment.ts';
import { UserError, type UserErrorCode } from './errors.ts';
import { loadExtra } from './extras.ts';
import { createSystemClock, followPlaygroundClock } from './io/clock.ts';
import {
  contentOff,
  contentRefused,
  createClient,
  login,
  loginWithoutGateway,
  readsContent,
  toClosedWords,
} from './io/discord/client.ts';
import { createPageRenderer } from './io/http/render-page.ts';
import { createViewerLinks } from './io/http/tokens.ts';
import { createImportInWorker } from './io/import/import-in-worker.ts';
import { openStoreKeys } from './io/keyv/key-file.ts';
import { openStore } from './io/keyv/open-store.ts';
import { deriveTokenKey, toSecrets } from './io/keyv/stores/open-run-store.ts';
import { createPluralKit } from './io/pluralkit.ts';
import { startTelemetry } from './io/telemetry/telemetry.ts';
import { createWebhooks } from './io/webhooks.ts';
import { createLogger, type Logger, toLoggedError } from './log.ts';
import { createReceiptSigner } from './render/receipt.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { createWorkerPool, type WorkerPool } from './workers/worker-pool.ts';

const dayMs = 24 * 3_600_000;

/** Temporary failures, after which another start may succeed. */
const temporaryFailures: readonly UserErrorCode[] = [
  'discord_unavailable',
  'store_unavailable',
  'engine_unavailable',
];

const noToken =
  'DISCORD_TOKEN is not set. Run npm run setup, or npm run demo to try Footnote without Discord.';

type Base = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly shutdown: Shutdown;
};

async function start(log: Logger, shutdown: Shutdown): Promise<void> {
  const config = readConfig(process.env);
  const { claude, defaults, discord, http, otlpEndpoint, role, shards } = config;
  const { token } = discord;
  if (token === undefined) throw new UserError('bad_environment', noToken);
  // Loaded only if it is used, and before anything is opened.
  const server = http && (await loadExtra('HTTP_PORT', import('./io/http/server.ts')));
  const clock = await openClock(config, log, shutdown);
  const base = { config, clock, log, shutdown };
  const { telemetry, metrics, traces } = await startTelemetry({
    hasMetrics: http?.metricsToken !== undefined,
    otlpEndpoint,
    version: packageJson.version,
  });
  if (traces) shutdown.add({ name: 'traces', stop: traces.stop, deadlineMs: 5_000 });

  const { store, receipts } = await openBotStore(base, token);
  const botCaps = toBotCaps(config.botCaps, await hasPrices(claude));
  if (hasGateway(role)) await store.holdShards(shards);
  const shared = await openShared(base);
  // Files are read one at a time, so that a container of 1 GB has memory for it; other long work does not wait for them.
  const files = startWorkers('files', shutdown);
  const workers = startWorkers('workers', shutdown);
  const viewerLinks =
    http?.publicUrl === undefined
      ? undefined
      : createViewerLinks({ secret: token, publicUrl: http.publicUrl, now: clock.now });
  const importChat = createImportInWorker(files);
  const bot = await createBot(
    { ...config, botCaps },
    {
      store,
      clock,
      log,
      telemetry,
      importChat,
      connectWriters: async meter => {
        const connected = await connectEngines(claude, log, new AbortController().signal, {
          meter,
          sharedBudgetOf: shared?.budgetOf,
          unpricedCaps: toUnpricedCaps(defaults, config.botCaps),
          workers,
          telemetry,
          tracerProvider: traces?.provider,
          gradeOf: place => store.grades.get(place).catch(() => null),
        });
        tell(connected.notices);
        return connected;
      },
      connectDiscord: () => {
        const create = (options = {}) => {
          const client = createClient({
            ...discord,
            shards,
            sharedRequests: shared?.requests,
            sharedLogins: shared?.logins,
            ...options,
          });
          shutdown.add({ name: 'client', stop: () => client.destroy(), deadlineMs: 5_000 });
          return client;
        };
        return hasGateway(role) ? login(create, token) : loginWithoutGateway(create(), token);
      },
      openSharedQueue: shared?.openQueue,
      viewerLinks,
      receipts,
      senders: createPluralKit({ log }),
      webhooks:
        config.webhooks === 'off'
          ? undefined
          : createWebhooks({ allowsPrivate: config.webhooks === 'private', now: clock.now }),
    },
  );
  const { client, writers } = bot;
  shutdown.add({ name: 'bot', stop: bot.stop, deadlineMs: 10_000 });
  if (http && server) {
    const { url, stop } = await server.startHttpServer({
      ...http,
      source: bot.api,
      tokens: store.tokens,
      jobStore: store.apiJobs,
      exclusively: store.exclusively,
      sharedJobs: shared && store.sharedApiJobs,
      viewerLinks,
      receiptKeys: receipts.publicKeys,
      chats: store.chats,
      importChat,
      workers: files,
      renderPage: createPageRenderer(workers),
      writers,
      now: clock.now,
      log,
      newId: randomUUID,
      checkStore: store.check,
      checkQueue: shared?.check,
      version: packageJson.version,
      metrics,
    });
    shutdown.add({ name: 'http', stop, deadlineMs: 5_000 });
    tell([`The HTTP API is at ${url} (see ${url}/docs).`]);
  }
  stopWhenClosed(client, shutdown);
  if (!readsContent(client.application.flags.bitfield)) {
    log.warn('message-content-off');
    tell([contentOff]);
  }
  const where = hasGateway(role)
    ? `, in ${toCountWords(client.guilds.cache.size, 'server', 'servers')}`
    : ` without a gateway (${role})`;
  tell([
    `Footnote is logged in as ${client.user.tag}${where}. ${toWriter(claude)}`,
    ...(claude.apiKey === undefined ? [] : [describeCaps(botCaps, defaults)]),
  ]);
}

function tell(sentences: readonly string[]): void {
  process.stderr.write(sentences.map(each => `${each}\n`).join(''));
}

function startWorkers(name: string, shutdown: Shutdown): WorkerPool {
  const entry = new URL('./workers/entry.ts', import.meta.url);
  const pool = createWorkerPool({ entry, heapMb: 384 });
  shutdown.add({ name, stop: pool.stop, deadlineMs: 5_000 });
  return pool;
}

async function openBotStore({ config, clock, log, shutdown }: Base, token: string) {
  const { keys, notices } = await openStoreKeys(config.storeUrl, config.storeKeys);
  tell(notices);
  const store = await openStore(config.storeUrl, {
    log,
    keys,
    botId: config.discord.botId,
    tokenKey: deriveTokenKey(token),
    summaryTtlMs: config.defaults.retentionDays * dayMs,
    maxMessages: config.maxMessages,
    now: () => Date.parse(clock.now()),
  });
  shutdown.add({ name: 'store', stop: store.close, deadlineMs: 5_000 });
  tell(store.notices);
  return { store, receipts: createReceiptSigner(toSecrets(keys, token)) };
}

/** Ends the process when Discord closes the connection for good: a token was reset or an intent turned off. */
function stopWhenClosed(client: Client, shutdown: Shutdown): void {
  client.once(Events.ShardDisconnect, ({ code }) => {
    tell([toClosedWords(code)]);
    process.exitCode = code === contentRefused ? 1 : 2;
    void shutdown.run().then(() => process.exit());
  });
}

/** What several processes share in Redis; undefined if this process works alone. */
async function openShared({ config: { redisUrl, discord }, clock, log, shutdown }: Base) {
  if (redisUrl === undefined) return undefined;
  // These take a while to load, and one process needs none of them.
  const [{ openSharedRedis, ...shared }, { createBullQueue }] = await loadExtra(
    'REDIS_URL',
    Promise.all([import('./io/jobs/shared-redis.ts'), import('./io/jobs/bullmq-queue.ts')]),
  );
  const redis = await openSharedRedis({ url: redisUrl, botId: discord.botId ?? 'bot', log });
  shutdown.add({ name: 'redis', stop: redis.close, deadlineMs: 5_000 });
  tell(redis.notices);
  return {
    openQueue: (name: string) => createBullQueue({ name, redis, clock, log }),
    requests: shared.createSharedRequests(redis, discord.requestsPerSecond),
    logins: shared.createSharedLogins(redis),
    budgetOf: (model: string) => shared.createSharedBudget(redis, model),
    check: redis.check,
  };
}

async function openClock(
  { clock: kind, discord: { apiUrl } }: Config,
  log: Logger,
  shutdown: Shutdown,
): Promise<Clock> {
  if (kind === 'system') return createSystemClock();
  const { clock, close } = await followPlaygroundClock({ apiUrl, log });
  shutdown.add({ name: 'clock', stop: close, deadlineMs: 5_000 });
  tell(['Using the playground’s clock.']);
  return clock;
}

function toWriter(claude: ClaudeConfig): string {
  const { apiKey, baseUrl, provider, model, smallAddress, judges } = claude;
  if (apiKey === undefined)
    return 'ANTHROPIC_API_KEY is not set: summaries are Highlights (selected quotes), and no text is sent to a model.';
  const judging = judges ? ` ${claude.smallModel} checks each claim against the messages it cites.` : '';
  const places = [provider === 'anthropic' ? baseUrl : provider, smallAddress?.baseUrl ?? []].flat();
  const hosts = new Set(places.map(place => URL.parse(place)?.host ?? place));
  return `${model} writes the summaries, so conversations are sent to ${[...hosts].join(' and ')}.${judging}`;
}

function toFailure(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `Footnote could not start because of an unexpected error (${cause}). Please report it with what it logs if LOG_LEVEL=debug is set.`;
}

deleteEmptyVariables(process.env);
const log = createLogger(readLogLevel(process.env));
const shutdown = createShutdown(log);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'bot-stopping');
    void shutdown.run().then(() => process.exit(0));
  });
}
process.on('unhandledRejection', reason => {
  log.error(toLoggedError(reason), 'unhandled-rejection');
});

try {
  await start(log, shutdown);
} catch (error) {
  tell([toFailure(error)]);
  if (!(error instanceof UserError))
    log.debug({ stack: error instanceof Error ? error.stack : '' }, 'start-failed');
  await shutdown.run();
  // systemd does not restart after exit code 2, because a retry cannot fix a wrong setting.
  process.exitCode = error instanceof UserError && !temporaryFailures.includes(error.code) ? 2 : 1;
}
