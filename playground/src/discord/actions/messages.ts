import { type APIChannel, type APIMessage, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { openText, requirePermission } from '../access.ts';
import { deleteMessage, editMessage } from '../changes/messages.ts';
import { addReaction, removeReaction } from '../changes/reactions.ts';
import { refuse } from '../errors.ts';
import { findChannel, findMessage, idOf, type Ref } from '../lookup.ts';
import { toChannelPayload } from '../payloads/channels.ts';
import { PERSON, toMessagePayload } from '../payloads/messages.ts';
import { canView, has, permissionsIn } from '../permissions.ts';
import { sendMessage } from '../send-message.ts';
import { compareIds } from '../snowflake.ts';
import type { Message, State } from '../state.ts';
import type { FileOptions } from '../world/messages.ts';
import { ClientRefusal } from './refusal.ts';

type SendOptions = {
  readonly user: Ref;
  readonly channel: Ref;
  readonly content?: string;
  readonly replyTo?: Message;
  readonly forwardOf?: Message;
  readonly files?: readonly FileOptions[];
};

/** Writing and reading, as a person, with their permissions. */
export function createMessageActions(state: State) {
  const open = (user: Ref, message: Message) => {
    const userId = idOf(user);
    const access = openText(state, userId, message.channelId);
    if (message.ephemeralTo !== null && message.ephemeralTo !== userId) throw refuse('unknownMessage');
    return { ...access, userId, message: findMessage(state, message.channelId, message.id) };
  };
  return {
    send: ({ user, channel, content, replyTo, forwardOf, files = [] }: SendOptions): Message => {
      const target = replyTo ?? forwardOf;
      const body = {
        content: content ?? '',
        ...(target
          ? {
              message_reference: {
                type: forwardOf ? 1 : 0,
                message_id: target.id,
                channel_id: target.channelId,
              },
            }
          : {}),
      };
      const uploads = files.map((file, index) => ({
        index,
        filename: file.name,
        contentType: file.type ?? 'text/plain; charset=utf-8',
        bytes: typeof file.content === 'string' ? new TextEncoder().encode(file.content) : file.content,
      }));
      return sendMessage(state, idOf(user), idOf(channel), body, uploads);
    },
    edit: (user: Ref, message: Message, content: string): void => {
      const opened = open(user, message);
      if (opened.message.authorId !== opened.userId) throw refuse('notYourMessage');
      editMessage(state, opened.message, { content });
    },
    delete: (user: Ref, message: Message): void => {
      const opened = open(user, message);
      if (opened.message.authorId !== opened.userId)
        requirePermission(opened.permissions, Flags.ManageMessages);
      deleteMessage(state, opened.message);
    },
    /** "Dismiss message" under an ephemeral message; nobody else is notified. */
    dismiss: (user: Ref, message: { readonly id: string; readonly channel_id: string }): void => {
      const found = findMessage(state, message.channel_id, message.id);
      if (found.ephemeralTo !== idOf(user))
        throw new ClientRefusal('only an ephemeral message can be dismissed');
      state.messages.get(found.channelId)?.delete(found.id);
    },
    react: (user: Ref, message: Message, emoji: string): void => {
      const opened = open(user, message);
      requirePermission(opened.permissions, Flags.ReadMessageHistory);
      if (!message.reactions.some(one => one.name === emoji))
        requirePermission(opened.permissions, Flags.AddReactions);
      addReaction(state, opened.message, opened.userId, emoji);
    },
    unreact: (user: Ref, message: Message, emoji: string): void => {
      const opened = open(user, message);
      removeReaction(state, opened.message, opened.userId, emoji);
    },
    /** The channels and threads of a server that this person sees, including archived threads. */
    channels: (user: Ref, guild: Ref): APIChannel[] =>
      [...state.channels.values()]
        .filter(channel => channel.guildId === idOf(guild) && canView(state, idOf(user), channel))
        .map(channel => toChannelPayload(state, channel)),
    /** This person's permissions in a channel; 0n if they do not see it. */
    permissionsOf: (user: Ref, channel: Ref): bigint =>
      permissionsIn(state, idOf(user), findChannel(state, idOf(channel))),
    /** The channel as this person sees it, oldest first, with their own ephemeral messages only. */
    read: (user: Ref, channel: Ref, limit = 100): APIMessage[] => {
      const userId = idOf(user);
      const access = openText(state, userId, idOf(channel));
      const mayReadPast = has(access.permissions, Flags.ReadMessageHistory);
      const all = [...(state.messages.get(access.channel.id)?.values() ?? [])];
      return all
        .filter(one => one.ephemeralTo === userId || (one.ephemeralTo === null && mayReadPast))
        .sort((a, b) => compareIds(a.id, b.id))
        .slice(-limit)
        .map(message => withOwnReactions(toMessagePayload(state, message, PERSON), message, userId));
    },
  };
}

/** Elsewhere `me` is the bot; here it is the person who reads. */
function withOwnReactions(payload: APIMessage, message: Message, userId: string): APIMessage {
  if (!payload.reactions) return payload;
  const reactions = payload.reactions.map((reaction, index) => ({
    ...reaction,
    me: message.reactions[index]?.userIds.has(userId) ?? false,
  }));
  return { ...payload, reactions };
}
