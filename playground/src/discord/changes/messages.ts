import {
  type APIAttachment,
  type APIEmbed,
  type APIMessageSnapshot,
  type APIMessageTopLevelComponent,
  type APIStickerItem,
  GatewayIntentBits as Intents,
  MessageFlags,
  MessageType,
  GatewayDispatchEvents as Names,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import { findChannel } from '../lookup.ts';
import { canView, has, permissionsIn } from '../permissions.ts';
import { compareIds, toTimeMs } from '../snowflake.ts';
import type {
  AllowedMentions,
  Attachment,
  Channel,
  Message,
  Pings,
  Poll,
  Reference,
  State,
} from '../state.ts';
import { messageIntents, publishInChannel, publishMessage } from './publish.ts';
import { setArchived } from './threads.ts';

/** The mentions in a message's text, before `allowed_mentions` is applied. */
type Asked = {
  readonly content: string;
  readonly authorId: string;
  readonly allowed: AllowedMentions | null;
  readonly reference: Reference | null;
  readonly type: MessageType;
};

/**
 * The pings of a message by Discord's rules for `allowed_mentions`: without it, all mentions in the text count; with
 * it, only the parsed kinds and the listed ids. @everyone also needs its author's permission.
 */
function toPings(state: State, channel: Channel, asked: Asked): Pings {
  const allowed = asked.allowed ?? { parse: ['users', 'roles', 'everyone'], replied_user: true };
  const parse = new Set(allowed.parse ?? []);
  const mayPingUser = (id: string) => parse.has('users') || (allowed.users ?? []).includes(id);
  const mayPingRole = (id: string) => parse.has('roles') || (allowed.roles ?? []).includes(id);
  const userIds = new Set(
    idsIn(asked.content, /<@!?(\d+)>/g).filter(id => state.users.has(id) && mayPingUser(id)),
  );
  const replied = toRepliedAuthor(state, asked);
  if (replied !== null && allowed.replied_user === true) userIds.add(replied);
  const roles = state.guilds.get(channel.guildId ?? '')?.roles;
  const mayPingAll = has(permissionsIn(state, asked.authorId, channel), PermissionFlagsBits.MentionEveryone);
  const roleIds = idsIn(asked.content, /<@&(\d+)>/g).filter(id => {
    const role = roles?.get(id);
    return role !== undefined && mayPingRole(id) && (role.isMentionable || mayPingAll);
  });
  const everyone = parse.has('everyone') && mayPingAll && /@(everyone|here)\b/.test(asked.content);
  return { userIds: [...userIds], roleIds: [...new Set(roleIds)], everyone };
}

function toRepliedAuthor(state: State, asked: Asked): string | null {
  if (asked.type !== MessageType.Reply || asked.reference === null) return null;
  const target: Message | undefined = state.messages
    .get(asked.reference.channelId)
    ?.get(asked.reference.messageId ?? '');
  return target?.authorId ?? null;
}

function idsIn(content: string, pattern: RegExp): string[] {
  return [...content.matchAll(pattern)].flatMap(match => (match[1] === undefined ? [] : [match[1]]));
}

/** A new message; all fields except its place and author are optional. */
export type MessageDraft = {
  readonly channelId: string;
  readonly authorId: string;
  readonly type?: MessageType;
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly components?: readonly APIMessageTopLevelComponent[];
  readonly attachments?: readonly Attachment[];
  readonly flags?: number;
  readonly stickers?: readonly APIStickerItem[];
  readonly poll?: Poll | null;
  readonly reference?: Reference | null;
  readonly snapshots?: readonly APIMessageSnapshot[];
  readonly nonce?: string | number | null;
  readonly isTts?: boolean;
  readonly allowedMentions?: AllowedMentions | null;
  readonly webhookId?: string | null;
  readonly webhookName?: string | null;
  readonly interactionId?: string | null;
  readonly ephemeralTo?: string | null;
  /** The time it was written, for old conversations; also determines its id. */
  readonly atMs?: number;
  /** The first message of a forum post has the post's id. */
  readonly id?: string;
};

/** The changes of an edit; missing fields stay. */
export type MessageEdit = {
  readonly content?: string | undefined;
  readonly embeds?: readonly APIEmbed[] | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly flags?: number | undefined;
  readonly poll?: Poll | null | undefined;
  readonly allowedMentions?: AllowedMentions | null | undefined;
};

/** Adds a message to its channel and publishes it to everyone who may see it. */
export function createMessage(state: State, draft: MessageDraft): Message {
  const channel = findChannel(state, draft.channelId);
  if (channel.thread?.isArchived) setArchived(state, channel, false);
  const message = toMessage(state, channel, draft);
  insertMessage(state, channel.id, message);
  if (message.ephemeralTo === null) {
    if (compareIds(message.id, channel.lastMessageId ?? '0') > 0) channel.lastMessageId = message.id;
    if (channel.thread) {
      if (message.id !== channel.id) channel.thread.sentCount += 1;
      if (isOrdinary(message) && message.webhookName === null)
        channel.thread.memberIds.set(message.authorId, state.now());
    }
  }
  publishMessage(state, message, Names.MessageCreate);
  return message;
}

const newestIds = new WeakMap<Map<string, Message>, string>();

/** Keeps the messages of a channel in order, so that a page of a long one takes no sorting. */
function insertMessage(state: State, channelId: string, message: Message): void {
  const known = state.messages.get(channelId) ?? new Map<string, Message>();
  const newestId = newestIds.get(known) ?? '0';
  known.set(message.id, message);
  const isOrdered = compareIds(message.id, newestId) > 0;
  const messages = isOrdered ? known : new Map([...known].sort(([a], [b]) => compareIds(a, b)));
  newestIds.set(messages, isOrdered ? message.id : newestId);
  state.messages.set(channelId, messages);
}

/** Whether a person or bot wrote it, as against Discord itself. */
export function isOrdinary(message: Message): boolean {
  return ORDINARY.has(message.type);
}

const ORDINARY: ReadonlySet<MessageType> = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand,
]);

