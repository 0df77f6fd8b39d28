import {
  InteractionResponseType as Answer,
  InteractionType as Kind,
  MessageFlags,
  MessageType,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { toDraft, toEdit, type UploadedFile } from '../bodies.ts';
import { createMessage, editMessage } from '../changes/messages.ts';
import { ApiError, refuse } from '../errors.ts';
import { parseChoices } from '../limits/command.ts';
import { choice, parseForm, toFormError } from '../limits/form.ts';
import { parseMessage } from '../limits/message.ts';
import { parseModal } from '../limits/modal.ts';
import { findMessageAnywhere } from '../lookup.ts';
import type { Interaction, InteractionAnswer, Message, State } from '../state.ts';

const callback = z.object({ type: choice([1, 4, 5, 6, 7, 8, 9]), data: z.unknown().optional() });

/** The allowed answers by kind of interaction; a modal cannot follow a modal. */
const ALLOWED: Readonly<Record<number, readonly Answer[]>> = {
  [Kind.ApplicationCommand]: [
    Answer.ChannelMessageWithSource,
    Answer.DeferredChannelMessageWithSource,
    Answer.Modal,
  ],
  [Kind.ApplicationCommandAutocomplete]: [Answer.ApplicationCommandAutocompleteResult],
  [Kind.MessageComponent]: [
    Answer.ChannelMessageWithSource,
    Answer.DeferredChannelMessageWithSource,
    Answer.DeferredMessageUpdate,
    Answer.UpdateMessage,
    Answer.Modal,
  ],
  [Kind.ModalSubmit]: [
    Answer.ChannelMessageWithSource,
    Answer.DeferredChannelMessageWithSource,
    Answer.DeferredMessageUpdate,
    Answer.UpdateMessage,
  ],
};

export type Responded = {
  readonly interaction: Interaction;
  readonly type: Answer;
  readonly message: Message | null;
};

/** Accepts the first answer to an interaction: once, in time, and of an allowed kind. */
export function respond(
  state: State,
  id: string,
  token: string,
  body: unknown,
  files: readonly UploadedFile[],
): Responded {
  const interaction = state.interactions.get(id);
  if (!interaction || interaction.token !== token) throw refuse('unknownInteraction');
  if (interaction.answer.kind !== 'none') throw refuse('alreadyAcknowledged');
  if (state.clock.steadyNow() - interaction.createdAtMs > state.answerWithinMs)
    throw refuse('unknownInteraction');
  try {
    const { type, data } = parseForm(callback, body);
    checkFits(interaction, type);
    const { answer, message } = take(state, interaction, type, data, files);
    interaction.answer = answer;
    interaction.originalId = message?.id ?? null;
    announce(state, interaction);
    return { interaction, type, message };
  } catch (error) {
    if (error instanceof ApiError) interaction.lastProblem = `${error.code} ${error.message}`;
    throw error;
  }
}

function checkFits(interaction: Interaction, type: number): void {
  const allowed = ALLOWED[interaction.type] ?? [];
  const isUpdate = type === Answer.UpdateMessage || type === Answer.DeferredMessageUpdate;
  // A modal opened by a command has no message to update.
  const hasTarget = !isUpdate || interaction.sourceMessageId !== null;
  if (allowed.some(one => one === type) && hasTarget) return;
  const message = `Value must be one of {${allowed.join(', ')}}.`;
  throw toFormError([{ path: ['type'], code: 'BASE_TYPE_CHOICES', message }]);
}

type Taken = { readonly answer: InteractionAnswer; readonly message: Message | null };

function take(
  state: State,
  interaction: Interaction,
  type: Answer,
  data: unknown,
  files: readonly UploadedFile[],
): Taken {
  switch (type) {
    case Answer.ChannelMessageWithSource:
      return { answer: { kind: 'message' }, message: reply(state, interaction, data, files) };
    case Answer.DeferredChannelMessageWithSource:
      return { answer: { kind: 'message' }, message: think(state, interaction, data) };
    case Answer.DeferredMessageUpdate:
      return { answer: { kind: 'update' }, message: sourceOf(state, interaction) };
    case Answer.UpdateMessage: {
      const source = sourceOf(state, interaction);
      editMessage(
        state,
        source,
        inside(() => toEdit(state, source, data ?? {}, files)),
      );
      return { answer: { kind: 'update' }, message: source };
    }
    case Answer.ApplicationCommandAutocompleteResult:
      return { answer: { kind: 'choices', choices: parseChoices(data) }, message: null };
    default: {
      return { answer: { kind: 'modal', modal: parseModal(data) }, message: null };
    }
  }
}

function reply(
  state: State,
  interaction: Interaction,
  data: unknown,
  files: readonly UploadedFile[],
): Message {
  const body = inside(() => parseMessage(data ?? {}));
  const isEphemeral = ((body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return createMessage(state, {
    ...toDraft(state, body, files),
    ...toOrigin(state, interaction),
    ephemeralTo: isEphemeral ? interaction.userId : null,
  });
}

function think(state: State, interaction: Interaction, data: unknown): Message {
  const body = inside(() => parseMessage(data ?? {}));
  const isEphemeral = ((body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return createMessage(state, {
    ...toOrigin(state, interaction),
    flags: MessageFlags.Loading,
    ephemeralTo: isEphemeral ? interaction.userId : null,
  });
}

/** Errors in the message of a callback have the path prefix `data`. */
function inside<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors === undefined) throw error;
    throw new ApiError(error.status, error.code, error.message, { data: error.errors });
  }
}

/** The fields that all messages of an interaction share. */
export function toOrigin(state: State, interaction: Interaction) {
  const source = interaction.sourceMessageId;
  const isFromCommand = interaction.type === Kind.ApplicationCommand;
  return {
    channelId: interaction.channelId,
    authorId: state.application.id,
    webhookId: state.application.id,
    interactionId: interaction.id,
    type: isFromCommand
      ? interaction.targetId === null
        ? MessageType.ChatInputCommand
        : MessageType.ContextMenuCommand
      : source === null
        ? MessageType.Default
        : MessageType.Reply,
    reference:
      source === null || isFromCommand
        ? null
        : { kind: 'reply' as const, channelId: interaction.channelId, messageId: source },
  };
}

function sourceOf(state: State, interaction: Interaction): Message {
  const source = findMessageAnywhere(state, interaction.sourceMessageId ?? '');
  if (!source) throw refuse('unknownMessage');
  return source;
}

/** Notifies clients; bots are not notified of answers. */
function announce(state: State, interaction: Interaction): void {
  const { kind } = interaction.answer;
  state.events.publish({
    name: kind === 'modal' ? 'INTERACTION_MODAL_CREATE' : 'INTERACTION_SUCCESS',
    intents: 0,
    guildId: interaction.guildId,
    isForBot: false,
    toPayload: () => ({ id: interaction.id, answer: interaction.answer }),
  });
}
