import type { Client, GuildTextBasedChannel } from 'discord.js';
import type { DecisionLog } from '../../../app/decisions/decision-log.ts';
import type { PrivacyStore, StoredSummary } from '../../../app/store-ports.ts';
import { toCitedIds, toCitedMessages, toPersonIds, toPlaceOf } from '../../../core/claims/footnotes.ts';
import type { MessageChanges } from '../../../core/claims/message-changes.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { LogEntry } from '../../../core/decisions/entry.ts';
import { createLru } from '../../../lru.ts';
import { findSource } from '../access/places.ts';
import type { MessageRecord } from '../history/message.ts';
import { fetchPage, pageSize, requestRecord } from '../history/pages.ts';
import { toAuthorId } from '../history/speakers.ts';
import { isConnectionError, orUnavailable } from '../interaction/failures.ts';
import type { Deletions, GatewayContinuity } from './gateway-events.ts';

type CitedChangesParts = {
  readonly client: Client;
  readonly deletions: Deletions;
  readonly continuity: GatewayContinuity;
  readonly privacy: PrivacyStore;
  readonly now: () => number;
};

/** The number of summaries or entries for which the time of the last check with Discord is remembered. */
const maxRemembered = 10_000;

/** Changes of cited messages: from events, or fetched from Discord if events may be missing. */
export function createCitedChanges({ client, deletions, continuity, privacy, now }: CitedChangesParts) {
  const askedAt = createLru<number>(maxRemembered);
  return {
    /** Fetches the state of the cited messages; empty for channels that cannot be read, nothing of places with a failure. */
    ask: async (all: readonly StoredSummary[], signal = new AbortController().signal) => {
      const beganMs = now();
      const cited = all.flatMap(toBehind);
      const states = await fetchStates(cited, client, signal);
      const optedOut = await privacy.optedOut([...new Set(states.authors.values())]);
      for (const stored of all)
        if (!toBehind(stored).some(({ placeId }) => states.failed.has(placeId)))
          askedAt.set(stored.summary.id, beganMs);
      return {
        toFound: (stored: StoredSummary) => toChanges(stored, states, optedOut),
        failures: [...states.failed.values()],
      };
    },
    /** Whether this process has seen every event about the messages of the summary. */
    hasSeenAllEvents: (stored: StoredSummary): boolean => {
      const { guildId, summary } = stored;
      const knownMs = askedAt.peek(summary.id) ?? Date.parse(toReadAt(stored));
      // A summary stored without authors does not show who opted out.
      const namesAuthors = toCitedMessages(summary).every(({ authorId }) => authorId !== undefined);
      return guildId === null || (continuity.since(guildId) <= knownMs && namesAuthors);
    },
    known: async (stored: StoredSummary): Promise<MessageChanges> => ({
      ...toKnownDeletions(stored, deletions),
      optedOut: await privacy.optedOut([
        ...toPersonIds(stored.summary),
        ...(stored.card?.sources ?? []).flatMap(({ authorId }) => authorId ?? []),
      ]),
    }),
  };
}

/** A note is brought up to date before it is renewed. */
function toReadAt({ createdAt, note }: StoredSummary): string {
  return note?.renewedAt ?? createdAt;
}

/** The messages that a stored summary and the lines above it rest on, and where they are. */
function toBehind(stored: StoredSummary) {
  const toPlaceId = toPlaceOf(stored);
  const cited = toCitedIds(stored.summary).map(messageId => ({ messageId, placeId: toPlaceId(messageId) }));
  return [...cited, ...(stored.card?.sources ?? [])];
}

/** The changes of a summary's messages that this process received; a deleted channel or thread deletes all of its messages. */
function toKnownDeletions(stored: StoredSummary, deletions: Deletions): MessageChanges {
  const { channelIds } = stored.summary.source;
  const behind = toBehind(stored);
  const { deleted, edited } = deletions.changed(
    behind.map(({ messageId }) => messageId),
    toReadAt(stored),
  );
  // A thread is deleted with its channel, and Discord sends no event for the thread.
  const channelOf = new Map(
    toCitedMessages(stored.summary).map(each => [each.messageId, each.channel?.id ?? '']),
  );
  const isAllGone = channelIds?.length && channelIds.every(id => deletions.isPlaceGone([id]));
  const gone = behind.filter(
    ({ messageId, placeId }) => isAllGone || deletions.isPlaceGone([placeId, channelOf.get(messageId) ?? '']),
  );
  return { deleted: new Set([...deleted, ...gone.map(({ messageId }) => messageId)]), edited };
}

type EntryStatesParts = Pick<CitedChangesParts, 'client' | 'continuity' | 'now'> & {
  readonly decisionLog: Pick<DecisionLog, 'forget'>;
};

/** Brings entries up to date with their messages before they are shown; true if some may have changed. */
export type RefreshEntries = (entries: readonly LogEntry[]) => Promise<boolean>;

