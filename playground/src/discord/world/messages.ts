import {
  type APIEmbed,
  type APIMessage,
  MessageFlags,
  MessageType,
  StickerFormatType,
} from 'discord-api-types/v10';
import {
  createMessage,
  deleteMessage,
  deleteMessages,
  editMessage,
  setPinned,
  toSnapshots,
} from '../changes/messages.ts';
import { addReaction, clearReactions, removeReaction } from '../changes/reactions.ts';
import type { Component } from '../limits/components.ts';
import { toStoredComponents, toStoredEmbed } from '../limits/stored.ts';
import { findChannel, findMessage, findMessageAnywhere, idOf, listHistory, type Ref } from '../lookup.ts';
import { PERSON, toAttachmentPayload, toMessagePayload } from '../payloads/messages.ts';
import type { AllowedMentions, Attachment, Message, Poll, State, Webhook } from '../state.ts';

export type FileOptions = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly type?: string;
  readonly description?: string;
};

type PollOptions = {
  readonly question: string;
  readonly answers: readonly { readonly text: string; readonly voters?: readonly Ref[] }[];
  readonly hours?: number;
};

export type MessageOptions = {
  readonly by: Ref;
  /** The name that a webhook shows; default: its own. */
  readonly name?: string;
  readonly content?: string;
  /** When it was written, which determines its id. Default: now. */
  readonly atMs?: number;
  readonly replyTo?: Message;
  readonly forwardOf?: Message;
  readonly embeds?: readonly Omit<APIEmbed, 'type'>[];
  readonly components?: readonly Component[];
  readonly files?: readonly FileOptions[];
  readonly stickers?: readonly string[];
  readonly poll?: PollOptions;
  /** The length of a voice message in seconds. */
  readonly voiceSecs?: number;
  /** For system messages (a join, a boost). */
  readonly type?: MessageType;
  readonly reactions?: Readonly<Record<string, readonly Ref[]>>;
  readonly allowedMentions?: AllowedMentions;
};

type WebhookOptions = { readonly name: string; readonly applicationId?: string };

/** Adds messages without checking permissions, as an existing history. */
export function createMessages(state: State) {
  const open = (ref: Ref): Message => {
    const message = findMessageAnywhere(state, idOf(ref));
    return message ?? findMessage(state, '', idOf(ref));
  };

  const addMessage = (channelRef: Ref, options: MessageOptions, id?: string): Message => {
    const channel = findChannel(state, idOf(channelRef));
    const { replyTo, forwardOf } = options;
    const webhook = state.webhooks.get(idOf(options.by));
    const answered = replyTo
      ? {
          type: MessageType.Reply,
          reference: { kind: 'reply' as const, channelId: replyTo.channelId, messageId: replyTo.id },
        }
      : {};
    const forwarded = forwardOf
      ? {
          reference: { kind: 'forward' as const, channelId: forwardOf.channelId, messageId: forwardOf.id },
          snapshots: toSnapshots(
            forwardOf,
            forwardOf.attachments.map(file => toAttachmentPayload(state, forwardOf, file)),
          ),
        }
      : {};
    const message = createMessage(state, {
      channelId: channel.id,
      authorId: idOf(options.by),
      ...(webhook && { webhookId: webhook.id, webhookName: options.name ?? webhook.name }),
      content: options.content ?? '',
      embeds: (options.embeds ?? []).map(toStoredEmbed),

      components: toStoredComponents(options.components ?? []),
      attachments: [
        ...toAttachments(state, options.files ?? []),
        ...(options.voiceSecs === undefined ? [] : [toVoice(state, options.voiceSecs)]),
      ],
      flags: options.voiceSecs === undefined ? 0 : MessageFlags.IsVoiceMessage,
      stickers: (options.stickers ?? []).map(name => ({
        id: state.nextId(),
        name,
        format_type: StickerFormatType.PNG,
      })),
      poll: options.poll ? toPoll(state, options.poll, options.atMs) : null,
      allowedMentions: options.allowedMentions ?? null,
      ...answered,
      ...forwarded,
      ...(options.type === undefined ? {} : { type: options.type }),
      ...(options.atMs === undefined ? {} : { atMs: options.atMs }),
      ...(id === undefined ? {} : { id }),
    });
    for (const [emoji, users] of Object.entries(options.reactions ?? {})) {
      for (const user of users) addReaction(state, message, idOf(user), emoji);
    }
    return message;
  };

  return {
    addMessage,
    /** A webhook, which can then write messages; of an application if one is given. */
    addWebhook: ({ name, applicationId }: WebhookOptions): Webhook => {
      const webhook = { id: state.nextId(), name, applicationId: applicationId ?? null };
      state.webhooks.set(webhook.id, webhook);
      return webhook;
    },
    /** A whole conversation at equal intervals: `[author, text]`, oldest first. */
    addConversation: (
      channel: Ref,
      lines: readonly (readonly [by: Ref, content: string])[],
      {
        startMs = state.now(),
        stepMs = 60_000,
      }: { readonly startMs?: number; readonly stepMs?: number } = {},
    ): Message[] =>
      lines.map(([by, content], index) =>
        addMessage(channel, { by, content, atMs: startMs + index * stepMs }),
      ),
    editMessage: (message: Ref, content: string): void => editMessage(state, open(message), { content }),
    removeMessage: (message: Ref): void => deleteMessage(state, open(message)),
    removeMessages: (channel: Ref, messages: readonly Ref[]): void =>
      deleteMessages(state, findChannel(state, idOf(channel)), messages.map(idOf)),
    pin: (message: Ref, by: Ref, isPinned = true): void =>
      setPinned(state, open(message), idOf(by), isPinned),
    react: (message: Ref, by: Ref, emoji: string): void => addReaction(state, open(message), idOf(by), emoji),
    unreact: (message: Ref, by: Ref, emoji: string): void =>
      removeReaction(state, open(message), idOf(by), emoji),
    clearReactions: (message: Ref): void => clearReactions(state, open(message)),
    /** A message with the playground's own data, such as its pings. */
    findMessage: (message: Ref): Message | null => findMessageAnywhere(state, idOf(message)),
    /** A channel's messages, oldest first, without ephemeral ones. */
    history: (channel: Ref): APIMessage[] =>
      listHistory(state, idOf(channel)).map(message => toMessagePayload(state, message, PERSON)),
  };
}

/** Files in their stored form. */
export function toAttachments(state: State, files: readonly FileOptions[]): Attachment[] {
  return files.map(file => ({
    id: state.nextId(),
    filename: file.name,
    contentType: file.type ?? 'text/plain; charset=utf-8',
    bytes: typeof file.content === 'string' ? new TextEncoder().encode(file.content) : file.content,
    description: file.description ?? null,
    durationSecs: null,
  }));
}

function toVoice(state: State, durationSecs: number): Attachment {
  return {
    id: state.nextId(),
    filename: 'voice-message.ogg',
    contentType: 'audio/ogg',
    bytes: new Uint8Array(4),
    description: null,
    durationSecs,
  };
}

function toPoll(state: State, options: PollOptions, atMs = state.now()): Poll {
  return {
    question: options.question,
    answers: options.answers.map(answer => ({
      text: answer.text,
      voterIds: new Set((answer.voters ?? []).map(idOf)),
    })),
    expiresAtMs: atMs + (options.hours ?? 24) * 3_600_000,
    allowsSeveral: false,
  };
}
