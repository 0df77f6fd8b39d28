import { compareSnowflakes } from '../conversation/evidence.ts';
import type { ChannelNews } from './channel-news.ts';

/**
 * Orders channels by what concerns the person: open questions weigh more than replies, and replies more than mentions;
 * then by how many messages and people there are, the newest first. A channel that does not concern them never comes
 * before one that does.
 */
export function rankNews(news: readonly ChannelNews[]): readonly ChannelNews[] {
  return [...news].sort(
    (a, b) =>
      toConcern(b) - toConcern(a) ||
      b.messages - a.messages ||
      Number(b.hasMore) - Number(a.hasMore) ||
      b.people - a.people ||
      compareSnowflakes(b.newestId, a.newestId) ||
      compareSnowflakes(a.channelId, b.channelId),
  );
}

/** A question is also a reply or a mention. */
function toConcern({ questions, replies, mentions }: ChannelNews): number {
  return 3 * questions + 2 * replies + mentions;
}
