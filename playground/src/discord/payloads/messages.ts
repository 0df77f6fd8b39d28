import {
  type APIAttachment,
  type APIMessage,
  type APIMessageInteractionMetadata,
  type APIMessageReference,
  type APIPoll,
  type APIReaction,
  InteractionType,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import type { Reader } from '../events.ts';
import { toTimeMs } from '../snowflake.ts';
import type { Attachment, Interaction, Message, Poll, Reaction, State } from '../state.ts';
import { toThreadPayload } from './channels.ts';
import { userPayloadOf } from './people.ts';
import { readPictureSize } from './picture-size.ts';

/** A reader who may see all content: a person in the client. */
export const PERSON: Reader = { mayReadContent: true };

/** A message for this reader, with the message that it replies to or starts a thread from. */
export function toMessagePayload(state: State, message: Message, reader: Reader): APIMessage {
  const payload = toBareMessage(state, message, reader);
  const reference = message.reference;
  if (reference === null || reference.kind === 'forward' || reference.kind === 'pin') return payload;
  if (message.type === MessageType.ThreadCreated) return payload;
  const target = state.messages.get(reference.channelId)?.get(reference.messageId ?? '');
  return { ...payload, referenced_message: target ? toBareMessage(state, target, reader) : null };
}

/**
 * Without the Message Content intent, a bot can read its own messages, direct messages to it, and those that mention
 * it.
 */
function isReadable(state: State, message: Message, reader: Reader): boolean {
  const me = state.application.id;
  if (reader.mayReadContent || message.authorId === me) return true;
  const isDirect = state.channels.get(message.channelId)?.guildId === null;
  return isDirect || message.pings.userIds.includes(me) || message.content.includes(`<@${me}>`);
}

/** A webhook's author has its id and the name that it chose for this message. */
function toAuthorPayload(state: State, { authorId, webhookName }: Message): APIMessage['author'] {
  const author = userPayloadOf(state, authorId);
  if (webhookName === null) return author;
  return { ...author, username: webhookName, discriminator: '0000', bot: true };
}

/** An answer to a command names its application in both fields; of a webhook, only an application's names one. */
function toWebhookIds(
  state: State,
  { webhookId }: Message,
): Pick<APIMessage, 'webhook_id' | 'application_id'> {
  if (webhookId === null) return {};
  const webhook = state.webhooks.get(webhookId);
  const applicationId = webhook ? webhook.applicationId : webhookId;
  return { webhook_id: webhookId, ...(applicationId !== null && { application_id: applicationId }) };
}

/** A message without the one that it replies to. */
export function toBareMessage(state: State, message: Message, reader: Reader): APIMessage {
  const readable = isReadable(state, message, reader);
  const interaction = message.interactionId ? state.interactions.get(message.interactionId) : undefined;
  const thread = message.threadId ? state.channels.get(message.threadId) : undefined;
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: toAuthorPayload(state, message),
    content: readable ? message.content : '',
    timestamp: new Date(toTimeMs(message.id)).toISOString(),
    edited_timestamp: message.editedAtMs === null ? null : new Date(message.editedAtMs).toISOString(),
    tts: message.isTts,
    mention_everyone: message.pings.everyone,
    mentions: message.pings.userIds.map(id => userPayloadOf(state, id)),
    mention_roles: [...message.pings.roleIds],
    attachments: readable ? message.attachments.map(file => toAttachmentPayload(state, message, file)) : [],
    embeds: readable ? [...message.embeds] : [],
    components: readable ? [...message.components] : [],
    pinned: message.pinnedAtMs !== null,
    flags: message.flags,
    ...(message.reactions.length > 0
      ? { reactions: message.reactions.map(reaction => toReactionPayload(state, reaction)) }
      : {}),
    ...toWebhookIds(state, message),
    ...(message.stickers.length > 0 ? { sticker_items: [...message.stickers] } : {}),
    ...(message.poll && readable ? { poll: toPollPayload(state, message.poll) } : {}),
    ...(message.reference ? { message_reference: toReferencePayload(state, message) } : {}),
    ...(message.snapshots.length > 0 ? { message_snapshots: readable ? [...message.snapshots] : [] } : {}),
    ...(interaction ? { interaction_metadata: toInteractionMetadata(state, message, interaction) } : {}),
    ...(interaction?.commandName ? { interaction: toOldInteraction(state, interaction) } : {}),
    ...(thread?.thread ? { thread: toThreadPayload(state, thread, thread.thread) } : {}),
  } as APIMessage; // exact optional properties and eleven spreads do not meet
}

