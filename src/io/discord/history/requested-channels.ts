import type { GuildTextBasedChannel } from 'discord.js';
import { findChannel, type SourceChannel, toAnswerChannel } from '../access/places.ts';
import type { Ask } from '../command.ts';
import { findSources } from '../digests/sources.ts';
import type { RequestContext } from '../interaction/context.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { findThread } from './thread.ts';

/** What to read: a channel or thread, or the readable channels of a category. */
export type RequestedChannels =
  | { readonly kind: 'channel'; readonly channel: GuildTextBasedChannel }
  | {
      readonly kind: 'category';
      readonly categoryId: string;
      readonly title: string;
      readonly channels: readonly SourceChannel[];
      /** How many of its channels may not be read or not be shown here. */
      readonly leftOut: number;
    };

export function toChannels(requested: RequestedChannels): readonly SourceChannel[] {
  return requested.kind === 'channel' ? [requested.channel] : requested.channels;
}

export function toMention(requested: RequestedChannels): string {
  return requested.kind === 'channel' ? requested.channel.toString() : `<#${requested.categoryId}>`;
}

/** Finds what to read; null if it does not exist. Checks access only for a category. */
export async function findRequestedChannels(
  context: RequestContext,
  ask: Ask,
): Promise<RequestedChannels | null> {
  const { interaction, client } = context;
  const { wanted, categoryId, channelId } = ask;
  if (categoryId !== undefined) return findCategory(context, categoryId, ask);
  if (wanted.kind === 'thread') {
    const { channel } = await findThread(wanted.message);
    return channel.isDMBased() ? null : { kind: 'channel', channel };
  }
  const id = wanted.kind === 'check' ? wanted.message.channelId : (channelId ?? interaction.channelId);
  const channel = id === null ? null : await findChannel(client, id);
  return channel && { kind: 'channel', channel };
}

/** A public answer uses only channels that all its readers may read. */
async function findCategory(
  { interaction, privacy }: RequestContext,
  categoryId: string,
  { isPrivate }: Ask,
): Promise<RequestedChannels | null> {
  const { guild, user } = interaction;
  const here = toAnswerChannel(interaction);
  if (guild === null || here === undefined || here.isDMBased()) return null;
  const category = await orUnavailable(guild.channels.fetch(categoryId));
  if (category === null || typeof category === 'string') return null;
  const sources = { kind: 'category' as const, categoryId };
  const shown = isPrivate ? { shownTo: here } : here;
  const { channels, leftOut } = await findSources({ sources, creatorId: user.id }, guild, shown, privacy);
  return { kind: 'category', categoryId, title: category.name, channels, leftOut: leftOut.length };
}
