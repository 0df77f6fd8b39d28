import type { GuildTextBasedChannel } from 'discord.js';
import type { Caller, ChannelRange, Refusal } from '../../../app/api-ports.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { english } from '../../../render/texts.ts';
import { checkAccess } from '../access/check-access.ts';
import { findChannel } from '../access/places.ts';
import { isContentHidden } from '../history/content-intent.ts';
import { readHistory } from '../history/history.ts';
import { parseSince } from '../history/window.ts';
import type { BaseServices } from '../interaction/context.ts';
import { toEmptyWords } from '../settings/privacy/empty-words.ts';
import { toDenied, unknownChannel } from './refusals.ts';

const usualMessages = 100;

/** The channel or thread, if both the owner of the token and the bot may read it now. */
export async function findReadable(
  { client, privacy }: BaseServices,
  { guildId, userId, channelIds }: Caller,
  channelId: string,
): Promise<GuildTextBasedChannel | Refusal> {
  const channel = await findChannel(client, channelId);
  if (channel === null || channel.guildId !== guildId) return unknownChannel;
  const parentId = channel.isThread() ? channel.parentId : null;
  if (channelIds !== undefined && ![channel.id, parentId].some(id => id !== null && channelIds.includes(id)))
    return unknownChannel;
  const denial = await checkAccess(channel, userId, { privacy });
  return denial === null ? channel : toDenied(denial);
}

/** The messages of a range of a channel that the caller may read. */
export async function readRange(
  { client, privacy, cache, zones, now, maxMessages = maxMessagesSetting.max }: BaseServices,
  { userId, guildId }: Caller,
  channel: GuildTextBasedChannel,
  { messages, since }: ChannelRange,
  onRead: (messagesRead: number) => void,
  signal: AbortSignal,
): Promise<Conversation | Refusal> {
  const invalid = (detail: string): Refusal => ({ ok: false, reason: 'invalid', detail });
  const zone = (await zones.get(userId)) ?? (await zones.get(guildId)) ?? 'UTC';
  const from =
    since === undefined
      ? null
      : await parseSince(since, { now: now(), zone, channel, personId: userId, signal });
  if (from !== null && !from.ok) {
    if (from.reason === 'in_future') return invalid(`"since" is in the future: ${from.at}.`);
    if (from.reason === 'no_own_message') return invalid('The owner of this token wrote nothing recently.');
    return invalid('"since" is not a time, such as "2 hours ago", "yesterday 9am" or "2026-03-09".');
  }
  const count = Math.min(messages ?? (since === undefined ? usualMessages : maxMessages), maxMessages);
  const window = {
    count,
    ...(from && { from: from.from, ...(from.afterId !== undefined && { afterId: from.afterId }) }),
  };
  const conversation = await readHistory(channel, window, {
    signal,
    privacy,
    cache,
    onProgress: ({ read }) => onRead(read),
  });
  const empty = toEmptyWords(conversation, `#${channel.name}`, english);
  if (empty !== null) return { ok: false, reason: 'nothing_to_read', detail: empty };
  if (await isContentHidden(conversation, client))
    return { ok: false, reason: 'nothing_to_read', detail: english('bot.contentHidden') };
  return conversation;
}
