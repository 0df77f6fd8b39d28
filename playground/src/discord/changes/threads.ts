import {
  ChannelType,
  GatewayIntentBits as Intents,
  MessageType,
  GatewayDispatchEvents as Names,
} from 'discord-api-types/v10';
import { toThreadMember, toThreadPayload } from '../payloads/channels.ts';
import { canView } from '../permissions.ts';
import type { Channel, Message, State, Thread } from '../state.ts';
import { publishChannel, publishInChannel } from './publish.ts';

type ThreadDraft = {
  readonly parent: Channel;
  readonly ownerId: string;
  readonly name: string;
  readonly isPrivate?: boolean;
  readonly autoArchiveMinutes?: number;
  readonly appliedTags?: readonly string[];
  /** The thread of a message has that message's id. */
  readonly from?: Message;
  readonly atMs?: number;
};

/** Creates a thread with its owner as a member; for a forum post, the caller adds the first message. */
export function createThread(state: State, draft: ThreadDraft): Channel {
  const { parent, from } = draft;
  const atMs = draft.atMs ?? state.now();
  const isPrivate = draft.isPrivate === true;
  const thread: Thread = {
    ownerId: draft.ownerId,
    isPrivate,
    memberIds: new Map([[draft.ownerId, atMs]]),
    createdAtMs: atMs,
    appliedTags: draft.appliedTags ?? [],
    isArchived: false,
    isLocked: false,
    archiveChangedAtMs: atMs,
    autoArchiveMinutes: draft.autoArchiveMinutes ?? 4320,
    sentCount: 0,
  };
  const channel: Channel = {
    id: from?.id ?? state.nextId(draft.atMs),
    guildId: parent.guildId,
    type: isPrivate
      ? ChannelType.PrivateThread
      : parent.type === ChannelType.GuildAnnouncement
        ? ChannelType.AnnouncementThread
        : ChannelType.PublicThread,
    name: draft.name,
    topic: null,
    parentId: parent.id,
    position: 0,
    overwrites: new Map(),
    recipientIds: [],
    tags: [],
    thread,
    lastMessageId: null,
  };
  state.channels.set(channel.id, channel);
  if (from) from.threadId = channel.id;
  publishThread(state, channel, thread, Names.ThreadCreate, { newly_created: true });
  return channel;
}

/** The system message at the start of a message's thread, which shows that message. */
export function toStarter(message: Message): {
  readonly type: MessageType;
  readonly reference: { readonly kind: 'thread'; readonly channelId: string; readonly messageId: string };
} {
  return {
    type: MessageType.ThreadStarterMessage,
    reference: { kind: 'thread', channelId: message.channelId, messageId: message.id },
  };
}

export function setArchived(state: State, channel: Channel, isArchived: boolean): void {
  const { thread } = channel;
  if (!thread || thread.isArchived === isArchived) return;
  thread.isArchived = isArchived;
  thread.archiveChangedAtMs = state.now();
  publishThread(state, channel, thread, Names.ThreadUpdate);
}

export function setTags(state: State, channel: Channel, tagIds: readonly string[]): void {
  const { thread } = channel;
  if (!thread) return;
  thread.appliedTags = tagIds;
  publishThread(state, channel, thread, Names.ThreadUpdate);
}

export function setLocked(state: State, channel: Channel, isLocked: boolean): void {
  const { thread } = channel;
  if (!thread || thread.isLocked === isLocked) return;
  thread.isLocked = isLocked;
  publishThread(state, channel, thread, Names.ThreadUpdate);
}

/** Adds a person to a thread; the bot receives a private thread when it is added itself. */
export function joinThread(state: State, channel: Channel, userId: string): void {
  const { thread } = channel;
  if (!thread || thread.memberIds.has(userId)) return;
  thread.memberIds.set(userId, state.now());
  if (userId === state.application.id) publishThread(state, channel, thread, Names.ThreadCreate);
  publishMembers(state, channel, thread, [userId], []);
}

export function leaveThread(state: State, channel: Channel, userId: string): void {
  const { thread } = channel;
  if (!thread?.memberIds.has(userId)) return;
  const wasSeen = canView(state, state.application.id, channel);
  thread.memberIds.delete(userId);
  publishMembers(state, channel, thread, [], [userId], wasSeen);
}

export function deleteThread(state: State, channel: Channel): void {
  const isForBot = canView(state, state.application.id, channel);
  state.channels.delete(channel.id);
  state.messages.delete(channel.id);
  const payload = {
    id: channel.id,
    guild_id: channel.guildId,
    parent_id: channel.parentId,
    type: channel.type,
  };
  state.events.publish({
    name: Names.ThreadDelete,
    intents: Intents.Guilds,
    guildId: channel.guildId,
    isForBot,
    toPayload: () => payload,
  });
}

export function renameThread(state: State, channel: Channel, name: string): void {
  channel.name = name;
  publishChannel(state, channel, Names.ThreadUpdate);
}

function publishThread(
  state: State,
  channel: Channel,
  thread: Thread,
  name: Names,
  extra: object = {},
): void {
  publishInChannel(state, channel, name, Intents.Guilds, {
    ...toThreadPayload(state, channel, thread),
    ...extra,
  });
}

function publishMembers(
  state: State,
  channel: Channel,
  thread: Thread,
  added: readonly string[],
  removed: readonly string[],
  isForBot = canView(state, state.application.id, channel),
): void {
  const me = state.application.id;
  const payload = {
    id: channel.id,
    guild_id: channel.guildId,
    member_count: thread.memberIds.size,
    added_members: added.map(id => toThreadMember(state, channel, thread, id, true)),
    removed_member_ids: [...removed],
  };
  // Without the members intent, a bot only receives changes of its own membership.
  const concernsMe = added.includes(me) || removed.includes(me);
  state.events.publish({
    name: Names.ThreadMembersUpdate,
    intents: concernsMe ? Intents.Guilds : Intents.GuildMembers,
    guildId: channel.guildId,
    isForBot,
    toPayload: () => payload,
  });
}
