import {
  type BaseInteraction,
  ChannelType,
  type Client,
  type DMChannel,
  type ForumChannel,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
  type MediaChannel,
  type NonThreadGuildBasedChannel,
  type PartialDMChannel,
} from 'discord.js';
import type { Place, Source } from '../../../core/conversation/message.ts';
import { toOneLine } from '../../../core/conversation/text.ts';
import { orUnavailable, type Unavailable } from '../interaction/failures.ts';

/** Where an answer can be shown: text, announcement and voice channels, threads and forum posts, direct messages. */
export type ReadableChannel = GuildTextBasedChannel | DMChannel | PartialDMChannel;

/** Whether a summary can be made of the channel. This includes forums and media channels, whose posts are threads. */
export type SourceChannel = GuildTextBasedChannel | ForumChannel | MediaChannel;

export function isSourceChannel(channel: GuildBasedChannel): channel is SourceChannel {
  return channel.isTextBased() || channel.isThreadOnly();
}

/** The channel in which the answer is shown. */
export function toAnswerChannel({ channel }: Pick<BaseInteraction, 'channel'>): ReadableChannel | undefined {
  return channel === null || channel.type === ChannelType.GroupDM ? undefined : channel;
}

/** A channel or thread of a server, archived or not, from the gateway cache or else from Discord. */
export async function findSource(client: Client, id: string): Promise<SourceChannel | Unavailable> {
  const channel = await orUnavailable(client.channels.fetch(id));
  // The server is unknown to this process; another process may serve it.
  if (channel === null) return 'hidden';
  if (typeof channel === 'string') return channel;
  return !channel.isDMBased() && isSourceChannel(channel) ? channel : 'gone';
}

/** The same; null if there is none with messages. */
export async function findChannel(client: Client, id: string): Promise<GuildTextBasedChannel | null> {
  const source = await findSource(client, id);
  return typeof source !== 'string' && source.isTextBased() ? source : null;
}

/** The channel and thread of a conversation, as in its messages. */
export type Placing = {
  readonly source: Source;
  readonly channel?: Place;
  readonly thread?: Place;
};

export function toPlacing(channel: SourceChannel): Placing {
  const { id, guildId } = channel;
  const name = toOneLine(channel.name);
  if (!channel.isThread()) {
    const title = `#${name}`;
    return { source: { type: 'discord', title, guildId, channelIds: [id] }, channel: { id, title } };
  }
  const { parentId, parent } = channel;
  const channelIds = parentId ? [parentId] : [];
  return {
    source: { type: 'discord', title: name, guildId, channelIds, threadId: id },
    thread: { id, title: name },
    ...(parentId && {
      channel: { id: parentId, title: `#${toOneLine(parent?.name ?? '') || 'unknown-channel'}` },
    }),
  };
}

/** The channel with the permissions of this one: for a thread its parent, if the bot knows it. */
export function toPermissionChannel(channel: GuildBasedChannel): NonThreadGuildBasedChannel | null {
  return channel.isThread() ? channel.parent : channel;
}
