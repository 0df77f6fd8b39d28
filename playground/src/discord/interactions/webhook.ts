import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { toDraft, toEdit, type UploadedFile } from '../bodies.ts';
import { createMessage, deleteMessage, editMessage } from '../changes/messages.ts';
import { refuse } from '../errors.ts';
import { parseMessage } from '../limits/message.ts';
import { findInteractionByToken, findMessageAnywhere } from '../lookup.ts';
import type { Interaction, Message, State } from '../state.ts';
import { toOrigin } from './respond.ts';

/** How long the token of an interaction can be used for its webhook. */
export const TOKEN_LIFE_MS = 15 * 60_000;

/** The interaction for a webhook URL, if it was answered and its token has not expired. */
export function openWebhook(state: State, webhookId: string, token: string): Interaction {
  if (webhookId !== state.application.id) throw refuse('unknownWebhook');
  const interaction = findInteractionByToken(state, token);
  if (!interaction) throw refuse('invalidWebhookToken');
  if (state.clock.steadyNow() - interaction.createdAtMs > TOKEN_LIFE_MS) throw refuse('invalidWebhookToken');
  if (interaction.answer.kind === 'none') throw refuse('unknownWebhook');
  return interaction;
}

/** `@original`, or a message that this interaction sent. */
export function findOwnMessage(state: State, interaction: Interaction, id: string): Message {
  const wanted = id === '@original' ? interaction.originalId : id;
  const isOwn =
    wanted !== null && (wanted === interaction.originalId || interaction.followUpIds.includes(wanted));
  const message = isOwn ? findMessageAnywhere(state, wanted) : null;
  if (!message) throw refuse('unknownMessage');
  return message;
}

/** Edits the answer or a follow-up; the first edit of "thinking" counts as the answer. */
export function editOwnMessage(
  state: State,
  interaction: Interaction,
  id: string,
  body: unknown,
  files: readonly UploadedFile[],
): Message {
  const message = findOwnMessage(state, interaction, id);
  editMessage(state, message, toEdit(state, message, body, files));
  return message;
}

export function deleteOwnMessage(state: State, interaction: Interaction, id: string): void {
  deleteMessage(state, findOwnMessage(state, interaction, id));
}

/**
 * Sends another message for an interaction, ephemeral by its own flag. While the answer is still "thinking", this
 * message replaces it, with the deferral's visibility.
 */
export function followUp(
  state: State,
  interaction: Interaction,
  body: unknown,
  files: readonly UploadedFile[],
): Message {
  const original = interaction.originalId ? findMessageAnywhere(state, interaction.originalId) : null;
  if (original && (original.flags & MessageFlags.Loading) !== 0) {
    editMessage(state, original, toEdit(state, original, body, files));
    return original;
  }
  const parsed = parseMessage(body);
  const isEphemeral = ((parsed.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const message = createMessage(state, {
    ...toDraft(state, parsed, files),
    ...toOrigin(state, interaction),
    ...(original
      ? {
          type: MessageType.Reply,
          reference: { kind: 'reply' as const, channelId: original.channelId, messageId: original.id },
        }
      : {}),
    ephemeralTo: isEphemeral ? interaction.userId : null,
  });
  interaction.followUpIds.push(message.id);
  return message;
}
