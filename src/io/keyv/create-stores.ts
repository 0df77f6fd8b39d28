import { randomUUID } from 'node:crypto';
import type { VerdictStore } from '../../app/again/ports.ts';
import type { OpenRunStore } from '../../app/answers-ports.ts';
import type { ApiJobStore, TokenStore } from '../../app/api-ports.ts';
import type { ChatStore } from '../../app/chats/ports.ts';
import type { EntryStore } from '../../app/decisions/ports.ts';
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
import type { PendingCalls, UsageStore } from '../../app/usage/ports.ts';
import type { WindowDraftStore } from '../../app/windows/ports.ts';
import type { Derived } from '../../core/claims/stored-verdict.ts';
import { numberSettings } from '../../core/settings.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import type { Backend } from './backends/backend.ts';
import { eraseGuild, retainGuild } from './guild-records.ts';
import type { Records, ToRetention } from './records.ts';
import { createSourceIndex, type Indexed, type IndexPart } from './source-index.ts';
import type { StoreRecords } from './store-records.ts';
import { createApiJobStore } from './stores/api-job-store.ts';
import { createChatStore } from './stores/chat-store.ts';
import { createDerivedStore, type DerivedSet, toIndexed } from './stores/derived-store.ts';
import { createDigestStore } from './stores/digest-store.ts';
import { createEntryStore, toIndexedEntry } from './stores/entry-store.ts';
import { createFeedbackStore } from './stores/feedback-store.ts';
import { createJobStore } from './stores/job-store.ts';
import { createOpenRunStore } from './stores/open-run-store.ts';
import { createPendingCallStore } from './stores/pending-call-store.ts';
import { createPrivacyStore } from './stores/privacy-store.ts';
import { createRunStore } from './stores/run-store.ts';
import { createSettingsStore, createZoneStore } from './stores/settings-store.ts';
import { createSummaryStore, toIndexedSummary } from './stores/summary-store.ts';
import { createTokenStore } from './stores/token-store.ts';
import { createUsageStore } from './stores/usage-store.ts';

const dayMs = 24 * 3_600_000;

/** A key space of a server; what it used is kept when it is erased. */
const ownedBy = /^(?!usage:)[a-z-]+:guild:(\d+)$/;

/** The stores of all data that survives a restart. */
export type Stores = {
  readonly summaries: SummaryStore;
  readonly zones: ZoneStore;
  readonly settings: SettingsStore;
  readonly feedback: FeedbackStore;
  readonly privacy: PrivacyStore;
  readonly runs: RunStore;
  readonly digests: DigestStore;
  readonly jobs: JobStore;
  readonly entries: EntryStore;
  /** The jobs of these. */
  readonly entryJobs: JobStore;
  /** Of what is sent to webhooks. */
  readonly deliveryJobs: JobStore;
  readonly openRuns: OpenRunStore;
  readonly windowDrafts: WindowDraftStore;
  readonly chats: ChatStore;
  readonly usage: UsageStore;
  /** The assignments of claims to these. */
  readonly pendingCalls: PendingCalls;
  readonly verdicts: VerdictStore;
  readonly tokens: TokenStore;
  readonly apiJobs: ApiJobStore;
};

type StoresOptions = {
  readonly records: StoreRecords;
  readonly backend: Pick<Backend, 'claim' | 'tryLock' | 'exclusively' | 'namespaces'>;
  /** Removes deleted data from the disk and its log too. */
  readonly sweep: () => Promise<void>;
  /** How long summaries are stored if their server sets nothing. */
  readonly summaryTtlMs: number;
  /** Of an imported chat. */
  readonly maxMessages: number;
  /** The time in milliseconds. */
  readonly now: () => number;
};