/** Fetches only the messages of entries whose events this process may have missed. */
export function createEntryStates(parts: EntryStatesParts): RefreshEntries {
  const { client, continuity, decisionLog, now } = parts;
  const askedAt = createLru<number>(maxRemembered);
  return async entries => {
    const unsure = entries.filter(
      ({ id, guildId, createdAt }) => continuity.since(guildId) > (askedAt.peek(id) ?? Date.parse(createdAt)),
    );
    const [first] = unsure;
    if (first === undefined) return false;
    const beganMs = now();
    const cited = unsure.flatMap(({ sources }) => sources);
    const { deleted, editedMs, failed } = await fetchStates(cited, client, new AbortController().signal);
    const edited = unsure.flatMap(({ sources, createdAt }) =>
      sources.flatMap(({ messageId }) =>
        (editedMs.get(messageId) ?? 0) > Date.parse(createdAt) ? [messageId] : [],
      ),
    );
    await decisionLog.forget(first.guildId, { deleted, edited });
    for (const failure of failed.values()) throw failure;
    for (const { id } of unsure) askedAt.set(id, beganMs);
    return deleted.size + edited.length > 0;
  };
}

/** Messages in Discord: the authors of those found, the times of edits, which are deleted, and what failed, by place. */
type MessageStates = {
  readonly deleted: ReadonlySet<string>;
  readonly editedMs: ReadonlyMap<string, number>;
  readonly authors: ReadonlyMap<string, string>;
  readonly failed: ReadonlyMap<string, unknown>;
};

/** Fetches messages, channel by channel: a request for each 100 consecutive ones, and one more where some are missing. */
export async function fetchStates(
  wanted: readonly { readonly messageId: string; readonly placeId: string }[],
  client: Client,
  signal: AbortSignal,
): Promise<MessageStates> {
  const deleted = new Set<string>();
  const editedMs = new Map<string, number>();
  const authors = new Map<string, string>();
  const failed = new Map<string, unknown>();
  for (const [placeId, cited] of Map.groupBy(wanted, each => each.placeId)) {
    // Former versions stored it for messages that another one linked to.
    if (placeId === '') continue;
    const ids = new Set(cited.map(({ messageId }) => messageId));
    const found = await fetchPlaceStates(client, placeId, ids, signal).catch((error: unknown) => {
      // Without an answer, the others would get none either.
      if (signal.aborted || isConnectionError(error)) throw error;
      failed.set(placeId, error);
      return 'hidden' as const;
    });
    // Messages hidden from the bot do not count as deleted.
    if (found === 'hidden') continue;
    for (const id of found === null ? ids : found.deleted) deleted.add(id);
    for (const record of found?.records ?? []) {
      const { id, edited_timestamp: at } = record;
      authors.set(id, toAuthorId(record));
      if (at !== null) editedMs.set(id, Date.parse(at));
    }
  }
  return { deleted, editedMs, authors, failed };
}

async function fetchPlaceStates(
  client: Client,
  placeId: string,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
) {
  const place = await findSource(client, placeId);
  if (place === 'hidden' || (place !== 'gone' && !place.isTextBased())) return 'hidden';
  return place === 'gone' ? null : fetchChannelStates(place, ids, signal);
}

function toChanges(
  stored: StoredSummary,
  states: MessageStates,
  optedOut: ReadonlySet<string>,
): MessageChanges {
  const ids = toBehind(stored).map(({ messageId }) => messageId);
  const isWithheld = (id: string) => optedOut.has(states.authors.get(id) ?? '');
  return {
    deleted: new Set(ids.filter(id => states.deleted.has(id) || isWithheld(id))),
    edited: new Set(ids.filter(id => (states.editedMs.get(id) ?? 0) > Date.parse(toReadAt(stored)))),
    optedOut,
  };
}

/** These messages in one channel; null if it is gone. Without the history Discord returns empty lists, so deletions must be confirmed. */
async function fetchChannelStates(
  channel: GuildTextBasedChannel,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ readonly deleted: ReadonlySet<string>; readonly records: readonly MessageRecord[] } | null> {
  const records: MessageRecord[] = [];
  const missing = new Set<string>();
  const wanted = new Set([...ids].filter(id => id !== channel.id).sort(compareSnowflakes));
  for (let [next] = wanted; next !== undefined; [next] = wanted) {
    const after = String(BigInt(next) - 1n);
    const page = await orUnavailable(fetchPage(channel, { limit: pageSize, after }, signal));
    if (page === 'gone') return null;
    if (page === 'hidden') return { deleted: new Set(), records };
    const found = new Map(page.map(record => [record.id, record]));
    const [newest] = page;
    const isLast = page.length < pageSize || newest === undefined;
    for (const id of [...wanted]) {
      if (!isLast && BigInt(id) > BigInt(newest.id)) break;
      const record = found.get(id);
      if (record) records.push(record);
      else missing.add(id);
      wanted.delete(id);
    }
  }
  const [first] = missing;
  const isGone = first !== undefined && (await requestRecord(channel, first, signal)) === 'gone';
  const deleted = isGone ? missing : new Set<string>();
  if (!ids.has(channel.id)) return { deleted, records };
  const starter = await fetchStarter(channel, signal);
  if (starter === 'gone') return { deleted: new Set([...deleted, channel.id]), records };
  return { deleted, records: typeof starter === 'string' ? records : [...records, starter] };
}

/** The message that started a thread, which is in the parent channel; a forum post contains its own. */
function fetchStarter(channel: GuildTextBasedChannel, signal: AbortSignal) {
  const parent = channel.isThread() ? channel.parent : null;
  return requestRecord(parent === null || parent.isThreadOnly() ? channel : parent, channel.id, signal);
}
