import { toFirstOpenDay } from '../../core/claims/usage.ts';
import { serverSettings } from '../../core/settings.ts';
import type { Backend } from './backends/backend.ts';
import type { Encryption } from './encryption.ts';
import { guildFormat } from './formats.ts';
import type { Kinds, StoreParts, ToRetention } from './kinds.ts';
import { createChatStore } from './stores/chat-store.ts';
import { createOpenRunStore } from './stores/open-run-store.ts';
import {
  createApiJobStore,
  createDigestStore,
  createEntryStore,
  createGradeStore,
  createPrivacyStore,
  createSettingsStore,
  createTokenStore,
  createZoneStore,
  openSettings,
} from './stores/server-stores.ts';
import { createSummaryStores } from './stores/summary-store.ts';
import { createPendingCallStore, createRunStore, createUsageStore } from './stores/usage-store.ts';

const dayMs = 24 * 3_600_000;

/** A key space of a server; what it used is kept when it is erased. */
const ownedBy = /^(?!usage:)[a-z-]+:guild:(\d+)$/;

export type Stores = Awaited<ReturnType<typeof createStores>>;

type StoresOptions = {
  readonly kinds: Kinds;
  /** The key spaces that the store had when it was opened. */
  readonly namespaces: readonly string[];
  readonly tokenEncryption: Encryption;
  readonly backend: Pick<Backend, 'claim' | 'tryLock' | 'exclusively' | 'namespaces'>;
  readonly sweep: () => Promise<void>;
  /** How long summaries are stored if their server sets nothing. */
  readonly summaryTtlMs: number;
  readonly maxMessages: number;
  readonly now: () => number;
};

export async function createStores({
  kinds,
  namespaces,
  tokenEncryption,
  backend,
  sweep,
  summaryTtlMs,
  maxMessages,
  now,
}: StoresOptions) {
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
    claim: backend.claim,
    now,
  };

  const { listAccess, forgetAccess, ...privacy } = createPrivacyStore(parts);
  const openRuns = createOpenRunStore(parts, tokenEncryption);
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
      const owned = (await backend.namespaces()).flatMap(name => ownedBy.exec(name)?.[1] ?? []);
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

  // Version 0.2.0 had a record for each message that was cited.
  for (const namespace of namespaces) {
    const [, kind, guildId = ''] = /^(citing|entry-citing):guild:(\d+)$/.exec(namespace) ?? [];
    if (kind === undefined) continue;
    await (kind === 'citing' ? indexSummaries : indexEntries)(guildId);
    await kinds.open(namespace, guildFormat).clear();
  }

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
    chats: createChatStore(parts, { ttlMs: summaryTtlMs, maxMessages, removed: sweep }),
    usage,
    pendingCalls: createPendingCallStore(parts),
    tokens,
    grades: createGradeStore(kinds),
    apiJobs: createApiJobStore(parts),
  };
}