export function createStores({
  records,
  backend,
  sweep,
  summaryTtlMs,
  maxMessages,
  now,
}: StoresOptions): Stores {
  const { guilds } = records;
  const writerId = randomUUID();
  /** How long a server's records are stored, and how long they are shown. */
  const toRetention: ToRetention = async guildId => {
    const settings = guildId === null ? null : await records.settings.get(guildId);
    const { min, max } = numberSettings.retentionDays;
    // Nobody knows what the server chose: nothing is erased too early, nothing is shown too long.
    if (settings === 'unreadable')
      return { keptMs: Math.max(max * dayMs, summaryTtlMs), shownMs: min * dayMs };
    const ms = settings?.retentionDays === undefined ? summaryTtlMs : settings.retentionDays * dayMs;
    return { keptMs: ms, shownMs: ms };
  };
  const aging = { guilds, toRetention, now };
  /** For all processes that use the store. */
  const inTurn =
    (kind: string): KeyedMutex =>
    (key, work) =>
      backend.exclusively(`${kind}-${key}`, work);
  const createIndex = (
    of: (guildId: string) => Records<IndexPart | 'unreadable'>,
    readAll: (guildId: string) => Promise<readonly Indexed[]>,
    formerOf?: (guildId: string) => Records<readonly string[]>,
  ) => createSourceIndex({ of, formerOf, readAll, toRetention, now });
  const createDerived = <Stored extends Derived>(
    kind: string,
    of: (guildId: string) => Records<DerivedSet<Stored>>,
    indexOf: (guildId: string) => Records<IndexPart | 'unreadable'>,
  ) => {
    const index = createIndex(indexOf, async guildId =>
      [...(await of(guildId).entries())].map(([key, set]) => toIndexed(decodeURIComponent(key), set)),
    );
    return createDerivedStore({ of, index, exclusively: inTurn(kind), ...aging });
  };
  const windowDrafts = createDerived('drafts', records.draftsOf, records.draftIndexOf);
  const verdicts = createDerived('verdicts', records.verdictsOf, records.verdictIndexOf);
  const summaryIndex = createIndex(
    records.summaryIndexOf,
    async guildId => (await records.summariesOf(guildId).values()).map(toIndexedSummary),
    records.formerSummaryIndexOf,
  );
  const entryIndex = createIndex(
    records.entryIndexOf,
    async guildId => (await records.entriesOf(guildId).values()).map(toIndexedEntry),
    records.formerEntryIndexOf,
  );

  const { optOuts, access } = records;
  const privacy = createPrivacyStore({ optOuts, access, guilds });
  const { openRuns: runs, alive } = records;
  const openRuns = createOpenRunStore({ runs, alive, claim: backend.claim, ...aging });
  const tokens = createTokenStore(records.tokens);
  const zones = createZoneStore(records.zones);
  const { usageOf, erasedGuilds: erased } = records;
  const usage = createUsageStore({ of: usageOf, guilds, erased, claim: backend.claim, writerId });

  return {
    summaries: createSummaryStore({
      of: records.summariesOf,
      askedOf: records.askedOf,
      postedOf: records.postedOf,
      direct: records.direct,
      index: summaryIndex,
      ...aging,
      async storedGuildIds() {
        const owned = (await backend.namespaces()).flatMap(name => ownedBy.exec(name)?.[1] ?? []);
        const lists = [guilds, records.settings, records.access].map(each => each.list());
        return [...new Set([...owned, ...(await Promise.all(lists)).flat()])];
      },
      async erased(guildId) {
        await eraseGuild(records, { usage, openRuns, tokens }, guildId, now());
        await sweep();
      },
      async removed(guildId, summaryId) {
        await records.feedbackOf(guildId).remove(summaryId);
        await sweep();
      },
    }),
    zones,
    feedback: createFeedbackStore({ of: records.feedbackOf, ...aging }),
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
      settings: records.settings,
      zones,
      guilds,
      async retain(guildId) {
        const { keptMs } = await toRetention(guildId);
        await retainGuild(records, openRuns, guildId, { retentionMs: keptMs, nowMs: now() });
        await sweep();
      },
    }),
    runs: createRunStore(records.runs, backend),
    digests: createDigestStore({ of: records.digestsOf, guilds }),
    jobs: createJobStore(records.jobsOf('jobs')),
    deliveryJobs: createJobStore(records.jobsOf('delivery-jobs')),
    entries: createEntryStore({
      of: records.entriesOf,
      index: entryIndex,
      ...aging,
    }),
    entryJobs: createJobStore(records.jobsOf('entry-jobs')),
    openRuns,
    chats: createChatStore({
      of: records.chatsOf,
      partsOf: records.chatPartsOf,
      summariesOf: records.chatSummariesOf,
      optOuts: records.chatOptOuts,
      numberKeys: records.chatNumberKeys,
      exclusively: inTurn('chats'),
      ttlMs: summaryTtlMs,
      maxMessages,
      now,
      removed: sweep,
    }),
    usage,
    pendingCalls: createPendingCallStore({ records: records.pendingCalls, writerId, now: Date.now }),
    tokens,
    apiJobs: createApiJobStore(records.apiJobs, records.apiResults, records.apiKeys),
  };
}
