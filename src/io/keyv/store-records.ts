import type { UsageDay } from '../../app/usage/ports.ts';
import { closedRules } from '../../core/access-rules.ts';
import { type StoredVerdict, storedVerdictSchema } from '../../core/claims/stored-verdict.ts';
import type { GuildSettings } from '../../core/settings.ts';
import { type WindowDraft, windowDraftSchema } from '../../core/windows/window-draft.ts';
import { toKey } from './backends/backend.ts';
import type { Encryption } from './encryption.ts';
import type { CreateKind, KindOptions } from './record-kinds.ts';
import * as schemas from './record-schemas.ts';
import type { Records } from './records.ts';
import { type IndexPart, parseFormerIndexRecord, parseIndexPartRecord } from './source-index.ts';
import {
  parseChatOptOutsRecord,
  parseChatPartRecord,
  parseChatRecord,
  parseChatSummaryRecord,
  parseNumberKeyRecord,
} from './stores/chat-record.ts';
import { unreadableKey } from './stores/chat-store.ts';
import { createSetParser } from './stores/derived-store.ts';
import { parseEntryRecord } from './stores/entry-store.ts';
import { parseQualityRecord } from './stores/quality-store.ts';
import { parseApiJobRecord, parseApiResultRecord, parseUsedKeyRecord } from './stores/runs/api-job-store.ts';
import { parseOpenRunRecord } from './stores/runs/open-run-store.ts';
import { type PendingCallsRecord, parsePendingCallsRecord } from './stores/runs/pending-call-store.ts';
import { parseTokenRecord } from './stores/token-store.ts';
import { parseUsageRecord } from './stores/usage-store.ts';

const dayMs = 24 * 3_600_000;
/** Short-lived records with a secret: always encrypted, never re-encrypted. */
export const openRunsNamespace = 'open-runs';

/** For values that are a list, a number or a name inside their record. */
const part = { isPart: true } as const;

/** The records of all stores; those in a function are of one server or person. */
export function createStoreRecords(createKind: CreateKind, openRunEncryption: Encryption) {
  const createOwnedKind = <Stored>(
    kind: string,
    name: string,
    parse: (value: unknown) => Stored | null,
    options: KindOptions<Stored> = {},
  ): ((guildId: string | null) => Records<Stored>) => {
    const records = createKind(name, parse, options);
    return guildId => records(toNamespace(guildId, kind));
  };
  const createIndex = (kind: string) =>
    createOwnedKind<IndexPart | 'unreadable'>(kind, 'index', parseIndexPartRecord, {
      unreadable: 'unreadable',
      ...part,
    });
  const chats = createKind('chat', parseChatRecord);
  const chatParts = createKind('chat-part', parseChatPartRecord);
  const chatSummaries = createKind('chat-summary', parseChatSummaryRecord);
  return {
    summariesOf: createOwnedKind('summaries', 'summary', schemas.parseSummaryRecord),
    askedOf: createOwnedKind('summaries', 'summary', schemas.parseAskedRecord),
    postedOf: createOwnedKind('summaries', 'summary', schemas.parsePostedRecord),
    summaryIndexOf: createIndex('summary-index'),
    /** Of version 0.2.0, which had a record for each message; they are read until they expire. */
    formerSummaryIndexOf: createOwnedKind('citing', 'index', parseFormerIndexRecord),
    draftsOf: createOwnedKind(
      'draft-sets',
      'window-draft',
      createSetParser<WindowDraft>(windowDraftSchema),
      part,
    ),
    draftIndexOf: createIndex('draft-index'),
    verdictsOf: createOwnedKind(
      'verdict-sets',
      'verdict',
      createSetParser<StoredVerdict>(storedVerdictSchema),
      part,
    ),
    verdictIndexOf: createIndex('verdict-index'),
    feedbackOf: createOwnedKind('feedback', 'feedback', schemas.parseFeedbackRecord, part),
    digestsOf: createOwnedKind('digests', 'digest', schemas.parseDigestRecord),
    entriesOf: createOwnedKind('entries', 'entry', parseEntryRecord),
    entryIndexOf: createIndex('entry-index'),
    formerEntryIndexOf: createOwnedKind('entry-citing', 'index', parseFormerIndexRecord),
    usageOf: createOwnedKind<UsageDay>('usage', 'usage', parseUsageRecord, {
      unreadable: 'unreadable',
      ...part,
    }),
    qualityOf: createOwnedKind('quality', 'quality', parseQualityRecord),
    chatsOf: (ownerId: string) => chats(`chats:person:${toKey(ownerId)}`),
    /** The messages of chats. */
    chatPartsOf: (ownerId: string) => chatParts(`chat-parts:person:${toKey(ownerId)}`),
    chatSummariesOf: (ownerId: string) => chatSummaries(`chat-summaries:person:${toKey(ownerId)}`),
    chatOptOuts: createKind<readonly string[] | 'unreadable'>('chat-opt-out', parseChatOptOutsRecord, {
      unreadable: 'unreadable',
      ...part,
    })('chat-opt-outs'),
    chatNumberKeys: createKind('chat-number-key', parseNumberKeyRecord, { unreadable: unreadableKey })(
      'chat-number-keys',
    ),
    optOuts: createKind('opt-out', schemas.parseOptOutRecord, part)('opt-outs'),
    access: createKind('access', schemas.parseAccessRecord, { unreadable: closedRules })('access'),
    zones: createKind('zone', schemas.parseZoneRecord, part)('zones'),
    settings: createKind<GuildSettings | 'unreadable'>('settings', schemas.parseSettingsRecord, {
      unreadable: 'unreadable',
    })('settings'),
    tokens: createKind('token', parseTokenRecord)('api-tokens'),
    /** The jobs of a queue. */
    jobsOf: createKind('job', schemas.parseJobRecord),
    runs: createKind<number | 'unreadable'>('runs', schemas.parseRunsRecord, {
      ttlMs: 2 * dayMs,
      unreadable: 'unreadable',
      ...part,
    })('runs'),
    openRuns: createKind('open-run', parseOpenRunRecord, { encryption: openRunEncryption })(
      openRunsNamespace,
    ),
    pendingCalls: createKind<PendingCallsRecord | 'unreadable'>('usage', parsePendingCallsRecord, {
      unreadable: 'unreadable',
      ...part,
    })('held-calls'),
    apiJobs: createKind('api-job', parseApiJobRecord, { ttlMs: dayMs })('api-jobs'),
    apiResults: createKind('api-result', parseApiResultRecord, { ttlMs: dayMs / 24 })('api-results'),
    apiKeys: createKind('api-key', parseUsedKeyRecord, { ttlMs: dayMs })('api-keys'),
    alive: createKind('process', () => true as const)('processes'),
    /** Without an expiry: a server keeps its settings even if it is not used for long. */
    guilds: createKind('guild', schemas.parseGuildRecord, part)('guilds'),
    erasedGuilds: createKind('guild', schemas.parseGuildRecord, part)('erased'),
    /** The server of each summary that was sent by direct message. */
    direct: createKind('direct', schemas.parseGuildRecord, part)('direct'),
  };
}

export type StoreRecords = ReturnType<typeof createStoreRecords>;

/** Each server has its own key space for summaries, so that no other server can read them. */
function toNamespace(guildId: string | null, kind: string): string {
  return guildId === null ? `${kind}:dm` : `${kind}:guild:${toKey(guildId)}`;
}
