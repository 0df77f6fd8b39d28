import { GatewayDispatchEvents as Names } from 'discord-api-types/v10';
import { findChannel } from '../lookup.ts';
import { toMemberPayload } from '../payloads/people.ts';
import type { Message, Reaction, State } from '../state.ts';
import { publishInChannel, reactionIntents } from './publish.ts';

/** An emoji in the format of URLs and messages: "👍", or "name:id" for a custom one. */
export function parseEmoji(text: string): { readonly id: string | null; readonly name: string } {
  const own = /^<?:?([\w~]+):(\d+)>?$/.exec(text);
  return own ? { name: own[1] ?? text, id: own[2] ?? null } : { name: text, id: null };
}

function findReaction(message: Message, emoji: { id: string | null; name: string }): Reaction | undefined {
  return message.reactions.find(reaction =>
    emoji.id === null ? reaction.name === emoji.name : reaction.id === emoji.id,
  );
}

export function listReactors(message: Message, emojiText: string): readonly string[] {
  return [...(findReaction(message, parseEmoji(emojiText))?.userIds ?? [])];
}

export function addReaction(state: State, message: Message, userId: string, emojiText: string): void {
  const emoji = parseEmoji(emojiText);
  let reaction = findReaction(message, emoji);
  if (!reaction) {
    reaction = { ...emoji, userIds: new Set() };
    message.reactions.push(reaction);
  }
  if (reaction.userIds.has(userId)) return;
  reaction.userIds.add(userId);
  publishReaction(state, message, userId, emoji, Names.MessageReactionAdd);
}

export function removeReaction(state: State, message: Message, userId: string, emojiText: string): void {
  const emoji = parseEmoji(emojiText);
  const reaction = findReaction(message, emoji);
  if (!reaction?.userIds.delete(userId)) return;
  if (reaction.userIds.size === 0) message.reactions.splice(message.reactions.indexOf(reaction), 1);
  publishReaction(state, message, userId, emoji, Names.MessageReactionRemove);
}

export function clearReactions(state: State, message: Message): void {
  const channel = findChannel(state, message.channelId);
  message.reactions.splice(0);
  publishInChannel(state, channel, Names.MessageReactionRemoveAll, reactionIntents(channel), {
    channel_id: channel.id,
    message_id: message.id,
  });
}

function publishReaction(
  state: State,
  message: Message,
  userId: string,
  emoji: { readonly id: string | null; readonly name: string },
  name: Names.MessageReactionAdd | Names.MessageReactionRemove,
): void {
  const channel = findChannel(state, message.channelId);
  const member = state.guilds.get(channel.guildId ?? '')?.members.get(userId);
  publishInChannel(state, channel, name, reactionIntents(channel), {
    user_id: userId,
    channel_id: channel.id,
    message_id: message.id,
    emoji: { ...emoji },
    type: 0,
    burst: false,
    ...(name === Names.MessageReactionAdd
      ? { message_author_id: message.authorId, ...(member ? { member: toMemberPayload(state, member) } : {}) }
      : {}),
  });
}
