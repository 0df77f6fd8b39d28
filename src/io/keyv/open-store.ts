import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import type Keyv from 'keyv';
import type { Derived, VerdictStore } from '../../app/again/ports.ts';
import type { OpenRunStore } from '../../app/answers/ports.ts';
import type { TokenStore } from '../../app/api/ports.ts';
import type { BatchStore } from '../../app/batches/ports.ts';
import type { ChatStore } from '../../app/chats/ports.ts';
import type { DigestStore } from '../../app/digests/ports.ts';
import type { JobStore } from '../../app/jobs/ports.ts';
import type {
  FeedbackStore,
  PrivacyStore,
  RunStore,
  SettingsStore,
  SummaryStore,
  ZoneStore,
} from '../../app/ports.ts';
import type { UsageStore } from '../../app/usage/ports.ts';
import type { WindowDraftStore } from '../../app/windows/ports.ts';
import type { Logger } from '../../log.ts';
import { type Backend, toKey } from './backends/backend.ts';
import { openBackend } from './backends/open-backend.ts';
import { openWithRetry } from './backends/open-with-retry.ts';
import { createCitations } from './citations.ts';
import { createDelayedFlush } from './delayed-flush.ts';
import { parseDerivedKeysRecord } from './derived/derived-keys-record.ts';
import { createDerivedStore } from './derived/derived-store.ts';
import { parseVerdictRecord, toVerdictRecord } from './derived/verdict-record.ts';
import { parseWindowDraftRecord, toWindowDraftRecord } from './derived/window-draft-record.ts';
import { createEncryption } from './encryption.ts';
import { keysNamespace, openKeyIds, rotateKeys } from './key-rotation.ts';
import * as kept from './record-schemas.ts';
import { createRecords, type Records, toUnavailable } from './records.ts';
import { createBatchStore, parseBatchRecord } from './stores/batch-store.ts';
import { parseChatOptOutsRecord, parseChatRecord } from './stores/chat-record.ts';
import { createChatStore } from './stores/chat-store.ts';
import { createDigestStore } from './stores/digest-store.ts';
import { createFeedbackStore } from './stores/feedback-store.ts';
import { createOpenRunStore, parseOpenRunRecord } from './stores/open-run-store.ts';
import { createPrivacyStore } from './stores/privacy-store.ts';
import { createSettingsStore } from './stores/settings-store.ts';
import { createSummaryStore } from './stores/summary-store.ts';
import { createTokenStore, parseTokenRecord } from './stores/token-store.ts';
import { createUsageStore, parseUsageRecord } from './stores/usage-store.ts';

const dayMs = 24 * 3_600_000;
const outageLogIntervalMs = 60_000;
/** Kinds of records that contain only ids, times and counts. */
const withoutText: ReadonlySet<string> = new Set([
  'citing',
  'drafted',
  'judged',
  'job',
  'runs',
  'usage',
  'batch',
  'guild',
]);
const openRunsNamespace = 'open-runs';

export type StoreOptions = {
  readonly log: Logger;
  /** 32-byte keys: the first encrypts all values, all decrypt. Without keys, nothing is encrypted. */
  readonly keys?: readonly KeyObject[];
  /**
   * Encrypts interaction tokens if there are no `keys`. Default: a random key, with which no other process can finish
   * the answers.
   */
  readonly tokenKey?: KeyObject;
  /** How long summaries are stored if their server sets nothing; default 30 days. */
  readonly summaryTtlMs?: number;
  /** How long to wait for a store that is not yet up or is locked. Default 15 s. */
  readonly openTimeoutMs?: number;
  /** How long the store may take to answer; default 5 s. */
  readonly answerTimeoutMs?: number;
  /** The interval for erasing expired records; default one hour. */
  readonly sweepIntervalMs?: number;
  /** The time in milliseconds, for the age of summaries; default: the machine's. */
  readonly now?: () => number;
};

