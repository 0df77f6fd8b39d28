import type { Client } from 'discord.js';
import type { PrivacyStore, StoredSummary } from '../../../app/ports.ts';
import { toCitedIds, toCitedMessages, toPersonIds } from '../../../core/claims/footnotes.ts';
import { applyMessageChanges, type MessageChanges } from '../../../core/claims/message-changes.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { createLru } from '../../../lru.ts';
import type { Deletions } from './deletions.ts';
import type { GatewayContinuity } from './gateway-continuity.ts';
import { fetchMessageStates, toChanges } from './message-states.ts';

type CitedChangesParts = {
  readonly client: Client;
  readonly deletions: Deletions;
  readonly continuity: GatewayContinuity;
  readonly privacy: PrivacyStore;
  readonly now: () => number;
};

/** The number of summaries for which the time of the last check with Discord is remembered. */
const maxRemembered = 10_000;

/** What happened to the messages that summaries cite: from the events that arrived, or from Discord if some may be missing. */
export function createCitedChanges({ client, deletions, continuity, privacy, now }: CitedChangesParts) {
  const askedAt = createLru<number>(maxRemembered);

  /** Fetches the state of the cited messages from Discord. */
  const askAbout = async (all: readonly StoredSummary[], signal: AbortSignal) => {
    const beganMs = now();
    const states = await fetchMessageStates(all, client, signal);
    const optedOut = await privacy.optedOut([...new Set(states.authors.values())]);
    for (const { summary } of all) askedAt.set(summary.id, beganMs);
    return (stored: StoredSummary) => toChanges(stored, states, optedOut);
  };

  /** Whether this process has seen every event about the messages of the summary. */
  const hasSeenAllEvents = ({ guildId, summary, createdAt }: StoredSummary): boolean => {
    const knownMs = askedAt.peek(summary.id) ?? Date.parse(createdAt);
    // A summary stored without authors does not show who opted out.
    return guildId === null || (continuity.since(guildId) <= knownMs && namesAuthors(summary));
  };

  /** The known changes of a summary's messages, and the authors who opted out. */
  const known = async (stored: StoredSummary): Promise<MessageChanges> => ({
    ...toKnownDeletions(stored, deletions),
    optedOut: await privacy.optedOut(toPersonIds(stored.summary)),
  });

  return {
    askAbout,
    hasSeenAllEvents,
    known,
    /** Changes that only Discord knows; null if this process has seen every event. Empty if the channel cannot be read. */
    ask: async (stored: StoredSummary): Promise<MessageChanges | null> =>
      hasSeenAllEvents(stored) ? null : (await askAbout([stored], new AbortController().signal))(stored),
    /** Whether its messages have changed since it was rendered. */
    isOutdated: async (shown: StoredSummary): Promise<boolean> =>
      applyMessageChanges(shown.summary, await known(shown)) !== shown.summary,
  };
}

/** Whether a summary contains the authors of all cited messages. */
function namesAuthors(summary: Summary): boolean {
  return toCitedMessages(summary).every(({ authorId }) => authorId !== undefined);
}

/**
 * The changes of a summary's messages that this process received; a deleted channel or thread deletes all of its
 * messages.
 */
function toKnownDeletions(stored: StoredSummary, deletions: Deletions): MessageChanges {
  const { summary, channelId, createdAt, places: placeOf } = stored;
  const ids = toCitedIds(summary);
  const known = deletions.changed(ids, createdAt);
  const { threadId, channelIds = [] } = summary.source;
  if (placeOf !== undefined) {
    // A thread is deleted with its channel, and Discord sends no event for the thread.
    const channelOf = new Map(toCitedMessages(summary).map(each => [each.messageId, each.channel?.id]));
    const isAllGone = channelIds.length > 0 && channelIds.every(id => deletions.isPlaceGone([id]));
    const isGone = (id: string) =>
      isAllGone || deletions.isPlaceGone([placeOf[id] ?? channelId, channelOf.get(id) ?? '']);
    return { ...known, deleted: new Set([...known.deleted, ...ids.filter(isGone)]) };
  }
  const places = [channelId, ...channelIds, ...(threadId === undefined ? [] : [threadId])];
  if (deletions.isPlaceGone(places)) return { deleted: new Set(ids), edited: new Set() };
  return known;
}
