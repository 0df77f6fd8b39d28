import { type Client, Routes } from 'discord.js';
import type { KeptSummary, PostedMessage } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import { findChannel } from './places.ts';
import { fetchRecord } from './records.ts';
import { toSummaryMessage } from './summary-message.ts';

/** Brings every message in which everybody sees a summary into line with what it says now. */
export async function redrawPosts(kept: KeptSummary, client: Client, log: Logger): Promise<void> {
  for (const post of [kept.sharedAs, kept.answeredAs]) {
    if (post === undefined) continue;
    try {
      await redraw(kept, post, client);
    } catch (error) {
      // It is brought into line the next time that something of it changes.
      log.warn(
        { summary: kept.summary.id, channel: post.channelId, name: error instanceof Error ? error.name : '' },
        'post-unamended',
      );
    }
  }
}

/** The page stays the one that is open, and so does the line above it; a post that somebody took away is gone. */
async function redraw(
  kept: KeptSummary,
  { channelId, messageId }: PostedMessage,
  client: Client,
): Promise<void> {
  const channel = await findChannel(client, channelId);
  const record = channel && (await fetchRecord(channel, messageId, new AbortController().signal));
  if (!record) return;
  const { embeds, components } = toSummaryMessage(kept, {
    page: toOpenPage(record.components ?? []),
    isPrivate: false,
    words: toBotWords(kept.locale ?? 'en-US'),
  });
  await client.rest.patch(Routes.channelMessage(channelId, messageId), {
    body: { embeds, components, allowed_mentions: { parse: [] } },
  });
}

/** One more than the page that *Previous* leads to; a single page has no such button. */
export function toOpenPage(components: readonly object[]): number {
  const previous = /"summary:[\w-]+:page:(\d+)"/.exec(JSON.stringify(components))?.[1];
  return previous === undefined ? 1 : Number(previous) + 1;
}