/** All data that survives a restart. Its functions throw `UserError('store_unavailable')` if they fail. */
export type Store = {
  readonly summaries: SummaryStore;
  readonly zones: ZoneStore;
  readonly settings: SettingsStore;
  readonly feedback: FeedbackStore;
  readonly privacy: PrivacyStore;
  readonly runs: RunStore;
  readonly digests: DigestStore;
  readonly jobs: JobStore;
  readonly openRuns: OpenRunStore;
  readonly windowDrafts: WindowDraftStore;
  readonly chats: ChatStore;
  readonly usage: UsageStore;
  readonly batches: BatchStore;
  readonly verdicts: VerdictStore;
  readonly tokens: TokenStore;
  /** May be called once; afterward the store cannot be used. */
  readonly close: () => Promise<void>;
};

/**
 * Opens `sqlite://PATH`, `redis://HOST:PORT` (or `rediss:`) or `memory://`. Throws `UserError('bad_environment')` if there
 * is no store at the address, or if its key is missing; the message names STORE_URL and never contains a password. Throws
 * `store_unavailable` if the store does not answer, or stays locked, for too long.
 */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const { log, summaryTtlMs = 30 * dayMs, answerTimeoutMs = 5_000, sweepIntervalMs = dayMs / 24 } = options;
  const { now = () => Date.now(), openTimeoutMs = 15_000 } = options;
  const { keys = [], tokenKey = createSecretKey(randomBytes(32)) } = options;
  const encryption = createEncryption(keys);
  const backend = await openWithRetry(() => openBackend(url), { log, timeoutMs: openTimeoutMs });
  const spaces = createSpaces(backend);
  const delayedFlush = createDelayedFlush(backend, log);
  const unreadable = new Map<string, number>();

  let nextOutageLogMs = 0;
  /** At most one log message a minute, because an outage fails many requests. */
  const onUnavailable = (cause: unknown) => {
    if (performance.now() < nextOutageLogMs) return;
    nextOutageLogMs = performance.now() + outageLogIntervalMs;
    const reason = cause instanceof Error ? cause.message : String(cause);
    log.error(
      {
        message: `The store is unavailable (${reason}). Until it is back, requests are refused and digests wait.`,
      },
      'store-unavailable',
    );
  };

  const createKind = <Kept>(
    name: string,
    parse: (value: unknown) => Kept | null,
    ttlMs?: number,
    { createCodec } = encryption,
  ) => {
    const onUnreadable = () => {
      const count = (unreadable.get(name) ?? 0) + 1;
      unreadable.set(name, count);
      log.warn({ kind: name, count }, 'record-unreadable');
    };
    return (namespace: string): Records<Kept> =>
      createRecords({
        open: () => spaces.open(namespace),
        codec: createCodec(namespace),
        parse,
        onUnreadable,
        onUnavailable,
        answerTimeoutMs,
        ...(ttlMs !== undefined && { ttlMs }),
        ...(!withoutText.has(name) && { onWritten: delayedFlush.flushSoon }),
      });
  };

  const summaryRecords = createKind('summary', kept.parseSummaryRecord);
  const summariesOf = (guildId: string | null) => summaryRecords(toNamespace(guildId));
  const citingRecords = createKind('citing', kept.parseCitingRecord);
  const citingOf = (guildId: string | null) => citingRecords(toNamespace(guildId, 'citing'));
  const ofGuild =
    <Kept>(records: (namespace: string) => Records<Kept>, kind: string) =>
    (guildId: string) =>
      records(toNamespace(guildId, kind));
  const draftsOf = ofGuild(createKind('window-draft', parseWindowDraftRecord), 'drafts');
  const draftKeysOf = ofGuild(createKind('drafted', parseDerivedKeysRecord), 'drafted');
  const verdictsOf = ofGuild(createKind('verdict', parseVerdictRecord), 'verdicts');
  const verdictKeysOf = ofGuild(createKind('judged', parseDerivedKeysRecord), 'judged');
  const feedbackRecords = createKind('feedback', kept.parseFeedbackRecord);
  const feedbackOf = (guildId: string | null) => feedbackRecords(toNamespace(guildId, 'feedback'));
  const askedRecords = createKind('summary', kept.parseAskedRecord);
  const postedRecords = createKind('summary', kept.parsePostedRecord);
  const optOuts = createKind('opt-out', kept.parseOptOutRecord)('opt-outs');
  const access = createKind('access', kept.parseAccessRecord)('access');
  const zoneRecords = createKind('zone', kept.parseZoneRecord)('zones');
  const digestRecords = createKind('digest', kept.parseDigestRecord);
  const digestsOf = (guildId: string) => digestRecords(toNamespace(guildId, 'digests'));
  const jobs = createKind('job', kept.parseJobRecord)('jobs');
  const runs = createKind('runs', kept.parseRunsRecord, 2 * dayMs)('runs');
  const usageRecords = createKind('usage', parseUsageRecord);
  const usageOf = (ownerId: string) => usageRecords(toNamespace(ownerId, 'usage'));
  const batchRecords = createKind('batch', parseBatchRecord);
  const batchesOf = (guildId: string) => batchRecords(toNamespace(guildId, 'batches'));
  const settings = createKind('settings', kept.parseSettingsRecord)('settings');
  const tokens = createTokenStore(createKind('token', parseTokenRecord)('api-tokens'));
  // Short-lived records with a secret: always encrypted, never re-encrypted.
  const openRuns = createKind(
    'open-run',
    parseOpenRunRecord,
    undefined,
    createEncryption([...keys, tokenKey]),
  )(openRunsNamespace);
  const chatRecords = createKind('chat', parseChatRecord);
  const chatOptOuts = createKind('chat-opt-out', parseChatOptOutsRecord)('chat-opt-outs');
  const alive = createKind('process', () => true as const)('processes');
  // Without an expiry: a server keeps its settings even if it is not used for long.
  const guilds = createKind('guild', kept.parseGuildRecord)('guilds');

  const sweep = () =>
    backend.sweep().catch((error: unknown) => log.warn({ err: error }, 'store-sweep-failed'));
  const rewrite = async () => {
    const namespaces = (await backend.namespaces()).filter(
      each => each !== keysNamespace && each !== openRunsNamespace,
    );
    let count = 0;
    for (const namespace of namespaces) count += await createKind('any', () => null)(namespace).rewrite();
    // Removes the old values from the disk too.
    await sweep();
    if (count > 0) log.info({ count }, 'records-encrypted');
  };
  const { keyIds } = encryption;
  const stored = openKeyIds(spaces.open, { onUnavailable, answerTimeoutMs });
  await rotateKeys({ keyIds, stored, rewrite }).catch(async (error: unknown) => {
    await spaces.close();
    throw error;
  });
  // Removes data that was overwritten before a crash.
  delayedFlush.flushSoon();
  const sweeping = setInterval(sweep, sweepIntervalMs).unref();

  const toRetentionMs = async (guildId: string | null) => {
    const days = guildId === null ? undefined : (await settings.get(guildId))?.retentionDays;
    return days === undefined ? summaryTtlMs : days * dayMs;
  };
  const runStore = createOpenRunStore({
    runs: openRuns,
    guilds,
    alive,
    claim: backend.claim,
    toRetentionMs,
    now,
  });
  const createDerived = <Kept extends Derived>(
    of: (guildId: string) => Records<Kept>,
    keysOf: (guildId: string) => Records<readonly string[]>,
    toRecord: (kept: Kept) => object,
  ) => createDerivedStore({ of, keysOf, toRecord, guilds, toRetentionMs, now });
  const windowDrafts = createDerived(draftsOf, draftKeysOf, toWindowDraftRecord);
  const verdicts = createDerived(verdictsOf, verdictKeysOf, toVerdictRecord);
  const privacy = createPrivacyStore({ optOuts, access, guilds });
  const zones: ZoneStore = {
    get: ownerId => zoneRecords.get(ownerId),
    set: (ownerId, zone) =>
      zone === null ? zoneRecords.remove(ownerId) : zoneRecords.put([ownerId], kept.toZoneRecord(zone)),
  };

  return {
    summaries: createSummaryStore({
      of: summariesOf,
      askedOf: guildId => askedRecords(toNamespace(guildId)),
      postedOf: guildId => postedRecords(toNamespace(guildId)),
      direct: createKind('direct', kept.parseGuildRecord)('direct'),
      guilds,
      citations: createCitations(citingOf),
      toRetentionMs,
      now,
      async erased(guildId) {
        await citingOf(guildId).clear();
        for (const derivedOf of [draftsOf, draftKeysOf, verdictsOf, verdictKeysOf])
          await derivedOf(guildId).clear();
        await feedbackOf(guildId).clear();
        await digestsOf(guildId).clear();
        await usageOf(guildId).clear();
        await batchesOf(guildId).clear();
        await zoneRecords.remove(guildId);
        await settings.remove(guildId);
        await access.remove(guildId);
        for (const run of await runStore.list()) if (run.guildId === guildId) await runStore.remove(run.id);
        for (const token of await tokens.list())
          if (token.guildId === guildId) await tokens.remove(token.tokenId);
        await guilds.remove(guildId);
        await sweep();
      },
      async removed(guildId, summaryId) {
        await feedbackOf(guildId).remove(summaryId);
        // Removes deleted data from the disk and its log too.
        await sweep();
      },
    }),
    zones,
    feedback: createFeedbackStore({ of: feedbackOf, guilds, toRetentionMs, now }),
    privacy: {
      ...privacy,
      async setOptedOut(personId, isOptedOut) {
        await privacy.setOptedOut(personId, isOptedOut);
        if (!isOptedOut) return;
        await windowDrafts.forgetPerson(personId);
        await verdicts.forgetPerson(personId);
      },
    },
    windowDrafts,
    verdicts,
    settings: createSettingsStore({
      settings,
      zones,
      guilds,
      async retain(guildId) {
        const retentionMs = await toRetentionMs(guildId);
        const nowMs = now();
        const derived = [draftsOf, draftKeysOf, verdictsOf, verdictKeysOf];
        for (const records of [summariesOf, citingOf, feedbackOf, ...derived].map(of => of(guildId)))
          await records.setRemainingTtl(value => (kept.toMadeAtMs(value) ?? 0) + retentionMs - nowMs);
        for (const run of await runStore.list()) if (run.guildId === guildId) await runStore.put(run);
        await sweep();
      },
    }),
    runs: {
      get: async (personId, day) => (await runs.get(personId, day)) ?? 0,
      set: (personId, day, count) => runs.put([personId, day], kept.toRunsRecord(count)),
    },
    digests: createDigestStore({ of: digestsOf, guilds }),
    jobs: {
      put: (id, record) => jobs.put([id], kept.toJobRecord(record)),
      remove: id => jobs.remove(id),
      list: jobs.entries,
    },
    openRuns: runStore,
    chats: createChatStore({
      of: ownerId => chatRecords(`chats:person:${toKey(ownerId)}`),
      optOuts: chatOptOuts,
      ttlMs: summaryTtlMs,
      now,
      removed: sweep,
    }),
    batches: createBatchStore({ of: batchesOf, guilds }),
    usage: createUsageStore({ of: usageOf, guilds, claim: backend.claim, writerId: randomUUID() }),
    tokens,
    async close() {
      clearInterval(sweeping);
      delayedFlush.close();
      nextOutageLogMs = Number.POSITIVE_INFINITY;
      await spaces.close();
    },
  };
}

/** Key spaces by name, each opened once; a failed one is tried again. */
function createSpaces(backend: Backend) {
  const opened = new Map<string, Promise<Keyv<unknown>>>();
  let closing: Promise<void> | undefined;
  return {
    async open(namespace: string): Promise<Keyv<unknown>> {
      if (closing) throw toUnavailable(new Error('the store is closed'));
      const known = opened.get(namespace);
      if (known) return known;
      const space = backend.open(namespace);
      opened.set(namespace, space);
      space.catch(() => opened.delete(namespace));
      return space;
    },
    close(): Promise<void> {
      closing ??= backend.close();
      return closing;
    },
  };
}

/** Each server has its own key space for summaries, so that no other server can read them. */
function toNamespace(guildId: string | null, kind = 'summaries'): string {
  return guildId === null ? `${kind}:dm` : `${kind}:guild:${toKey(guildId)}`;
}
