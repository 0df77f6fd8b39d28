import { type Client, Routes } from 'discord.js';
import type { KeptSummary, PostedMessage } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import { toPostMessage } from './post-message.ts';
import { fetchRecord } from './records.ts';

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
  const record = await fetchRecord({ client, id: channelId }, messageId, new AbortController().signal);
  if (record === null) return;
  const { content, embeds, components } = toPostMessage(kept, {
    page: toOpenPage(record.components ?? []),
    words: toBotWords(kept.locale ?? 'en-US'),
    content: record.content,
  });
  await client.rest.patch(Routes.channelMessage(channelId, messageId), {
    body: {
      ...(content !== record.content && { content }),
      embeds,
      components,
      allowed_mentions: { parse: [] },
    },
  });
}

/** One more than the page that *Previous* leads to; a single page has no such button. */
export function toOpenPage(components: readonly object[]): number {
  const previous = /"summary:[\w-]+:page:(\d+)"/.exec(JSON.stringify(components))?.[1];
  return previous === undefined ? 1 : Number(previous) + 1;
}
