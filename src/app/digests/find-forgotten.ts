import { isAhead, withFoundPost } from '../../core/digests/run.ts';
import { type DigestPost, type DigestRunParts, PostRefused } from './ports.ts';
import type { RunClaim } from './run-claim.ts';

/**
 * Learns from the posts of a digest what its store has forgotten of them, as after a backup was restored. A post of this
 * run whose summary is lost does not count: its messages are summarized again, and the post is edited.
 */
export async function findForgotten(
  claim: RunClaim,
  {
    places,
    summaries,
    notePost,
    deliver,
  }: Pick<DigestRunParts, 'places' | 'summaries' | 'notePost' | 'deliver'>,
): Promise<void> {
  const digest = await claim.change(each => each);
  const { guildId, run } = digest;
  const posts = await places.findPosts(digest);
  if (posts === 'unreadable') throw new PostRefused('destination_unreadable');
  const counted: DigestPost[] = [];
  for (const post of posts) {
    const stored = await summaries.get(guildId, post.summaryId);
    const isOfRun = run !== null && isAhead(post, run);
    if (counted.length === 0 && stored === null && isOfRun) continue;
    counted.push(post);
    if (stored === null || stored.answeredAs) continue;
    await notePost(stored, { channelId: post.channelId, messageId: post.messageId });
    if (isOfRun) await deliver?.({ ...digest, run: { ...run, posted: post.number } }, post.summaryId);
  }
  for (const post of counted.toReversed()) await claim.change(each => withFoundPost(each, post));
}
