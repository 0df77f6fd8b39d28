import type { GuildMember, GuildTextBasedChannel } from 'discord.js';
import type { Ask } from '../command.ts';
import { findSources } from '../digests/sources.ts';
import { findThread } from '../history/thread.ts';
import type { RequestContext } from '../interaction/context.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { checkAudience } from './audience.ts';
import { checkAccess } from './check-access.ts';
import { fetchGuildSnapshot } from './permission-snapshot.ts';
import { findChannel, type SourceChannel, toAnswerChannel } from './places.ts';

/** The channels to read: one channel or thread, or the readable channels of a category. */
export type RequestedChannels =
  | { readonly kind: 'channel'; readonly channel: GuildTextBasedChannel }
  | {
      readonly kind: 'category';
      readonly categoryId: string;
      readonly title: string;
      readonly channels: readonly SourceChannel[];
      /** How many of its channels may not be read or shown here. */
      readonly leftOut: number;
    };

export function toChannels(requested: RequestedChannels): readonly SourceChannel[] {
  return requested.kind === 'channel' ? [requested.channel] : requested.channels;
}

export function toMention(requested: RequestedChannels): string {
  return requested.kind === 'channel' ? requested.channel.toString() : `<#${requested.categoryId}>`;
}

/** Finds the channels to read; null if they do not exist. Only checks access for a category. */
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

/**
 * Checks access before anything is fetched, and again before anything is shown. Null if allowed, otherwise a sentence that
 * says why not. A public answer must also be allowed for everyone who can read the channel.
 *
 * @param member The person as their request contains them, if it has just come.
 */
export async function checkRequestAccess(
  { interaction, words, privacy }: RequestContext,
  channels: readonly SourceChannel[],
  ask: Ask,
  member?: GuildMember,
): Promise<string | null> {
  const here = interaction.inGuild() ? (interaction.channel ?? undefined) : undefined;
  const { guild, user } = interaction;
  const isHere = channels.every(({ guildId }) => guildId === guild?.id);
  const known = guild && isHere && { known: fetchGuildSnapshot(guild, user.id, member) };
  for (const channel of channels) {
    const denial =
      (await checkAccess(channel, user.id, { privacy, shownIn: here, ...known })) ??
      (ask.isPrivate || here === undefined ? null : await checkAudience(channel, here));
    if (denial !== null) return words.denied(denial.reason, `<#${denial.channelId}>`);
  }
  return null;
}
