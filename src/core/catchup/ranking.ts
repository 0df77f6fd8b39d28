import { compareSnowflakes } from '../conversation/evidence.ts';
import type { ChannelNews } from './channel-news.ts';

/**
 * Orders channels by relevance to the person: open questions weigh more than replies, and replies more than mentions.
 * Ties are broken by the number of messages, then of people, then by the newest message. A channel without any of the
 * three never comes before one with them.
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
