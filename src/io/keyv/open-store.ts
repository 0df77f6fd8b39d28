import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toFirstOpenDay } from '../../core/claims/usage.ts';
import { maxMessagesSetting, serverSettings } from '../../core/settings.ts';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { Backend } from './backends/backend.ts';
import { openBackendWithRetry } from './backends/open-backend.ts';
import { createEncryption } from './encryption.ts';
import { guildFormat, presentFormat } from './formats.ts';
import { createKinds, type Kinds, type StoreParts, type ToRetention } from './kinds.ts';
import { keysNamespace, openMarker, requireVersion, rotateKeys } from './own-records.ts';
import { toReason, toUnavailable } from './records.ts';
import { createChatStore } from './stores/chat-store.ts';
import { createOpenRunStore, openRunsNamespace } from './stores/open-run-store.ts';
import {
  createApiJobStore,
  createDigestStore,
  createEntryStore,
  createGradeStore,
  createPrivacyStore,
  createSettingsStore,
  createSharedApiJobs,
  createTokenStore,
  createZoneStore,
  openSettings,
} from './stores/server-stores.ts';
import { createSummaryStores } from './stores/summary-store.ts';
import { createPendingCallStore, createRunStore, createUsageStore } from './stores/usage-store.ts';

const dayMs = 24 * 3_600_000;
const holdRetryMs = 500;
const foreverMs = 36_500 * dayMs;
/** Overwritten and erased text is removed from the disk within a second. */
const flushDelayMs = 400;
const flushRetryMs = 1_000;

/** A key space of a server; what it used is kept when it is erased. */
const ownedBy = /^(?!usage:)[a-z-]+:guild:(\d+)$/;

export type StoreOptions = {
  readonly log: Logger;
  readonly keys?: readonly KeyObject[] | undefined;
  /** Keeps the records of bots apart that share a Redis. */
  readonly botId?: string | undefined;
  /** Encrypts interaction tokens without `keys`. Default: a random key, with which no other process can finish the answers. */
  readonly tokenKey?: KeyObject | undefined;
  /** How long summaries are stored if their server sets nothing; default 30 days. */
  readonly summaryTtlMs?: number | undefined;
  readonly maxMessages?: number | undefined;
  /** How long to wait for a store that is not yet up or is locked. Default 15 s. */
  readonly openTimeoutMs?: number | undefined;
  /** How long the store may take to answer; default 5 s. */
  readonly answerTimeoutMs?: number | undefined;
  /** The interval for erasing expired records; default one hour. */
  readonly sweepIntervalMs?: number | undefined;
  /** The interval for checking that no data was lost; default one minute. */
  readonly checkIntervalMs?: number | undefined;
  readonly now?: (() => number) | undefined;
};

/** All data that survives a restart. Its functions throw `UserError('store_unavailable')` if they fail. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens `sqlite://PATH`, `redis://HOST:PORT` (or `rediss:`) or `memory://`. @throws UserError `bad_environment` without a store or key,
 * never with a password; `store_unavailable` if it does not answer in time.
 */
