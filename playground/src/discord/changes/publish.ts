import { GatewayIntentBits as Intents, GatewayDispatchEvents as Names } from 'discord-api-types/v10';
import { toChannelPayload } from '../payloads/channels.ts';
import { toMessagePayload } from '../payloads/messages.ts';
import { toMemberWithoutUser } from '../payloads/people.ts';
import { canView } from '../permissions.ts';
import type { Channel, Message, State } from '../state.ts';

/** Direct messages and servers have separate intents. */
export function messageIntents(channel: Channel): number {
  return channel.guildId === null ? Intents.DirectMessages : Intents.GuildMessages;
}

export function reactionIntents(channel: Channel): number {
  return channel.guildId === null ? Intents.DirectMessageReactions : Intents.GuildMessageReactions;
}

/** Publishes an event in a channel; the bot gets it only if it may view that channel. */
export function publishInChannel(
  state: State,
  channel: Channel,
  name: Names,
  intents: number,
  payload: object,
): void {
  state.events.publish({
    name,
    intents,
    guildId: channel.guildId,
    isForBot: canView(state, state.application.id, channel),
    toPayload: () => ({ ...payload, ...(channel.guildId ? { guild_id: channel.guildId } : {}) }),
  });
}

/**
 * Publishes a new or changed message. An ephemeral one goes directly to the bot that wrote it, like a direct message:
 * under that intent, without server and member, even if the bot cannot view the channel (Discord's "Message Create").
 */
export function publishMessage(
  state: State,
  message: Message,
  name: Names.MessageCreate | Names.MessageUpdate,
): void {
  const channel = state.channels.get(message.channelId);
  if (!channel) return;
  const guild = state.guilds.get(channel.guildId ?? '');
  const author = guild?.members.get(message.authorId);
  const isEphemeral = message.ephemeralTo !== null;
  const nonce = name === Names.MessageCreate && message.nonce !== null ? { nonce: message.nonce } : {};
  state.events.publish({
    name,
    intents: isEphemeral ? Intents.DirectMessages : messageIntents(channel),
    guildId: isEphemeral ? null : channel.guildId,
    isForBot: isEphemeral || canView(state, state.application.id, channel),
    toPayload: reader => ({
      ...toMessagePayload(state, message, reader),
      ...nonce,
      channel_type: channel.type,
      ...(guild && !isEphemeral ? { guild_id: guild.id } : {}),
      ...(author && !isEphemeral ? { member: toMemberWithoutUser(author) } : {}),
    }),
  });
}

/** Channel events go to the bot even if it cannot view the channel; thread events only if it can. */
export function publishChannel(state: State, channel: Channel, name: Names): void {
  const payload = toChannelPayload(state, channel);
  state.events.publish({
    name,
    intents: Intents.Guilds,
    guildId: channel.guildId,
    isForBot: channel.thread === null || canView(state, state.application.id, channel),
    toPayload: () => payload,
  });
}

export function publishTyping(state: State, channel: Channel, userId: string): void {
  const intents = channel.guildId === null ? Intents.DirectMessageTyping : Intents.GuildMessageTyping;
  publishInChannel(state, channel, Names.TypingStart, intents, {
    channel_id: channel.id,
    user_id: userId,
    timestamp: Math.floor(state.now() / 1000),
  });
}
