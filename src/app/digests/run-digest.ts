import { type OpenItem, toOpenItems } from '../../core/claims/open-items.ts';
import { toPlaces } from '../../core/claims/summary/cited-messages.ts';
import type { Summary } from '../../core/claims/summary/summary.ts';
import { isByPerson } from '../../core/conversation/evidence.ts';
import type { Conversation, Message } from '../../core/conversation/message.ts';
import type { Digest, DigestRun, PauseReason } from '../../core/digests/digest.ts';
import {
  beginRun,
  endRun,
  isMoved,
  pauseDigest,
  takeOverRun,
  toNextRun,
  withCovered,
  withoutPending,
  withPending,
  withPosted,
} from '../../core/digests/run.ts';
import { toDueTick } from '../../core/schedule.ts';
import type { ReachedCap } from '../../core/usage/caps.ts';
import { type BatchTicket, type WatchBatch, WorkPending } from '../batches/ports.ts';
import type { PostedMessage, StoredSummary, SummaryStore } from '../ports.ts';
import { type Telemetry, toTrace } from '../telemetry/ports.ts';
import { type DigestPlaces, type DigestStore, type NotifyCreator, PostRefused } from './ports.ts';

/** The most posts of one run; the rest waits for the next run. */
const mostPosts = 20;

export type DigestRunParts = {
  readonly digests: DigestStore;
  readonly places: DigestPlaces;
  readonly summaries: SummaryStore;
  /** Notes where a stored summary was posted, and updates the post if the summary changed meanwhile. */
  readonly notePost: (stored: StoredSummary, post: PostedMessage) => Promise<void>;
  /** `open` are the open items of the digest's last summary; the conversation includes the messages behind them. */
  readonly summarize: (
    digest: Digest,
    conversation: Conversation,
    open: readonly OpenItem[],
    signal: AbortSignal,
    how: { readonly onCap: (cap: ReachedCap) => void; readonly batch?: BatchTicket },
  ) => Promise<Summary>;
  /** With it, runs that nobody waits for may wait for a batch this long. */
  readonly batching?: { readonly minutes: number; readonly watch: WatchBatch };
  /** Whether a person has to look through its posts before they are shown. */
  readonly needsReview: (digest: Digest) => Promise<boolean>;
  readonly tell: NotifyCreator;
  /** Schedules that a posted summary is also sent to the webhook of its digest; may be called again for the same one. */
  readonly deliver?: (digest: Digest, summaryId: string) => Promise<void>;
  /** One summary reads at most as many messages; more become consecutive posts. */
  readonly maxMessages: number;
  readonly telemetry: Telemetry;
  readonly newId: () => string;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

/** The digest is not due, was deleted or paused while it ran, or another worker went on with the run. */
class RunEnded extends Error {}

/**
 * Runs a digest if it is due, or goes on with a run that was interrupted. Returns when it is due again; null if it is
 * paused or gone.
 *
 * After a crash at any moment each message is summarized in exactly one post: a summary is stored, then noted as
 * pending, then posted, then noted as posted. A pending one may have been posted, so its post is looked for first.
 */
export async function runDigest(
  guildId: string,
  digestId: string,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<string | null> {
  const { digests, now } = parts;
  const run = createRun(guildId, digestId, parts, signal);
  try {
    await run.begin();
    await run.check();
    await run.finishPending();
    await run.waitForBatch();
    const isQuiet = await run.postAll();
    await run.change(each => endRun(each, { isQuiet }));
  } catch (error) {
    if (error instanceof WorkPending) return error.until;
    if (error instanceof PostRefused) await run.pause(error.reason);
    else if (!(error instanceof RunEnded)) throw error;
  }
  const after = await digests.get(guildId, digestId);
  return after && toNextRun(after, now());
}

function createRun(guildId: string, digestId: string, parts: DigestRunParts, signal: AbortSignal) {
  const { digests, places, summaries, notePost, summarize, needsReview, tell, maxMessages } = parts;
  const { telemetry, newId, now, batching, deliver } = parts;
  const workerId = newId();

  /** Starts a run if one is due, or continues the one that was interrupted. */
  const begin = async () => {
    const digest = await digests.update(guildId, digestId, each => {
      if (each.paused) return each;
      if (each.run) return takeOverRun(each, workerId, now());
      const tick = toDueTick(each.schedule, each.lastRunAt, now());
      if (tick === null) return each;
      return takeOverRun(beginRun(each, { id: newId(), tick }, now()), workerId, now());
    });
    if (!digest?.run || digest.paused) throw new RunEnded();
  };

  /**
   * Changes the digest, also a paused one, unless another worker has taken over its run: this one lost its claim, as a
   * machine that slept does.
   */
  const changeEvenPaused = async (work: (digest: Digest) => Digest): Promise<Digest> => {
    let isOurs = false;
    const digest = await digests.update(guildId, digestId, each => {
      isOurs = each.run?.workerId === workerId;
      return isOurs ? work(each) : each;
    });
    if (digest === null || !isOurs) throw new RunEnded();
    return digest;
  };
  const change = async (work: (digest: Digest) => Digest): Promise<Digest> => {
    const digest = await changeEvenPaused(each => (each.paused ? each : work(each)));
    if (digest.paused) throw new RunEnded();
    return digest;
  };

  const pause = async (reason: PauseReason) => {
    const digest = await digests.update(guildId, digestId, each => pauseDigest(each, reason, now()));
    if (digest) await tell(digest, { kind: 'paused', reason });
  };
  const endPaused = async (reason: PauseReason): Promise<never> => {
    await pause(reason);
    throw new RunEnded();
  };

  const check = async (): Promise<Digest> => {
    const digest = await change(each => each);
    const problem = await places.check(digest);
    if (problem !== null) await endPaused(problem);
    return digest;
  };

  /** Also if the digest was paused meanwhile: what was posted is covered. */
  const notePosted = async (stored: StoredSummary | null, post: PostedMessage) => {
    if (stored) {
      await notePost(stored, post);
      await deliver?.(await changeEvenPaused(each => each), stored.summary.id);
    }
    await changeEvenPaused(withPosted);
    return change(each => each);
  };

  /**
   * Posts a pending summary. Null if it must be written again, for which it is erased: the destination was changed, or
   * its readers may no longer read all of it.
   */
  const postPending = async (digest: Digest, stored: StoredSummary): Promise<Digest | null> => {
    if (!isMoved(digest) && (await places.mayShow(digest, stored))) {
      signal.throwIfAborted();
      return notePosted(stored, await places.post(digest, stored));
    }
    await summaries.remove(guildId, stored.summary.id);
    await change(withoutPending);
    return null;
  };

  /** Looks where the pending summary was to be posted. If that is no longer the destination, it need not be readable. */
  const findPost = async (digest: Digest, { destination, summaryId }: NonNullable<DigestRun['pending']>) => {
    if (!isMoved(digest)) return places.findPost(digest, summaryId);
    try {
      const found = await places.findPost({ ...digest, destination }, summaryId);
      return found === 'unreadable' ? null : found;
    } catch (error) {
      if (error instanceof PostRefused) return null;
      throw error;
    }
  };

  /** Posts what was about to be posted when the run was interrupted, unless it was posted. */
  const finishPending = async () => {
    const digest = await change(each => each);
    const pending = digest.run?.pending;
    if (!pending) return;
    const found = await findPost(digest, pending);
    if (found === 'unreadable') return endPaused('destination_unreadable');
    const stored = await summaries.get(guildId, pending.summaryId);
    if (found !== null) await notePosted(stored, found);
    else if (stored) await postPending(digest, stored);
    // It was erased: its messages are summarized again.
    else await change(withoutPending);
  };

  const noteLeftOut = async (digest: Digest, leftOut: readonly string[]) => {
    const unreported = leftOut.filter(id => !digest.toldLeftOut.includes(id));
    if (unreported.length === 0 && leftOut.length === digest.toldLeftOut.length) return;
    // Stored first: the creator is notified once, or after a crash not at all.
    await change(each => ({ ...each, toldLeftOut: [...leftOut] }));
    if (unreported.length > 0) await tell(digest, { kind: 'left_out', channelIds: unreported });
  };

  const noteCap = async ({ toldCap }: Digest, cap: ReachedCap) => {
    if (toldCap === cap.resetsAt) return;
    const digest = await change(each => ({ ...each, toldCap: cap.resetsAt }));
    await tell(digest, { kind: 'capped', cap });
  };

  const notePending = async (pending: NonNullable<DigestRun['pending']>) => {
    try {
      return await change(each => withPending(each, pending));
    } catch (error) {
      if (error instanceof RunEnded) await summaries.remove(guildId, pending.summaryId);
      throw error;
    }
  };

  const toTicket = ({ run }: Digest): BatchTicket | null => {
    if (batching === undefined || run === null || run.isManual) return null;
    const deadlineMs = Date.parse(run.startedAt) + batching.minutes * 60_000;
    return { guildId, digestId, deadline: new Date(deadlineMs).toISOString() };
  };

  /** Ends this turn while a batch of the run is being worked on. */
  const waitForBatch = async () => {
    const ticket = toTicket(await change(each => each));
    const nextLook = ticket && (await batching?.watch(ticket));
    if (nextLook) throw new WorkPending(nextLook);
  };

  const findOpen = async ({ lastSummaryId }: Digest) => {
    const last = lastSummaryId === undefined ? null : await summaries.get(guildId, lastSummaryId);
    const items = last ? toOpenItems(last.summary) : [];
    const ids = new Set(items.flatMap(({ cited }) => cited.map(({ messageId }) => messageId)));
    const all = Object.entries(last?.places ?? {});
    return { items, places: Object.fromEntries(all.filter(([id]) => ids.has(id))) };
  };

  /** Reads, summarizes and posts once; `quiet` if there was too little to post. */
  const postNext = async (): Promise<'more' | 'quiet' | 'done'> => {
    signal.throwIfAborted();
    const digest = await change(each => each);
    const open = await findOpen(digest);
    const batch = toTicket(digest);
    // Each look at a batch has to find the same messages.
    const until = batch === null ? {} : { until: digest.run?.startedAt ?? now() };
    const range = { limit: maxMessages, earlier: open.places, ...until };
    const reading = await telemetry.step('read', () => places.read(digest, range, signal));
    const { earlier, covered, hasMore, leftOut } = reading;
    await noteLeftOut(digest, leftOut);
    const messages = reading.conversation.messages.filter(isByPerson).length;
    const conversation = withEarlier(reading.conversation, earlier);
    const isFirst = digest.run?.posted === 0;
    if (!hasMore && isFirst && messages < digest.minMessages) {
      if (digest.quiet === 'line') await places.postQuiet(digest, messages);
      return 'quiet';
    }
    if (messages === 0) {
      await change(each => withCovered(each, covered));
      return hasMore ? 'more' : 'done';
    }
    const reached: ReachedCap[] = [];
    const summary = await summarize(digest, conversation, open.items, signal, {
      onCap: cap => reached.push(cap),
      ...(batch && { batch }),
    });
    if (reached[0]) await noteCap(digest, reached[0]);
    if (summary.claims.length === 0 && summary.engine.reason === undefined) {
      await change(each => withCovered(each, covered));
      if (hasMore) return 'more';
      if (isFirst && digest.quiet === 'line') await places.postQuiet(digest, null);
      return 'done';
    }
    // A permission may have been taken away since.
    const current = await check();
    const isAwaitingReview = await needsReview(current);
    const stored = toStored(current, summary, conversation, { createdAt: now(), isAwaitingReview });
    const kept = { ...stored, ...toTrace(telemetry) };
    await summaries.put(kept);
    const { destination } = current;
    const pending = await notePending({ summaryId: summary.id, destination, covered, messages });
    const posted = await telemetry.step('render', () => postPending(pending, kept));
    if (posted === null) return 'more';
    return !hasMore || (posted.run?.posted ?? 0) >= mostPosts ? 'done' : 'more';
  };
  /** Posts until everything up to now is covered; whether there was too little to post. */
  const postAll = async (): Promise<boolean> => {
    for (;;) {
      const outcome = await telemetry.run('digest', postNext);
      if (outcome !== 'more') return outcome === 'quiet';
    }
  };

  return { begin, change, pause, check, finishPending, waitForBatch, postAll };
}

function withEarlier(conversation: Conversation, earlier: readonly Message[]): Conversation {
  const ids = new Set(conversation.messages.map(({ id }) => id));
  const others = earlier.filter(({ id }) => !ids.has(id)).map(each => ({ ...each, earlier: true as const }));
  return { ...conversation, messages: [...others, ...conversation.messages] };
}

function toStored(
  digest: Digest,
  summary: Summary,
  { messages }: Conversation,
  { createdAt, isAwaitingReview }: { readonly createdAt: string; readonly isAwaitingReview: boolean },
): StoredSummary {
  const { guildId, creatorId, destination, detail, language, focus, locale } = digest;
  return {
    summary,
    request: {
      detail,
      ...(language !== undefined && { language }),
      ...(focus !== undefined && { focus }),
      digestId: digest.id,
    },
    requesterId: creatorId,
    guildId,
    channelId: summary.source.threadId ?? summary.source.channelIds[0] ?? '',
    places: toPlaces(summary, messages),
    createdAt,
    locale,
    ...(destination.kind === 'dm' && { isDirect: true }),
    ...(isAwaitingReview && { needsReview: true }),
  };
}
