import type { Client } from 'discord.js';
import type { Clock } from '../../../app/ports.ts';
import type { PostedMessage, PrivacyStore, StoredSummary, SummaryStore } from '../../../app/store-ports.ts';
import { toCounts } from '../../../core/claims/footnotes.ts';
import { applyMessageChanges, type MessageChanges } from '../../../core/claims/message-changes.ts';
import { withoutChanged } from '../../../core/claims/stored-summary.ts';
import { toChunks } from '../../../core/order.ts';
import { createKeyedMutex, type KeyedMutex } from '../../../keyed-mutex.ts';
import { type Logger, toLoggedError } from '../../../log.ts';
import { findSource } from '../access/places.ts';
import { receivesEvents } from '../client.ts';
import { createCitedChanges } from './cited-changes.ts';
import type { Deletions, GatewayContinuity } from './gateway-events.ts';
import { createSummaryPosts, startPostJobs, toPosts } from './posts.ts';

type SummarySyncParts = {
  readonly client: Client<true>;
  readonly summaries: SummaryStore;
  readonly exclusively?: KeyedMutex | undefined;
  readonly deletions: Deletions;
  readonly continuity: GatewayContinuity;
  readonly privacy: PrivacyStore;
  readonly log: Logger;
  readonly now: () => string;
  readonly clock: Clock;
  readonly onRevised: (stored: StoredSummary) => Promise<void>;
  /** Checks what else is stored of a server, after its summaries; called again if it rejects. */
  readonly checkOthers: (guildId: string) => Promise<void>;
};

type Named = { readonly guildId: string | null; readonly summaryId: string };

export type SummarySync = ReturnType<typeof createSummarySync>;

/** The number of posts to check together, so that a message cited by several is fetched once. */
const checkedTogether = 100;