function toMessage(state: State, channel: Channel, draft: MessageDraft): Message {
  const content = draft.content ?? '';
  const embeds = draft.embeds ?? [];
  const type = draft.type ?? MessageType.Default;
  const reference = draft.reference ?? null;
  const allowed = draft.allowedMentions ?? null;
  return {
    id: draft.id ?? state.nextId(draft.atMs),
    channelId: channel.id,
    type,
    authorId: draft.authorId,
    content,
    editedAtMs: null,
    embeds,
    components: draft.components ?? [],
    attachments: draft.attachments ?? [],
    flags: (draft.flags ?? 0) | (draft.ephemeralTo ? MessageFlags.Ephemeral : 0),
    stickers: draft.stickers ?? [],
    poll: draft.poll ?? null,
    reference,
    snapshots: draft.snapshots ?? [],
    reactions: [],
    nonce: draft.nonce ?? null,
    isTts: draft.isTts ?? false,
    allowedMentions: allowed,
    pings: toPings(state, channel, { content, authorId: draft.authorId, allowed, reference, type }),
    pinnedAtMs: null,
    threadId: null,
    webhookId: draft.webhookId ?? null,
    webhookName: draft.webhookName ?? null,
    interactionId: draft.interactionId ?? null,
    ephemeralTo: draft.ephemeralTo ?? null,
    versions: [{ content, embeds }],
  };
}

/** Changes a message in place; only a change of visible content sets the edit time. */
export function editMessage(state: State, message: Message, edit: MessageEdit): void {
  const channel = findChannel(state, message.channelId);
  const wasLoading = (message.flags & MessageFlags.Loading) !== 0;
  if (edit.content !== undefined) message.content = edit.content;
  if (edit.embeds !== undefined) message.embeds = edit.embeds;
  if (edit.components !== undefined) message.components = edit.components;
  if (edit.attachments !== undefined) message.attachments = edit.attachments;
  if (edit.flags !== undefined) message.flags = edit.flags;
  if (edit.poll !== undefined) message.poll = edit.poll;
  message.allowedMentions = edit.allowedMentions ?? null;
  message.pings = toPings(state, channel, { ...message, allowed: message.allowedMentions });
  if (!wasLoading) message.editedAtMs = state.now();
  message.versions.push({ content: message.content, embeds: message.embeds });
  publishMessage(state, message, Names.MessageUpdate);
}

/** Publishes a message again after a change that is not an edit (a pin, its thread). */
function touchMessage(state: State, message: Message): void {
  publishMessage(state, message, Names.MessageUpdate);
}

/** Deletes a message; a later fetch answers Unknown Message. */
export function deleteMessage(state: State, message: Message): void {
  const channel = findChannel(state, message.channelId);
  state.messages.get(channel.id)?.delete(message.id);
  const isEphemeral = message.ephemeralTo !== null;
  const place = channel.guildId === null || isEphemeral ? {} : { guild_id: channel.guildId };
  state.events.publish({
    name: Names.MessageDelete,
    intents: isEphemeral ? Intents.DirectMessages : messageIntents(channel),
    guildId: isEphemeral ? null : channel.guildId,
    isForBot: isEphemeral || canView(state, state.application.id, channel),
    toPayload: () => ({ id: message.id, channel_id: channel.id, ...place }),
  });
}

export function deleteMessages(state: State, channel: Channel, ids: readonly string[]): void {
  const messages = state.messages.get(channel.id);
  const gone = ids.filter(id => messages?.delete(id));
  if (gone.length === 0) return;
  publishInChannel(state, channel, Names.MessageDeleteBulk, messageIntents(channel), {
    ids: gone,
    channel_id: channel.id,
  });
}

/** Pins or unpins; a pin adds a system message to the channel. */
export function setPinned(state: State, message: Message, byUserId: string, isPinned: boolean): void {
  if ((message.pinnedAtMs !== null) === isPinned) return;
  const channel = findChannel(state, message.channelId);
  message.pinnedAtMs = isPinned ? state.now() : null;
  touchMessage(state, message);
  if (!isPinned) return;
  createMessage(state, {
    channelId: channel.id,
    authorId: byUserId,
    type: MessageType.ChannelPinnedMessage,
    reference: { kind: 'pin', channelId: channel.id, messageId: message.id },
  });
}

/** A copy of a forwarded message's content for `message_snapshots`, without its author. */
export function toSnapshots(message: Message, files: readonly APIAttachment[]): APIMessageSnapshot[] {
  return [
    {
      message: {
        type: message.type,
        content: message.content,
        embeds: [...message.embeds],
        attachments: [...files],
        timestamp: new Date(toTimeMs(message.id)).toISOString(),
        edited_timestamp: message.editedAtMs === null ? null : new Date(message.editedAtMs).toISOString(),
        flags: message.flags,
        mentions: [],
        mention_roles: [],
        components: [],
        ...(message.stickers.length > 0 ? { sticker_items: [...message.stickers] } : {}),
      },
    },
  ];
}
