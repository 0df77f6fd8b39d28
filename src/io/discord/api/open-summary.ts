import type { Caller, Refusal } from '../../../app/api-ports.ts';
import type { StoredSummary } from '../../../app/ports.ts';
import type { AccessSnapshot, LearnGuild } from '../access/access-snapshot.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import type { BaseServices } from '../interaction/context.ts';
import { isAwaitingReview } from '../review/needs-review.ts';
import { unknownSummary } from './refusals.ts';

type Opened = { readonly ok: true; readonly stored: StoredSummary } | Refusal;

/**
 * A stored summary as it is now, if the caller may read it.
 *
 * @param snapshot What the summaries of one list go by.
 */
export type OpenSummary = (caller: Caller, summaryId: string, snapshot?: AccessSnapshot) => Promise<Opened>;

export function createOpenSummary(
  { client, summarySync, privacy }: BaseServices,
  learnGuild: LearnGuild,
): OpenSummary {
  const openNow: OpenSummary = async ({ guildId, userId, channelIds }, summaryId, snapshot) => {
    await learnGuild(guildId);
    const found = await summarySync.withCurrent({ guildId, summaryId }, async current => current);
    if (found === null || !isInScope(found, channelIds)) return unknownSummary;
    const denial = await checkStoredAccess(found, client, userId, { privacy, snapshot });
    return denial !== null || (isAwaitingReview(found) && found.requesterId !== userId)
      ? unknownSummary
      : { ok: true, stored: found };
  };

  // Requests at the same moment share one check with Discord, whose rate limit is far below that of the API.
  const opening = new Map<string, Promise<Opened>>();
  return (caller, summaryId, snapshot) => {
    // The snapshot of a list may be older than the request that would share it.
    if (snapshot) return openNow(caller, summaryId, snapshot);
    const key = `${caller.tokenId} ${caller.userId} ${summaryId}`;
    const found = opening.get(key) ?? openNow(caller, summaryId).finally(() => opening.delete(key));
    opening.set(key, found);
    return found;
  };
}

/** A thread is in scope by itself or by its channel. */
function isInScope(
  { channelId, summary }: StoredSummary,
  channelIds: readonly string[] | undefined,
): boolean {
  if (channelIds === undefined) return true;
  const { channelIds: read, threadId } = summary.source;
  if (threadId === channelId && channelIds.includes(threadId)) return true;
  return read.length > 0 && read.every(id => channelIds.includes(id));
}
