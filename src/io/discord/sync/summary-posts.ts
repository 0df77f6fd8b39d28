import type { Client } from 'discord.js';
import type { PostedMessage, StoredSummary, SummaryStore } from '../../../app/ports.ts';
import type { Logger } from '../../../log.ts';
import type { OutOfReach, PostedId } from './out-of-reach.ts';
import type { PressedPosts } from './pressed-posts.ts';
import { deletePosts, refreshPosts, toPosts } from './refresh-posts.ts';

/** Makes the posts of stored summaries what their records say; only within the mutex of the summary. */
type SummaryPosts = {
  /** Edits outdated posts; deletes those of a deleted summary. */
  readonly settle: (id: PostedId) => Promise<void>;
  /**
   * Deletes the posts of a summary that is marked as deleted, and its record once no post is left. Resolves to the posts
   * that the bot cannot reach.
   */
  readonly finishRemoval: (deleted: StoredSummary) => Promise<readonly PostedMessage[]>;
};

export function createSummaryPosts(
  { client, summaries, log }: { client: Client<true>; summaries: SummaryStore; log: Logger },
  pressed: PressedPosts,
  outOfReach: OutOfReach,
): SummaryPosts {
  const noteOutOfReach = ({ guildId, summary }: StoredSummary, posts: readonly PostedMessage[]) => {
    if (guildId === null) return;
    outOfReach.note({ guildId, summaryId: summary.id }, posts.length > 0);
    if (posts.length > 0)
      log.warn({ guild: guildId, summary: summary.id, posts, all: outOfReach.count() }, 'posts-unreachable');
  };
  const finishRemoval: SummaryPosts['finishRemoval'] = async deleted => {
    const left: PostedMessage[] = [];
    for (const post of await deletePosts(toPosts(deleted), client))
      if (!(await pressed.delete(post.messageId))) left.push(post);
    noteOutOfReach(deleted, left);
    // A direct message can be deleted only through a press on it.
    if (left.length > 0 && deleted.guildId !== null) return left;
    await summaries.remove(deleted.guildId, deleted.summary.id);
    log.info({ summary: deleted.summary.id }, 'summary-deleted');
    return left;
  };
  return {
    finishRemoval,
    async settle({ guildId, summaryId }) {
      const deleted = await summaries.getDeleted(guildId, summaryId);
      if (deleted !== null) {
        await finishRemoval(deleted);
        return;
      }
      const stored = await summaries.get(guildId, summaryId);
      if (!stored?.isOutdated) return outOfReach.note({ guildId, summaryId }, false);
      const left = await refreshPosts(stored, client);
      noteOutOfReach(stored, left);
      if (left.length > 0) return;
      const { isOutdated: _, ...settled } = stored;
      await summaries.rewrite(settled);
    },
  };
}