export async function openStore(url: string, options: StoreOptions) {
  const { log, keys = [], tokenKey = createSecretKey(randomBytes(32)), now = () => Date.now() } = options;
  const { summaryTtlMs = 30 * dayMs, maxMessages = maxMessagesSetting.byDefault } = options;
  const { openTimeoutMs = 15_000, answerTimeoutMs = 5_000 } = options;
  const { sweepIntervalMs = dayMs / 24, checkIntervalMs = 60_000 } = options;
  const encryption = createEncryption(keys);
  const backend = await openBackendWithRetry(url, options.botId, log, openTimeoutMs);
  let flushing: NodeJS.Timeout | undefined;
  /** Flushes the backend shortly after a write, once for all writes in between. */
  const flushIn = (ms: number) => {
    flushing ??= setTimeout(async () => {
      flushing = undefined;
      const isDone = await backend.flush().catch((error: unknown) => {
        log.warn({ reason: toReason(error) }, 'store-flush-failed');
        return false;
      });
      if (!isDone && !isClosed) flushIn(flushRetryMs);
    }, ms).unref();
  };
  let isClosed = false;
  const onWritten = () => flushIn(flushDelayMs);
  const kinds = createKinds({ backend, encryption, answerTimeoutMs, log, onWritten });
  const claims = kinds.open('claims', presentFormat);
  const claim = async (name: string, ttlMs: number) => {
    let isFirst = false;
    const take = (known: true | null) => {
      isFirst = known === null;
      return isFirst || null;
    };
    await claims.update([name], take, ttlMs);
    return isFirst;
  };
  const sweep = () =>
    backend.sweep().catch((error: unknown) => log.warn({ reason: toReason(error) }, 'store-sweep-failed'));
  const rewrite = async () => {
    const count = await rewriteAll(backend, kinds);
    // Removes the old values from the disk too.
    await sweep();
    if (count > 0) log.info({ count }, 'records-encrypted');
  };
  const prepare = async () => {
    await requireVersion(kinds);
    await rotateKeys(encryption.keyIds, kinds, rewrite);
    return openMarker(backend, kinds, log);
  };
  const marker = await prepare().catch(async (error: unknown) => {
    await kinds.close();
    throw error;
  });

  /** Without an expiry: a server keeps its settings even if it is not used for long. */
  const guilds = kinds.open('guilds', guildFormat, { keys: 'servers' });
  const settingsRecords = openSettings(kinds);
  const toRetention: ToRetention = async guildId => {
    const settings = guildId === null ? null : await settingsRecords.get(guildId);
    const { min, max } = serverSettings.retentionDays;
    // Nobody knows what the server chose: nothing is erased too early, nothing is shown too long.
    if (settings === 'unreadable')
      return { keptMs: Math.max(max * dayMs, summaryTtlMs), shownMs: min * dayMs };
    const ms = settings?.retentionDays === undefined ? summaryTtlMs : settings.retentionDays * dayMs;
    return { keptMs: ms, shownMs: ms };
  };
  const parts: StoreParts = {
    ...kinds,
    servers: { note: guildId => guilds.put([guildId], guildId), list: guilds.list },
    toRetention,
    toLeftMs: async (guildId, createdAt) =>
      Date.parse(createdAt) + (await toRetention(guildId)).keptMs - now(),
    exclusively: kind => (key, work) => backend.exclusively(`${kind}-${key}`, work),
    claim,
    now,
  };

  const { listAccess, forgetAccess, ...privacy } = createPrivacyStore(parts);
  const openRuns = createOpenRunStore(parts, createEncryption([...keys, tokenKey]));
  const runs = createRunStore(parts, backend.tryLock);
  const tokens = createTokenStore(parts);
  const zones = createZoneStore(parts);
  const usage = createUsageStore(parts);
  const { indexAll: indexEntries, ...entries } = createEntryStore(parts);
  const {
    summaries,
    feedback,
    indexAll: indexSummaries,
  } = createSummaryStores({
    ...parts,
    sweep,
    async storedGuildIds() {
      const names = await backend.namespaces().catch((cause: unknown) => {
        kinds.onUnavailable(cause);
        throw toUnavailable(cause);
      });
      const owned = names.flatMap(name => ownedBy.exec(name)?.[1] ?? []);
      const lists = await Promise.all([guilds.list(), settingsRecords.list(), listAccess()]);
      return [...new Set([...owned, ...lists.flat()])];
    },
    /** What counts for the current limits stays. */
    async eraseOthers(guildId) {
      await kinds.eraseServer(guildId);
      await usage.forgetGuild(guildId, toFirstOpenDay(new Date(now()).toISOString()));
      await zones.set(guildId, null);
      await settingsRecords.remove(guildId);
      await forgetAccess(guildId);
      // What was asked of its managers, which counts for two days.
      for (const days of [0, 1, 2])
        await runs.forget(guildId, new Date(now() - days * dayMs).toISOString().slice(0, 10));
      for (const run of await openRuns.list()) if (run.guildId === guildId) await openRuns.remove(run.id);
      for (const { tokenId, guildId: own } of await tokens.list())
        if (own === guildId) await tokens.remove(tokenId);
      // Last, so that a server is found again if this fails.
      await guilds.remove(guildId);
    },
  });

  const settings = createSettingsStore(settingsRecords, zones, parts, async guildId => {
    const { keptMs } = await toRetention(guildId);
    await kinds.ageServer(guildId, madeAtMs => madeAtMs + keptMs - now());
    for (const run of await openRuns.list()) if (run.guildId === guildId) await openRuns.put(run);
    await sweep();
  });

  for (const namespace of await backend.namespaces()) {
    // Version 0.2.0 had a record for each message that was cited.
    const [, kind, guildId = ''] = /^(citing|entry-citing):guild:(\d+)$/.exec(namespace) ?? [];
    if (kind !== undefined) await (kind === 'citing' ? indexSummaries : indexEntries)(guildId);
    // Deletions would no longer reach what no version still reads.
    if (kind !== undefined || formerKinds.test(namespace)) await kinds.open(namespace, guildFormat).clear();
  }
  // Removes data that was overwritten before a crash.
  flushIn(flushDelayMs);
  const sweeping = setInterval(sweep, sweepIntervalMs).unref();
  // Its failures are logged.
  const checking = setInterval(() => void marker.check().catch(() => undefined), checkIntervalMs).unref();

  return {
    summaries,
    feedback,
    zones,
    settings,
    privacy,
    runs,
    digests: createDigestStore(parts),
    entries,
    openRuns,
    chats: createChatStore(parts, {
      ttlMs: summaryTtlMs,
      maxMessages,
      findOptedOut: privacy.optedOut,
      removed: sweep,
    }),
    usage,
    pendingCalls: createPendingCallStore(parts),
    tokens,
    grades: createGradeStore(kinds),
    apiJobs: createApiJobStore(parts),
    sharedApiJobs: createSharedApiJobs(parts),
    notices: [...(backend.notices ?? []), ...marker.notices],
    /** Rejects with `UserError('store_unavailable')` if the store does not answer, or lost data since it was opened. */
    check: marker.check,
    exclusively: backend.exclusively,
    /** Calls `tell`, which says whether it succeeded, until it did once in all processes. */
    tellOnce: (notice: string, tell: () => boolean | Promise<boolean>) =>
      backend.exclusively(`tell-${notice}`, async () => {
        const name = `told-${notice}`;
        if ((await claims.get(name)) === null && (await tell())) await claim(name, foreverMs);
      }),
    /** Keeps other processes from answering for these shards; waits for one that stops. @throws UserError `bad_environment` */
    async holdShards({ ids }: { readonly ids: readonly number[] }) {
      const endMs = performance.now() + openTimeoutMs;
      while (!(await backend.holdShards(ids))) {
        if (performance.now() > endMs) throw new UserError('bad_environment', toInUseMessage(url, ids));
        await sleep(holdRetryMs);
      }
    },
    /** May be called once; afterward the store cannot be used. */
    async close() {
      clearInterval(sweeping);
      clearInterval(checking);
      isClosed = true;
      clearTimeout(flushing);
      await kinds.close();
    },
  };
}

/** Kinds of records of earlier versions: topics held words of summaries; drafts, verdicts and jobs are made again. */
const formerKinds =
  /^(?:topics:|(?:topic-|entry-|delivery-)?jobs$|batches:|drafts:|drafted:|window-draft(?:s|-index):|verdicts:|judged:|quality:|derived(?:-index)?:|(?:draft|verdict)-(?:sets|index):)/;

async function rewriteAll(backend: Backend, { open }: Kinds): Promise<number> {
  let count = 0;
  for (const namespace of await backend.namespaces())
    if (namespace !== keysNamespace && namespace !== openRunsNamespace)
      count += await open(namespace, guildFormat).rewrite();
  return count;
}

function toInUseMessage(url: string, shards: readonly number[]): string {
  return url.startsWith('sqlite:')
    ? `Another Footnote process uses ${url.slice('sqlite://'.length)} (STORE_URL). Stop it first, or give this process another file. To share data, several processes need Redis.`
    : `Another Footnote process is already connected for ${shards.length === 1 ? 'shard' : 'one of the shards'} ${shards.join(', ')}. Stop it first, or set different SHARDS for each process.`;
}
