import {
  type APIMessage,
  type Client,
  DiscordAPIError,
  Events,
  type MessageComponentInteraction,
  type ModalMessageModalSubmitInteraction,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import type { PostedMessage, StoredSummary, SummaryStore } from '../../../app/ports.ts';
import type { Logger } from '../../../log.ts';
import { createLru } from '../../../lru.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { toPostMessage, toPostWords } from '../summarize/summary-message.ts';

/** Brings posts in line with the stored summaries. Call only within the mutex of the summary. */
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

/**
 * Updates every public message of a summary that still exists. Resolves to the posts that the bot cannot reach, because
 * it may not see the channel or reopen the archived thread.
 */
function refreshPosts(stored: StoredSummary, client: Client): Promise<readonly PostedMessage[]> {
  return changePosts(toPosts(stored), client, post => redraw(stored, post, client));
}

/** Deletes messages of the bot; missing ones count as deleted. Resolves to the posts that it cannot reach. */
function deletePosts(posts: readonly PostedMessage[], client: Client): Promise<readonly PostedMessage[]> {
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
function toOpenPage(components: readonly object[]): number {
  const previous = /"summary:[\w-]+:page:(\d+)"/.exec(JSON.stringify(components))?.[1];
  return previous === undefined ? 1 : Number(previous) + 1;
}

/**
 * Changes a message. Discord refuses that in an archived thread, so the thread is reopened for the change and archived
 * again. Rejects with Discord's error if the bot may not reopen it.
 */
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

type PressedOn = MessageComponentInteraction | ModalMessageModalSubmitInteraction;

/** Presses on posts. For 15 minutes, the token of a press can delete its post even if the bot cannot see the channel. */
export type PressedPosts = {
  readonly hold: (press: PressedOn) => void;
  /** Whether the post could be deleted through a press on it. */
  readonly delete: (messageId: string) => Promise<boolean>;
};

const mostHeld = 2_000;

export function createPressedPosts(): PressedPosts {
  const presses = createLru<PressedOn>(mostHeld);
  return {
    hold: press => void presses.set(press.message.id, press),
    delete: async messageId => {
      const press = presses.get(messageId);
      presses.delete(messageId);
      if (press === undefined) return false;
      return press.webhook.deleteMessage(messageId).then(
        () => true,
        () => false,
      );
    },
  };
}

type PostedId = { readonly guildId: string; readonly summaryId: string };

/** The summaries with posts that the bot lacks the permissions to change. */
type OutOfReach = {
  readonly note: (id: PostedId, isOutOfReach: boolean) => void;
  readonly count: () => number;
};

/** Discord blocks bots that send many refused requests. */
const shortestPauseMs = 60_000;

/** Calls `retry` for the unreachable posts of a server after a change that may have restored access. */
export function createOutOfReach(
  client: Client<true>,
  now: () => number,
  retry: (id: PostedId, atMs: number) => void,
): OutOfReach {
  const guilds = new Map<string, { readonly summaryIds: Set<string>; nextMs: number }>();
  const onChange = (guildId: string) => {
    const guild = guilds.get(guildId);
    if (guild === undefined) return;
    const atMs = Math.max(now(), guild.nextMs);
    // Several changes within the pause cause one more attempt, at its end.
    if (guild.nextMs <= now()) guild.nextMs = now() + shortestPauseMs;
    for (const summaryId of guild.summaryIds) retry({ guildId, summaryId }, atMs);
  };
  client.on(Events.ChannelUpdate, (_, channel) => {
    if (!channel.isDMBased()) onChange(channel.guildId);
  });
  client.on(Events.ThreadUpdate, (_, { guildId }) => onChange(guildId));
  client.on(Events.ThreadCreate, ({ guildId }) => onChange(guildId));
  client.on(Events.GuildRoleUpdate, (_, { guild }) => onChange(guild.id));
  client.on(Events.GuildMemberUpdate, (_, member) => {
    if (member.id === client.user.id) onChange(member.guild.id);
  });
  return {
    note: ({ guildId, summaryId }, isOutOfReach) => {
      const guild = guilds.get(guildId) ?? { summaryIds: new Set(), nextMs: 0 };
      if (isOutOfReach) guilds.set(guildId, guild);
      else if (guild.summaryIds.delete(summaryId) && guild.summaryIds.size === 0) guilds.delete(guildId);
      if (isOutOfReach) guild.summaryIds.add(summaryId);
    },
    count: () => [...guilds.values()].reduce((sum, { summaryIds }) => sum + summaryIds.size, 0),
  };
}