export function createSummarySync(parts: SummarySyncParts) {
  const { client, summaries, deletions, continuity, privacy, log, exclusively = createKeyedMutex() } = parts;
  const now = () => Date.parse(parts.now());
  continuity.onGap(guildIds => postJobs.check(guildIds));
  const changes = createCitedChanges({ client, deletions, continuity, privacy, now });

  /** Stores a summary, marked as outdated until its posts are changed. */
  const putOutdated = async (stored: StoredSummary): Promise<StoredSummary> => {
    const current: StoredSummary = toPosts(stored).length > 0 ? { ...stored, isOutdated: true } : stored;
    await summaries.rewrite(current);
    return current;
  };

  const refreshPosts = ({ guildId, summary, isOutdated }: StoredSummary): void => {
    if (guildId !== null && isOutdated) postJobs.settle({ guildId, summaryId: summary.id });
  };

  const update = async (
    stored: StoredSummary,
    asked: MessageChanges | null,
    { note = {}, shown = stored }: { note?: Partial<StoredSummary>; shown?: StoredSummary } = {},
  ) => {
    const known = await changes.known(stored);
    const found: MessageChanges = {
      deleted: new Set([...known.deleted, ...(asked?.deleted ?? [])]),
      edited: new Set([...known.edited, ...(asked?.edited ?? [])]),
      optedOut: new Set([...(known.optedOut ?? []), ...(asked?.optedOut ?? [])]),
    };
    const summary = applyMessageChanges(stored.summary, found);
    const card = withoutChanged(stored.card, found);
    const threads = stored.threads?.filter(({ id }) => !deletions.isPlaceGone([id]));
    // Its messages may have changed since it was rendered.
    const isDrawn = async () =>
      shown === stored || applyMessageChanges(shown.summary, await changes.known(shown)) === shown.summary;
    const isMenuSame = threads?.length === stored.threads?.length;
    const isSame = summary === stored.summary && card === stored.card && isMenuSame && (await isDrawn());
    if (isSame && Object.keys(note).length === 0) return stored;
    const changed = { summary, ...(card && { card }), ...(threads && { threads }) };
    const noted: StoredSummary = { ...stored, ...note, ...changed };
    if (isSame) {
      await summaries.rewrite(noted);
      return noted;
    }
    const current = await putOutdated(noted);
    const { dropped } = toCounts(summary);
    log.info({ summary: summary.id, dropped, cited: summary.footnotes.length }, 'summary-updated');
    refreshPosts(current);
    return current;
  };

  /** Runs `work` with a summary, while nothing else changes it; null if it is no longer stored. */
  const withStored = <Result>(
    { guildId, summaryId }: Named,
    work: (stored: StoredSummary | null) => Promise<Result>,
  ): Promise<Result> => exclusively(summaryId, async () => work(await summaries.get(guildId, summaryId)));
  /** The same with the up-to-date summary. Asks Discord only if this process may have missed an event about it. */
  const withCurrent = <Result>(
    named: Named,
    work: (current: StoredSummary | null) => Promise<Result>,
  ): Promise<Result> =>
    withStored(named, async stored => {
      const isKnown = stored === null || changes.hasSeenAllEvents(stored);
      const asked = isKnown ? null : await changes.ask([stored]);
      const current = stored && (await update(stored, asked?.toFound(stored) ?? null));
      for (const failure of asked?.failures ?? []) throw failure;
      return work(current && (await summaries.mayShow(current)) ? current : null);
    });
  /** Replaces the up-to-date summary, and updates its posts; null changes nothing. Resolves to the stored summary. */
  const revise = (named: Named, work: (current: StoredSummary) => StoredSummary | null) =>
    withCurrent(named, async current => {
      const revised = current && work(current);
      if (!revised) return current;
      const outdated = await putOutdated(revised);
      // Deletions of messages that only the revised summary cites were ignored until now.
      const summary = applyMessageChanges(outdated.summary, await changes.known(outdated));
      const settled = summary === outdated.summary ? outdated : await putOutdated({ ...outdated, summary });
      refreshPosts(settled);
      await parts.onRevised(settled);
      return settled;
    });
  /** The current stored summary, for answers within three seconds: without a request if this process has seen every event. */
  const known = async (named: Named): Promise<StoredSummary | null> => {
    const stored = await summaries.get(named.guildId, named.summaryId);
    if (stored === null || !changes.hasSeenAllEvents(stored) || !(await summaries.mayShow(stored)))
      return withCurrent(named, async current => current);
    return { ...stored, summary: applyMessageChanges(stored.summary, await changes.known(stored)) };
  };
  const settle = (named: Named) =>
    withStored(named, async stored => {
      if (stored !== null) await update(stored, null);
    });
  /** Stores where a summary was posted just now, and updates the post if the summary changed meanwhile. */
  const notePost = (shown: StoredSummary, note: Partial<StoredSummary>) =>
    withStored({ guildId: shown.guildId, summaryId: shown.summary.id }, async stored => {
      if (stored !== null) await update(stored, null, { note, shown });
    });

  const inTurn = createKeyedMutex();
  const note = (guildId: string, ids: readonly string[]): void =>
    void inTurn(guildId, async () => {
      try {
        for (const summaryId of await summaries.citing(guildId, ids)) await settle({ guildId, summaryId });
      } catch (error) {
        // The events are remembered; the posts are updated once the store answers.
        postJobs.check([guildId]);
        log.error({ guild: guildId, ...toLoggedError(error) }, 'summary-updates-failed');
      }
    });
  deletions.listen(note);
  /** Removes a person's messages, after they opted out, from all stored and shown summaries. */
  const forgetPerson = async (personId: string) => {
    for (const guildId of await summaries.guildIds()) note(guildId, [personId]);
  };

  const posts = createSummaryPosts(parts);
  /** Deletes a summary: first nobody can open it, then its posts go, then its record. Retries; resolves to posts out of reach for now. */
  const remove = ({ guildId, summaryId }: Named): Promise<readonly PostedMessage[]> =>
    exclusively(summaryId, async () => {
      const stored = await summaries.get(guildId, summaryId);
      if (stored !== null) await summaries.rewrite({ ...stored, isDeleted: true });
      const deleted = stored ?? (await summaries.getDeleted(guildId, summaryId));
      if (deleted === null) return [];
      let left: readonly PostedMessage[] | null = null;
      try {
        left = await posts.finishRemoval(deleted);
        return left;
      } finally {
        if (left?.length !== 0 && deleted.guildId !== null)
          postJobs.settle({ guildId: deleted.guildId, summaryId });
      }
    });

  /** Finds the threads in menus that were deleted; a press finds out by itself. Resolves to what failed. */
  const noteGoneThreads = async (guildId: string, all: readonly StoredSummary[], signal: AbortSignal) => {
    const failures: unknown[] = [];
    const ids = new Set(all.flatMap(({ threads = [] }) => threads.map(({ id }) => id)));
    for (const id of ids) {
      signal.throwIfAborted();
      if (deletions.isPlaceGone([id])) continue;
      const found = await findSource(client, id).catch((error: unknown) => void failures.push(error));
      if (found === 'gone') deletions.noteGone(guildId, id);
    }
    return failures;
  };

  const check = async (guildId: string, signal: AbortSignal) => {
    const posted = await summaries.posted(guildId);
    for (const { summaryId, hasPendingChanges } of posted)
      if (hasPendingChanges) postJobs.settle({ guildId, summaryId });
    const failures: unknown[] = [];
    const isPosted = new Set(posted.map(({ summaryId }) => summaryId));
    for (const some of toChunks(await summaries.ids(guildId), checkedTogether)) {
      // Also summaries that nobody opens again: words of deleted messages must not stay stored.
      const all = (await summaries.getMany(guildId, some)).filter(
        stored => isPosted.has(stored.summary.id) || !changes.hasSeenAllEvents(stored),
      );
      failures.push(...(await noteGoneThreads(guildId, all, signal)));
      const { toFound, failures: failed } = await changes.ask(all, signal);
      failures.push(...failed);
      for (const { summary } of all)
        await withStored({ guildId, summaryId: summary.id }, async stored => {
          if (stored !== null) await update(stored, toFound(stored));
        });
    }
    await parts.checkOthers(guildId);
    for (const failure of failures) throw failure;
    log.info({ guild: guildId, posts: posted.length }, 'posts-checked');
  };
  const postJobs = startPostJobs({
    clock: parts.clock,
    log,
    settle: id => exclusively(id.summaryId, () => posts.settle(id)),
    check,
    guildIds: async () =>
      (await summaries.guildIds()).filter(id => client.guilds.cache.has(id) && receivesEvents(client, id)),
  });

  return {
    withCurrent,
    withStored,
    known,
    revise,
    notePost,
    forgetPerson,
    remove,
    stop: postJobs.stop,
  };
}
