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
import { orUnavailable, type Unavailable } from '../interaction/unavailable.ts';

/** The channels with messages: text, announcement and voice channels, threads and forum posts, direct messages. */
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

/** A channel or thread of a server by its id, archived or not; null if there is none with messages. */
export async function findChannel(client: Client, id: string): Promise<GuildTextBasedChannel | null> {
  const place = await findPlace(client, id);
  return typeof place === 'string' ? null : place;
}

/** The same, or whether it is gone or hidden from the bot; a channel without messages counts as hidden. */
export async function findPlace(client: Client, id: string): Promise<GuildTextBasedChannel | Unavailable> {
  const channel = await orUnavailable(client.channels.fetch(id));
  if (typeof channel === 'string') return channel;
  return channel?.isTextBased() && !channel.isDMBased() ? channel : 'hidden';
}

/** The channel and thread of a conversation, as in its messages. */
export type Placing = {
  readonly source: Source;
  readonly channel?: Place;
  readonly thread?: Place;
};

export function toPlacing(channel: ReadableChannel | SourceChannel): Placing {
  if (channel.isDMBased()) {
    const title = toOneLine(channel.recipient?.displayName ?? '') || 'Direct message';
    return {
      source: { type: 'discord', title, channelIds: [channel.id] },
      channel: { id: channel.id, title },
    };
  }
  const { guildId } = channel;
  const name = toOneLine(channel.name);
  if (!channel.isThread()) {
    const title = `#${name}`;
    return {
      source: { type: 'discord', title, guildId, channelIds: [channel.id] },
      channel: { id: channel.id, title },
    };
  }
  const { parentId, parent } = channel;
  const thread: Place = { id: channel.id, title: name };
  return {
    source: {
      type: 'discord',
      title: name,
      guildId,
      channelIds: parentId ? [parentId] : [],
      threadId: channel.id,
    },
    thread,
    ...(parentId && {
      channel: { id: parentId, title: `#${toOneLine(parent?.name ?? '') || 'unknown-channel'}` },
    }),
  };
}

/** The channel with the permissions of this one: for a thread its parent, if the bot knows it. */
export function toPermissionChannel(channel: GuildBasedChannel): NonThreadGuildBasedChannel | null {
  return channel.isThread() ? channel.parent : channel;
}
