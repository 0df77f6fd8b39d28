import { randomUUID } from 'node:crypto';
import { Events } from 'discord.js';
import { commands } from '../commands/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import { createSingleProcessJobs } from './app/jobs/single-process-jobs.ts';
import type { Clock } from './app/ports.ts';
import { createRuns } from './app/runs.ts';
import { createSettings } from './app/settings.ts';
import { createLedger } from './app/usage/ledger.ts';
import { type ClaudeConfig, type Config, readConfig, readLogLevel } from './config.ts';
import { connectEngines, toJudgeModel } from './engines.ts';
import { UserError, type UserErrorCode } from './errors.ts';
import { followPlaygroundClock } from './io/clock/playground-clock.ts';
import { createSystemClock } from './io/clock/system-clock.ts';
import { startBot } from './io/discord/bot.ts';
import { createClient, login, toClosedWords } from './io/discord/client.ts';
import { startHttpServer } from './io/http/server.ts';
import { createViewerLinks } from './io/http/viewer-links.ts';
import { importChat, readExport } from './io/import/import-chat.ts';
import { openStore } from './io/keyv/open-store.ts';
import { deriveTokenKey } from './io/keyv/stores/open-run-store.ts';
import { createLogger, type Logger } from './log.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

const dayMs = 24 * 3_600_000;

/** Temporary failures, after which another start may succeed. */
const temporaryFailures: readonly UserErrorCode[] = [
  'discord_unavailable',
  'store_unavailable',
  'engine_unavailable',
];

const noToken = `DISCORD_TOKEN is not set.
To try Footnote without Discord, run: npm run demo
To run it for real, copy .env.example to .env, fill in DISCORD_TOKEN and DISCORD_APPLICATION_ID, then run: npm run deploy && npm start`;

async function start(log: Logger, shutdown: Shutdown): Promise<void> {
  const config = readConfig(process.env);
  const { discord, claude, http, storeUrl, storeKeys = [], ...defaults } = config;
  const {
    mostDigests,
    maxMessages,
    digestsAtOnce,
    batchMinutes,
    botCaps,
    logLevel: _,
    clock: __,
    ...settingDefaults
  } = defaults;
  const { dailyRuns, retentionDays, serverUsd, memberUsd } = settingDefaults;
  const hasDollarCaps = [serverUsd, memberUsd, botCaps.usd].some(usd => usd > 0);
  if (discord.token === undefined) throw new UserError('bad_environment', noToken);
  const clock = await openClock(config, log, shutdown);

  const store = await openStore(storeUrl, {
    log,
    keys: storeKeys,
    tokenKey: deriveTokenKey(discord.token),
    summaryTtlMs: retentionDays * dayMs,
    now: () => Date.parse(clock.now()),
  });
  shutdown.add({ name: 'store', stop: store.close, deadlineMs: 5_000 });
  const settings = createSettings(store.settings, settingDefaults);
  const usage = createLedger({ store: store.usage, settings, botCaps, now: clock.now, log });
  const { engine, fallback, judge, watchBatch, notices } = await connectEngines(
    claude,
    log,
    new AbortController().signal,
    {
      drafts: store.windowDrafts,
      verdicts: store.verdicts,
      now: clock.now,
      meter: usage,
      hasDollarCaps,
      ...(batchMinutes > 0 && { batches: store.batches }),
    },
  );
  for (const notice of notices) process.stderr.write(`${notice}\n`);
  const client = createClient({ apiUrl: discord.apiUrl });
  shutdown.add({ name: 'client', stop: () => client.destroy(), deadlineMs: 5_000 });
  const ready = await login(client, discord.token);
  const viewerLinks =
    http?.publicUrl === undefined
      ? null
      : createViewerLinks({ secret: discord.token, publicUrl: http.publicUrl, now: clock.now });
  const bot = startBot({
    client: ready,
    commands,
    engine,
    ...(fallback && { fallback }),
    ...(judge && { judge }),
    summaries: store.summaries,
    derived: [store.windowDrafts, store.verdicts],
    zones: store.zones,
    feedback: store.feedback,
    privacy: store.privacy,
    settings,
    usage,
    runs: createRuns({ store: store.runs, dailyLimit: dailyRuns, clock }),
    importChat,
    chats: store.chats,
    openRuns: store.openRuns,
    processId: randomUUID(),
    maxMessages,
    log,
    newId: randomUUID,
    now: clock.now,
    clock,
    ...(viewerLinks && { viewerLinks }),
    digesting: {
      digests: store.digests,
      jobs: createSingleProcessJobs({ store: store.jobs, now: clock.now, newToken: randomUUID }),
      mostDigests,
      concurrency: digestsAtOnce,
      ...(watchBatch && { batching: { minutes: batchMinutes, watch: watchBatch } }),
    },
  });
  shutdown.add({ name: 'bot', stop: bot.stop, deadlineMs: 10_000 });
  if (http !== undefined) {
    const server = await startHttpServer({
      ...http,
      source: bot.api,
      tokens: store.tokens,
      ...(viewerLinks && { viewerLinks }),
      chats: store.chats,
      importChat,
      writers: { engine, ...(fallback && { fallback }), ...(judge && { judge }) },
      now: clock.now,
      readUpload: (bytes, name) => readExport(Buffer.from(bytes), name, { zone: 'UTC' }),
      ...(judge && { judge }),
      log,
      newId: randomUUID,
      checkStore: async () => void (await store.zones.get('0')),
      version: packageJson.version,
    });
    shutdown.add({ name: 'http', stop: server.stop, deadlineMs: 5_000 });
    process.stderr.write(`The HTTP API is at ${server.url} (see ${server.url}/docs).\n`);
  }
  // Discord closed the connection for good: the token was reset or an intent was turned off.
  ready.once(Events.ShardDisconnect, ({ code }) => {
    process.stderr.write(`${toClosedWords(code)}\n`);
    process.exitCode = 2;
    void shutdown.run().then(() => process.exit());
  });
  process.stderr.write(
    `Footnote is logged in as ${ready.user.tag}, in ${toServerCount(ready.guilds.cache.size)}. ${toWriter(claude)}\n`,
  );
}

