import { MessageFlags, StickerFormatType } from 'discord-api-types/v10';
import type { MessageDraft, MessageEdit } from './changes/messages.ts';
import { refuse } from './errors.ts';
import { checkFiles, checkNotEmpty, type MessageBody, parseMessage } from './limits/message.ts';
import { toStoredComponents, toStoredEmbed } from './limits/stored.ts';
import type { Attachment, Message, Poll, State } from './state.ts';

/** A file of a multipart body: `files[n]`. */
export type UploadedFile = {
  readonly index: number;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
};

/** The flags that the sender of a message may set; the others are Discord's own. */
const SETTABLE =
  MessageFlags.SuppressEmbeds |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsVoiceMessage |
  MessageFlags.IsComponentsV2;

type DraftParts = Omit<MessageDraft, 'channelId' | 'authorId'>;

/** The new message in a checked body. */
export function toDraft(state: State, body: MessageBody, files: readonly UploadedFile[]): DraftParts {
  checkFiles(files);
  checkNotEmpty(body, files.length);
  return {
    content: (body.content ?? '').trim(),
    embeds: (body.embeds ?? []).map(toStoredEmbed),
    components: toStoredComponents(body.components ?? []),
    attachments: toAttachments(state, body, files),
    flags: (body.flags ?? 0) & SETTABLE,
    stickers: (body.sticker_ids ?? []).map(id => ({
      id,
      name: `sticker-${id}`,
      format_type: StickerFormatType.PNG,
    })),
    poll: body.poll ? toPoll(state, body.poll) : null,
    nonce: body.nonce ?? null,
    isTts: body.tts ?? false,
    allowedMentions: body.allowed_mentions ?? null,
  };
}

/** The changes to a message in the body of an edit; `attachments` lists those that stay. */
export function toEdit(
  state: State,
  message: Message,
  rawBody: unknown,
  files: readonly UploadedFile[],
): MessageEdit {
  const isV2 = (message.flags & MessageFlags.IsComponentsV2) !== 0;
  const body = parseMessage(rawBody, isV2);
  const isLoading = (message.flags & MessageFlags.Loading) !== 0;
  const kept = body.attachments
    ? message.attachments.filter(file => body.attachments?.some(one => String(one.id) === file.id))
    : body.attachments === null
      ? []
      : message.attachments;
  const attachments = [...kept, ...toAttachments(state, body, files)];
  checkFiles(attachments);
  const edit = {
    content: body.content === undefined ? undefined : (body.content ?? '').trim(),
    embeds: body.embeds === undefined ? undefined : (body.embeds ?? []).map(toStoredEmbed),
    components: body.components === undefined ? undefined : toStoredComponents(body.components ?? []),
    attachments,
    flags: toFlags(message, body),
    poll: isLoading && body.poll ? toPoll(state, body.poll) : undefined,
    allowedMentions: body.allowed_mentions ?? null,
  };
  const isEmpty =
    (edit.content ?? message.content) === '' &&
    (edit.embeds ?? message.embeds).length === 0 &&
    (edit.components ?? message.components).length === 0 &&
    attachments.length === 0 &&
    message.stickers.length === 0 &&
    !(edit.poll ?? message.poll);
  if (isEmpty) throw refuse('emptyMessage');
  return edit;
}

/** An edit may turn Components V2 on and embeds off; it cannot change whether a message is ephemeral. */
function toFlags(message: Message, body: MessageBody): number {
  const editable = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;
  const kept = message.flags & ~MessageFlags.Loading;
  const wanted = body.flags === undefined || body.flags === null ? kept & editable : body.flags & editable;
  return (kept & ~MessageFlags.SuppressEmbeds) | wanted;
}

function toAttachments(state: State, body: MessageBody, files: readonly UploadedFile[]): Attachment[] {
  return files.map(file => {
    const told = body.attachments?.find(one => String(one.id) === String(file.index));
    return {
      id: state.nextId(),
      filename: told?.filename ?? file.filename,
      contentType: file.contentType,
      bytes: file.bytes,
      description: told?.description ?? null,
      durationSecs: told?.duration_secs ?? null,
    };
  });
}

function toPoll(state: State, poll: NonNullable<MessageBody['poll']>): Poll {
  return {
    question: poll.question.text,
    answers: poll.answers.map(answer => ({ text: answer.poll_media.text, voterIds: new Set<string>() })),
    expiresAtMs: state.now() + (poll.duration ?? 24) * 3_600_000,
    allowsSeveral: poll.allow_multiselect ?? false,
  };
}
