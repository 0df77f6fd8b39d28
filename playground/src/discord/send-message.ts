import { PermissionFlagsBits as Flags, MessageType } from 'discord-api-types/v10';
import { openText } from './access.ts';
import { toDraft, type UploadedFile } from './bodies.ts';
import { createMessage, isOrdinary, toSnapshots } from './changes/messages.ts';
import { refuse } from './errors.ts';
import { toFormError } from './limits/form.ts';
import { type MessageBody, parseMessage } from './limits/message.ts';
import { toAttachmentPayload } from './payloads/messages.ts';
import { has, writePermission } from './permissions.ts';
import type { Channel, Message, Reference, State } from './state.ts';

/** How long Discord stores a nonce: "a few minutes". */
const NONCE_LIFE_MS = 5 * 60_000;

/** Sends a message as a user; the same rules apply to people and bots. */
export function sendMessage(
  state: State,
  userId: string,
  channelId: string,
  rawBody: unknown,
  files: readonly UploadedFile[],
): Message {
  const { channel, permissions } = openText(state, userId, channelId);
  const body = parseMessage(rawBody);
  checkMayWrite(channel, permissions, body, files);
  const isClosed = channel.guildId === null && channel.recipientIds.some(id => state.closedTo.has(id));
  if (isClosed && userId === state.application.id) throw refuse('cannotMessageUser');
  const again = findByNonce(state, userId, channel, body);
  if (again) return again;
  const draft = toDraft(state, body, files);
  const answered = resolveReference(state, userId, channel, permissions, body);
  return createMessage(state, { ...draft, ...answered, channelId: channel.id, authorId: userId });
}

/** Some message contents require permissions. */
export function checkMayWrite(
  channel: Channel,
  permissions: bigint,
  body: MessageBody,
  files: readonly UploadedFile[],
): void {
  const { thread } = channel;
  if (thread?.isArchived && thread.isLocked && !has(permissions, Flags.ManageThreads)) {
    throw refuse('threadLocked');
  }
  const wanted = [
    writePermission(channel),
    (body.embeds ?? []).length > 0 ? Flags.EmbedLinks : 0n,
    files.length > 0 ? Flags.AttachFiles : 0n,
    body.tts ? Flags.SendTTSMessages : 0n,
    body.poll ? Flags.SendPolls : 0n,
  ].reduce((all, one) => all | one, 0n);
  if (!has(permissions, wanted)) throw refuse('missingPermissions');
}

/** With `enforce_nonce`, a repeated send returns the existing message. */
function findByNonce(state: State, userId: string, channel: Channel, body: MessageBody): Message | null {
  if (!body.enforce_nonce || body.nonce === undefined || body.nonce === null) return null;
  const since = BigInt(state.nextId(state.now() - NONCE_LIFE_MS));
  for (const message of state.messages.get(channel.id)?.values() ?? []) {
    const isSame = message.authorId === userId && message.nonce === body.nonce;
    if (isSame && BigInt(message.id) > since) return message;
  }
  return null;
}

type Answered = {
  readonly type?: MessageType;
  readonly reference?: Reference;
  readonly snapshots?: ReturnType<typeof toSnapshots>;
};

function resolveReference(
  state: State,
  userId: string,
  channel: Channel,
  permissions: bigint,
  body: MessageBody,
): Answered {
  const wanted = body.message_reference;
  if (!wanted) return {};
  const isForward = wanted.type === 1;
  const fromId = wanted.channel_id ?? channel.id;
  const target = state.messages.get(fromId)?.get(wanted.message_id);
  if (isForward) {
    const source = openText(state, userId, fromId);
    if (!target || target.ephemeralTo !== null || !has(source.permissions, Flags.ReadMessageHistory)) {
      throw toUnknownReference();
    }
    const files = target.attachments.map(file => toAttachmentPayload(state, target, file));
    return {
      reference: { kind: 'forward', channelId: fromId, messageId: target.id },
      snapshots: toSnapshots(target, files),
    };
  }
  if (!has(permissions, Flags.ReadMessageHistory)) throw refuse('replyWithoutHistory');
  if (fromId !== channel.id) {
    const message = 'Cannot reply to a message in a different channel';
    throw toFormError([{ path: ['message_reference'], code: 'MESSAGE_REFERENCE_CHANNEL_MISMATCH', message }]);
  }
  if (!target || target.ephemeralTo !== null) {
    if (wanted.fail_if_not_exists === false) return {};
    throw toUnknownReference();
  }
  if (!isOrdinary(target)) {
    const message = 'Cannot reply to a system message';
    throw toFormError([
      { path: ['message_reference'], code: 'REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE', message },
    ]);
  }
  return {
    type: MessageType.Reply,
    reference: { kind: 'reply', channelId: channel.id, messageId: target.id },
  };
}

function toUnknownReference() {
  return toFormError([
    { path: ['message_reference'], code: 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', message: 'Unknown message' },
  ]);
}