async function openClock(
  { clock: kind, discord: { apiUrl } }: Config,
  log: Logger,
  shutdown: Shutdown,
): Promise<Clock> {
  if (kind === 'system') return createSystemClock();
  const { clock, close } = await followPlaygroundClock({ apiUrl, log });
  shutdown.add({ name: 'clock', stop: close, deadlineMs: 5_000 });
  process.stderr.write('Using the playground’s clock.\n');
  return clock;
}

function toServerCount(count: number): string {
  return count === 1 ? '1 server' : `${count} servers`;
}

function toWriter(claude: ClaudeConfig): string {
  const { apiKey, model, judges } = claude;
  if (apiKey === undefined)
    return 'ANTHROPIC_API_KEY is not set: summaries are Highlights (selected quotes), and no text is sent to a model.';
  const judging = judges
    ? ` ${toJudgeModel(claude).model} checks each claim against the messages it cites.`
    : '';
  return `${model} writes the summaries, so conversations are sent to Anthropic.${judging}`;
}

const log = createLogger(readLogLevel(process.env));
const shutdown = createShutdown(log);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'bot-stopping');
    void shutdown.run().then(() => process.exit(0));
  });
}
process.on('unhandledRejection', reason => {
  log.error({ message: reason instanceof Error ? reason.message : '' }, 'unhandled-rejection');
});

try {
  await start(log, shutdown);
} catch (error) {
  if (error instanceof UserError) process.stderr.write(`${error.message}\n`);
  else
    log.fatal(
      {
        name: error instanceof Error ? error.name : '',
        message: error instanceof Error ? error.message : '',
      },
      'start-failed',
    );
  await shutdown.run();
  // systemd does not restart after exit code 2, because a retry cannot fix a wrong setting.
  process.exitCode = error instanceof UserError && !temporaryFailures.includes(error.code) ? 2 : 1;
}
