import type { Client, GuildTextBasedChannel, RepliableInteraction } from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { findChannel, type SourceChannel, toAnswerChannel } from '../access/places.ts';
import type { Ask } from '../command.ts';
import { findSources } from '../digests/sources.ts';
import { orRefusal } from '../interaction/refusals.ts';
import { findThread } from './thread.ts';

/** What to read: a channel or thread, or the readable channels of a category. */
export type Asked =
  | { readonly kind: 'channel'; readonly channel: GuildTextBasedChannel }
  | {
      readonly kind: 'category';
      readonly categoryId: string;
      readonly title: string;
      readonly channels: readonly SourceChannel[];
      /** How many of its channels may not be read or not be shown here. */
      readonly leftOut: number;
    };

export function toChannels(asked: Asked): readonly SourceChannel[] {
  return asked.kind === 'channel' ? [asked.channel] : asked.channels;
}

export function toMention(asked: Asked): string {
  return asked.kind === 'channel' ? asked.channel.toString() : `<#${asked.categoryId}>`;
}

/** Finds what to read; null if it does not exist. Checks access only for a category. */
export async function findAsked(
  interaction: RepliableInteraction,
  ask: Ask,
  { client, privacy }: { readonly client: Client<true>; readonly privacy: PrivacyStore },
): Promise<Asked | null> {
  const { wanted, categoryId, channelId } = ask;
  if (categoryId !== undefined) return findCategory(interaction, categoryId, ask, privacy);
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
  interaction: RepliableInteraction,
  categoryId: string,
  { isPrivate }: Ask,
  privacy: PrivacyStore,
): Promise<Asked | null> {
  const { guild, user } = interaction;
  const here = toAnswerChannel(interaction);
  if (guild === null || here === undefined || here.isDMBased()) return null;
  const category = await orRefusal(guild.channels.fetch(categoryId));
  if (category === null || typeof category === 'string') return null;
  const sources = { kind: 'category' as const, categoryId };
  const shown = isPrivate ? { shownTo: here } : here;
  const { channels, leftOut } = await findSources({ sources, creatorId: user.id }, guild, shown, privacy);
  return { kind: 'category', categoryId, title: category.name, channels, leftOut: leftOut.length };
}
