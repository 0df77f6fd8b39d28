import {
  type ApiSource,
  type Caller,
  type ListPlace,
  RequestRefused,
  type SourceResult,
} from '../../../app/api-ports.ts';
import { createMessageBudget } from '../../../app/message-budget.ts';
import { prepareEvidence } from '../../../app/prepare-evidence.ts';
import type { StoredSummary } from '../../../app/store-ports.ts';
import { isAwaitingReview } from '../../../core/claims/review.ts';
import { toAuthorIds, withoutAuthors } from '../../../core/conversation/message.ts';
import { compare } from '../../../core/order.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { toLoggedError } from '../../../log.ts';
import { english } from '../../../render/texts.ts';
import { type AccessSnapshot, takeSnapshot } from '../access/check-access.ts';
import type { Denial } from '../access/permissions.ts';
import { learnGuild } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { readAgain } from '../history/thread.ts';
import type { BaseServices } from '../interaction/context.ts';

/** A stored summary as it is now, if the caller may read it; else null. `snapshot`: what the summaries of one list go by. */
type FindSummary = (
  caller: Caller,
  summaryId: string,
  snapshot?: AccessSnapshot,
) => Promise<StoredSummary | null>;

export function createFindSummary({ client, summarySync, privacy }: BaseServices): FindSummary {
  return async ({ guildId, userId, channelIds }, summaryId, snapshot) => {
    await learnGuild(client, guildId);
    const found = await summarySync.withCurrent({ guildId, summaryId }, async current => current);
    if (found === null || !isInScope(found, channelIds)) return null;
    if ((await checkStoredAccess(found, client, userId, { privacy, snapshot })) !== null) return null;
    return isAwaitingReview(found) && found.requesterId !== userId ? null : found;
  };
}

/** A thread is in scope if it or its channel is. */
function isInScope(
  { channelId, summary }: StoredSummary,
  channelIds: readonly string[] | undefined,
): boolean {
  if (channelIds === undefined) return true;
  const { channelIds: read, threadId } = summary.source;
  if (threadId === channelId && channelIds.includes(threadId)) return true;
  return read.length > 0 && read.every(id => channelIds.includes(id));
}

/** Lists the summaries that somebody asked for, as they are now. */
export function createListSummaries(
  { summaries, client }: BaseServices,
  find: FindSummary,
): ApiSource['list'] {
  return async (caller, after, limit) => {
    const asked = (await summaries.askedBy(caller.userId)).filter(each => each.guildId === caller.guildId);
    const stored = await summaries.getMany(
      caller.guildId,
      asked.map(({ summaryId }) => summaryId),
    );
    const listed = stored
      .toSorted((a, b) => compareNewest(toListPlace(a), toListPlace(b)))
      .filter(each => after === null || compareNewest(toListPlace(each), after) > 0);
    const found: StoredSummary[] = [];
    if (listed.length === 0) return { summaries: found, hasMore: false };
    const snapshot = await takeSnapshot(client, caller.guildId, { personId: caller.userId });
    for (const { summary } of listed) {
      const current = await find(caller, summary.id, snapshot);
      if (current === null) continue;
      if (found.length === limit) return { summaries: found, hasMore: true };
      found.push(current);
    }
    return { summaries: found, hasMore: false };
  };
}

function toListPlace({ createdAt, summary }: StoredSummary): ListPlace {
  return { createdAt, summaryId: summary.id };
}

/** By time, the newest first, then by id. */
function compareNewest(a: ListPlace, b: ListPlace): number {
  return compare(b.createdAt, a.createdAt) || compare(a.summaryId, b.summaryId);
}

type PageContent = Pick<SourceResult, 'conversation' | 'isCut'>;

/** Most proxies wait for 60 s. Pages that were read are cached, so the next attempt gets further. */
const usualTimeoutMs = 20_000;

/** Reads the conversation beside a page; empty if it cannot be read. Callers check access to its sources first. */
export function createPageReader(services: BaseServices): (stored: StoredSummary) => Promise<PageContent> {
  const { client, engine, privacy, cache, deletions, log, pageTimeoutMs = usualTimeoutMs } = services;
  const { maxMessages = maxMessagesSetting.max } = services;
  const budget = createMessageBudget(maxMessages);

  return async stored => {
    const signal = AbortSignal.timeout(pageTimeoutMs);
    const watch = deletions.watch();
    const { makeRoom, release } = budget.begin();
    try {
      const read = await readAgain(stored, client, maxMessages, { signal, privacy, cache, makeRoom });
      if (read === null) return {};
      const gone = watch.deleted();
      const messages = read.messages.filter(({ id }) => !gone.has(id));
      const optedOut = await privacy.optedOut(toAuthorIds(read));
      const { start: from = '', end: to = '' } = stored.summary.timeRange ?? {};
      const shown = withoutAuthors({ ...read, messages }, optedOut);
      const { evidence } = await prepareEvidence(shown, { from, to }, engine.workers, signal);
      const { messages: conversation, available } = evidence;
      return {
        conversation,
        isCut: available >= maxMessages && conversation.every(({ time }) => time > from),
      };
    } catch (error) {
      log.warn({ summary: stored.summary.id, ...toLoggedError(error) }, 'page-conversation-failed');
      return {};
    } finally {
      watch.end();
      release();
    }
  };
}

export const unknownChannel = () =>
  new RequestRefused(
    'not_found',
    'There is no such channel, or the owner of this token, or the bot, cannot read it.',
  );
export const unknownSummary = () =>
  new RequestRefused(
    'not_found',
    'There is no such summary, it has expired, or the owner of this token cannot read its channel.',
  );

/** To a person who may not see a channel it does not exist. */
export function toDenied({ reason, channelId }: Denial): RequestRefused {
  return reason === 'channel_excluded'
    ? new RequestRefused('not_found', english(`bot.denied.${reason}`, { place: channelId }))
    : unknownChannel();
}
