import { type Client, DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import { createMemoryQueue, type JobWork } from '../../../app/jobs.ts';
import type { Clock } from '../../../app/ports.ts';
import type { PostedMessage, StoredSummary, SummaryStore } from '../../../app/store-ports.ts';
import { addMs } from '../../../core/time.ts';
import type { Logger } from '../../../log.ts';
import { orUnavailable } from '../interaction/failures.ts';
import { deleteMessage, editMessage, fetchMessage } from '../interaction/messages.ts';
import { toPostMessage, toPostWords } from '../summarize/summary-message.ts';

type PostedId = { readonly guildId: string | null; readonly summaryId: string };

type Parts = { readonly client: Client<true>; readonly summaries: SummaryStore; readonly log: Logger };

/** Brings posts in line with the stored summaries. Call only within the mutex of the summary. */
export function createSummaryPosts({ client, summaries, log }: Parts) {
  /** Deletes the posts of a deleted summary, and its record once none is left. Resolves to the posts that the bot cannot reach. */
  const finishRemoval = async (deleted: StoredSummary): Promise<readonly PostedMessage[]> => {
    const left = await changePosts(toPosts(deleted), client, post => deleteMessage(client, post));
    if (left.length > 0) return left;
    await summaries.remove(deleted.guildId, deleted.summary.id);
    log.info({ summary: deleted.summary.id }, 'summary-deleted');
    return [];
  };
  const refresh = async (stored: StoredSummary) => {
    const left = await changePosts(toPosts(stored), client, post => redraw(stored, post, client));
    const { isOutdated: _, ...settled } = stored;
    if (left.length === 0) await summaries.rewrite(settled);
    return left;
  };
  return {
    finishRemoval,
    /** Edits outdated posts; deletes those of a deleted summary. Rejects while the bot cannot reach one. */
    async settle({ guildId, summaryId }: PostedId): Promise<void> {
      const deleted = await summaries.getDeleted(guildId, summaryId);
      const stored = deleted ?? (await summaries.get(guildId, summaryId));
      if (stored === null || (deleted === null && !stored.isOutdated)) return;
      const left = await (deleted === null ? refresh(stored) : finishRemoval(stored));
      if (left.length > 0) throw new Error(`no access to the post in ${left[0]?.channelId}`);
    },
  };
}

export function toPosts({ sharedAs, answeredAs }: StoredSummary): readonly PostedMessage[] {
  return [sharedAs, answeredAs].filter(post => post !== undefined);
}

/** Changes every public message that still exists; resolves to those that the bot cannot reach. Tries all before it rejects. */
async function changePosts(
  posts: readonly PostedMessage[],
  client: Client,
  change: (post: PostedMessage) => Promise<unknown>,
): Promise<readonly PostedMessage[]> {
  const outOfReach: PostedMessage[] = [];
  const errors: unknown[] = [];
  for (const post of posts) {
    try {
      const done = await orUnavailable(withOpenThread(client, post.channelId, () => change(post)));
      if (done === 'hidden') outOfReach.push(post);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return outOfReach;
}

/** Keeps the line above the summary. */
async function redraw(stored: StoredSummary, post: PostedMessage, client: Client): Promise<void> {
  const { content } = await fetchMessage(client, post);
  const body = toPostMessage(stored, { page: 1, t: toPostWords(stored), content });
  await editMessage(client, post, { ...body, content: body.content === content ? undefined : body.content });
}

/** Changes a message, in an archived thread by reopening it for that. Rejects if the bot may not reopen it. */
async function withOpenThread<Done>(
  client: Client,
  channelId: string,
  change: () => Promise<Done>,
): Promise<Done> {
  try {
    return await change();
  } catch (error) {
    if (
      !(error instanceof DiscordAPIError) ||
      error.code !== RESTJSONErrorCodes.InvalidActionOnArchivedThread
    )
      throw error;
  }
  const setArchived = (archived: boolean) =>
    client.rest.patch(Routes.channel(channelId), { body: { archived } });
  await setArchived(false);
  try {
    return await change();
  } finally {
    // Only the thread's owner or people who may manage threads can archive it; otherwise Discord does so later.
    await setArchived(true).catch(() => undefined);
  }
}

type PostJobsOptions = {
  readonly clock: Clock;
  readonly log: Logger;
  /** Edits or deletes the posts of a summary as its record says; called again if it rejects. */
  readonly settle: (named: Named) => Promise<void>;
  /** Checks with Discord whether the messages that a server's records cite still exist; called again if it rejects. */
  readonly check: (guildId: string, signal: AbortSignal) => Promise<void>;
  /** The servers with posts that this process updates. */
  readonly guildIds: () => Promise<readonly string[]>;
};

type Named = { readonly guildId: string; readonly summaryId: string };

/** Never gives up. */
const retries = { firstMs: 1_000, longestMs: 60 * 60_000 };
const dayMs = 24 * 60 * 60_000;
const everyServer = 'all';

/** Pending work on posts, retried until it succeeds. The records say what is pending: they are checked at the start and once a day. */
export function startPostJobs(options: PostJobsOptions) {
  const { clock } = options;
  // Separate workers: a long check of a large server must not delay the removal of deleted text elsewhere.
  const settling = startRetried(options, 4, async ({ id }) => {
    const [guildId = '', ...rest] = id.split(':');
    await options.settle({ guildId, summaryId: rest.join(':') });
    return null;
  });
  const checking = startRetried(options, 1, async ({ id }, signal) => {
    if (id !== everyServer) {
      await options.check(id, signal);
      return null;
    }
    check(await options.guildIds());
    return addMs(clock.now(), dayMs);
  });
  const check = (guildIds: readonly string[]): void => {
    for (const guildId of guildIds) checking.schedule(guildId);
  };
  checking.schedule(everyServer);
  return {
    settle: ({ guildId, summaryId }: Named): void => settling.schedule(`${guildId}:${summaryId}`),
    check,
    stop: async (): Promise<void> => void (await Promise.all([settling.stop(), checking.stop()])),
  };
}

function startRetried({ clock, log }: PostJobsOptions, concurrency: number, run: JobWork['run']) {
  const queue = createMemoryQueue({ clock, log });
  const { stop } = queue.work({
    toServer: id => id.split(':')[0] ?? id,
    concurrency,
    run,
    retries,
    giveUp: async () => null,
  });
  // A queue in memory refuses nothing.
  return { schedule: (id: string) => void queue.schedule(id, clock.now()), stop };
}
