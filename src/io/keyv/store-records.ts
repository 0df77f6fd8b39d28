import type { UsageDay } from '../../app/usage/ports.ts';
import { closedRules } from '../../core/access-rules.ts';
import { type StoredVerdict, storedVerdictSchema } from '../../core/claims/stored-verdict.ts';
import type { GuildSettings } from '../../core/settings.ts';
import { type WindowDraft, windowDraftSchema } from '../../core/windows/window-draft.ts';
import { toKey } from './backends/backend.ts';
import type { Encryption } from './encryption.ts';
import * as formats from './formats.ts';
import type { CreateKind, KindOptions } from './record-kinds.ts';
import type { Records } from './records.ts';
import { type IndexPart, parseFormerIndexRecord, parseIndexPartRecord } from './source-index.ts';
import { apiJobFormat, parseApiResultRecord, usedKeyFormat } from './stores/api-job-store.ts';
import {
  chatOptOutsFormat,
  chatPartFormat,
  numberKeyFormat,
  parseChatRecord,
  parseChatSummaryRecord,
} from './stores/chat-record.ts';
import { unreadableKey } from './stores/chat-store.ts';
import { createSetParser } from './stores/derived-store.ts';
import { parseDigestRecord } from './stores/digest-store.ts';
import { parseEntryRecord } from './stores/entry-store.ts';
import { jobFormat } from './stores/job-store.ts';
import { openRunFormat } from './stores/open-run-store.ts';
import { type PendingCallsRecord, pendingCallsFormat } from './stores/pending-call-store.ts';
import { parseOptOutRecord } from './stores/privacy-store.ts';
import { parseAskedRecord, parsePostedRecord, parseSummaryRecord } from './stores/summary-store.ts';
import { tokenFormat } from './stores/token-store.ts';
import { usageFormat } from './stores/usage-store.ts';

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
  const chatParts = createKind('chat-part', chatPartFormat.parse);
  const chatSummaries = createKind('chat-summary', parseChatSummaryRecord);
  return {
    summariesOf: createOwnedKind('summaries', 'summary', parseSummaryRecord),
    askedOf: createOwnedKind('summaries', 'summary', parseAskedRecord),
    postedOf: createOwnedKind('summaries', 'summary', parsePostedRecord),
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
    feedbackOf: createOwnedKind('feedback', 'feedback', formats.feedbackFormat.parse, part),
    digestsOf: createOwnedKind('digests', 'digest', parseDigestRecord),
    entriesOf: createOwnedKind('entries', 'entry', parseEntryRecord),
    entryIndexOf: createIndex('entry-index'),
    formerEntryIndexOf: createOwnedKind('entry-citing', 'index', parseFormerIndexRecord),
    usageOf: createOwnedKind<UsageDay>('usage', 'usage', usageFormat.parse, {
      unreadable: 'unreadable',
      ...part,
    }),
    /** Of former versions, which kept counts of each summary. */
    formerQualityOf: createOwnedKind('quality', 'quality', () => null),
    chatsOf: (ownerId: string) => chats(`chats:person:${toKey(ownerId)}`),
    /** The messages of chats. */
    chatPartsOf: (ownerId: string) => chatParts(`chat-parts:person:${toKey(ownerId)}`),
    chatSummariesOf: (ownerId: string) => chatSummaries(`chat-summaries:person:${toKey(ownerId)}`),
    chatOptOuts: createKind<readonly string[] | 'unreadable'>('chat-opt-out', chatOptOutsFormat.parse, {
      unreadable: 'unreadable',
      ...part,
    })('chat-opt-outs'),
    chatNumberKeys: createKind('chat-number-key', numberKeyFormat.parse, { unreadable: unreadableKey })(
      'chat-number-keys',
    ),
    optOuts: createKind('opt-out', parseOptOutRecord, part)('opt-outs'),
    access: createKind('access', formats.accessFormat.parse, { unreadable: closedRules })('access'),
    zones: createKind('zone', formats.zoneFormat.parse, part)('zones'),
    settings: createKind<GuildSettings | 'unreadable'>('settings', formats.settingsFormat.parse, {
      unreadable: 'unreadable',
    })('settings'),
    tokens: createKind('token', tokenFormat.parse)('api-tokens'),
    /** The jobs of a queue. */
    jobsOf: createKind('job', jobFormat.parse),
    runs: createKind<number | 'unreadable'>('runs', formats.runsFormat.parse, {
      ttlMs: 2 * dayMs,
      unreadable: 'unreadable',
      ...part,
    })('runs'),
    openRuns: createKind('open-run', openRunFormat.parse, { encryption: openRunEncryption })(
      openRunsNamespace,
    ),
    pendingCalls: createKind<PendingCallsRecord>('usage', pendingCallsFormat.parse, {
      unreadable: 'unreadable',
      ...part,
    })('held-calls'),
    apiJobs: createKind('api-job', apiJobFormat.parse, { ttlMs: dayMs })('api-jobs'),
    apiResults: createKind('api-result', parseApiResultRecord, { ttlMs: dayMs / 24 })('api-results'),
    apiKeys: createKind('api-key', usedKeyFormat.parse, { ttlMs: dayMs })('api-keys'),
    alive: createKind('process', () => true as const)('processes'),
    /** Without an expiry: a server keeps its settings even if it is not used for long. */
    guilds: createKind('guild', formats.guildFormat.parse, part)('guilds'),
    erasedGuilds: createKind('guild', formats.guildFormat.parse, part)('erased'),
    /** The server of each summary that was sent by direct message. */
    direct: createKind('direct', formats.guildFormat.parse, part)('direct'),
  };
}

export type StoreRecords = ReturnType<typeof createStoreRecords>;

/** Each server has its own key space for summaries, so that no other server can read them. */
function toNamespace(guildId: string | null, kind: string): string {
  return guildId === null ? `${kind}:dm` : `${kind}:guild:${toKey(guildId)}`;
}
