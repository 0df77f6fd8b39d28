import { type APIMessage, type Client, Routes } from 'discord.js';
import type { PostedMessage, StoredSummary } from '../../../app/ports.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { toPostMessage, toPostWords } from '../summarize/summary-message.ts';
import { withOpenThread } from './open-thread.ts';

/**
 * Updates every public message of a summary that still exists. Resolves to the posts that the bot cannot reach, because
 * it may not see the channel or reopen the archived thread.
 */
export function refreshPosts(stored: StoredSummary, client: Client): Promise<readonly PostedMessage[]> {
  return changePosts(toPosts(stored), client, post => redraw(stored, post, client));
}

/** Deletes messages of the bot; missing ones count as deleted. Resolves to the posts that it cannot reach. */
export function deletePosts(
  posts: readonly PostedMessage[],
  client: Client,
): Promise<readonly PostedMessage[]> {
  return changePosts(posts, client, ({ channelId, messageId }) =>
    client.rest.delete(Routes.channelMessage(channelId, messageId)),
  );
}

export function toPosts({ sharedAs, answeredAs }: StoredSummary): readonly PostedMessage[] {
  return [sharedAs, answeredAs].filter(post => post !== undefined);
}

/** Tries all posts before it rejects, so that one failure does not stop the others. */
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

/** Keeps the open page and the line above the summary. */
async function redraw(
  stored: StoredSummary,
  { channelId, messageId }: PostedMessage,
  client: Client,
): Promise<unknown> {
  const route = Routes.channelMessage(channelId, messageId);
  const record = await orUnavailable(client.rest.get(route));
  if (typeof record === 'string') return record;
  const { content, components = [] } = record as APIMessage;
  const body = toPostMessage(stored, {
    page: toOpenPage(components),
    t: toPostWords(stored),
    content,
  });
  return client.rest.patch(route, {
    body: {
      ...(body.content !== content && { content: body.content }),
      embeds: body.embeds,
      components: body.components,
      allowed_mentions: { parse: [] },
    },
  });
}

/** The page after the one that *Previous* leads to; a single page has no such button. */
export function toOpenPage(components: readonly object[]): number {
  const previous = /"summary:[\w-]+:page:(\d+)"/.exec(JSON.stringify(components))?.[1];
  return previous === undefined ? 1 : Number(previous) + 1;
}