/** A file with its URL. */
export function toAttachmentPayload(
  state: State,
  message: Pick<Message, 'channelId' | 'ephemeralTo'>,
  file: Attachment,
): APIAttachment {
  const url = `${state.baseUrl}/attachments/${message.channelId}/${file.id}/${encodeURIComponent(file.filename)}`;
  return {
    id: file.id,
    filename: file.filename,
    size: file.bytes.byteLength,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...readPictureSize(file.bytes),
    ...(file.description === null ? {} : { description: file.description }),
    ...(file.durationSecs === null ? {} : { duration_secs: file.durationSecs, waveform: 'AAAA' }),
    ...(message.ephemeralTo === null ? {} : { ephemeral: true }),
  };
}

function toReactionPayload(state: State, reaction: Reaction): APIReaction {
  return {
    emoji: { id: reaction.id, name: reaction.name },
    count: reaction.userIds.size,
    count_details: { burst: 0, normal: reaction.userIds.size },
    burst_colors: [],
    me: reaction.userIds.has(state.application.id),
    me_burst: false,
  };
}

function toPollPayload(state: State, poll: Poll): APIPoll {
  return {
    question: { text: poll.question },
    answers: poll.answers.map((answer, index) => ({
      answer_id: index + 1,
      poll_media: { text: answer.text },
    })),
    expiry: new Date(poll.expiresAtMs).toISOString(),
    allow_multiselect: poll.allowsSeveral,
    layout_type: 1,
    results: {
      is_finalized: poll.expiresAtMs <= state.now(),
      answer_counts: poll.answers.map((answer, index) => ({
        id: index + 1,
        count: answer.voterIds.size,
        me_voted: answer.voterIds.has(state.application.id),
      })),
    },
  };
}

function toReferencePayload(state: State, message: Message): APIMessageReference {
  const { kind, channelId, messageId } = message.reference ?? {
    kind: 'reply',
    channelId: '',
    messageId: null,
  };
  const guildId = state.channels.get(channelId)?.guildId ?? null;
  return {
    type: kind === 'forward' ? MessageReferenceType.Forward : MessageReferenceType.Default,
    channel_id: channelId,
    ...(messageId === null ? {} : { message_id: messageId }),
    ...(guildId === null ? {} : { guild_id: guildId }),
  };
}

function toInteractionMetadata(
  state: State,
  message: Message,
  interaction: Interaction,
): APIMessageInteractionMetadata {
  const isFollowUp = interaction.originalId !== null && interaction.originalId !== message.id;
  const target = interaction.targetId;
  const isUser = target !== null && state.users.has(target);
  return {
    id: interaction.id,
    type: interaction.type,
    user: userPayloadOf(state, interaction.userId),
    authorizing_integration_owners: { 0: interaction.guildId ?? '0' },
    ...(interaction.type === InteractionType.MessageComponent && interaction.sourceMessageId
      ? { interacted_message_id: interaction.sourceMessageId }
      : {}),
    ...(interaction.type === InteractionType.ModalSubmit
      ? { triggering_interaction_metadata: toTrigger(state, interaction) }
      : {}),
    ...(target === null
      ? {}
      : isUser
        ? { target_user: userPayloadOf(state, target) }
        : { target_message_id: target }),
    ...(isFollowUp && interaction.originalId ? { original_response_message_id: interaction.originalId } : {}),
  } as APIMessageInteractionMetadata;
}

function toTrigger(state: State, interaction: Interaction): object {
  const isComponent = interaction.sourceMessageId !== null;
  return {
    id: interaction.id,
    type: isComponent ? InteractionType.MessageComponent : InteractionType.ApplicationCommand,
    user: userPayloadOf(state, interaction.userId),
    authorizing_integration_owners: { 0: interaction.guildId ?? '0' },
    ...(interaction.sourceMessageId ? { interacted_message_id: interaction.sourceMessageId } : {}),
  };
}

/** The deprecated field, which Discord still sends for commands. */
function toOldInteraction(state: State, interaction: Interaction): object {
  return {
    id: interaction.id,
    type: interaction.type,
    name: interaction.commandName,
    user: userPayloadOf(state, interaction.userId),
  };
}
