import { ChannelType } from 'discord-api-types/v10';
import {
  addChannel,
  deleteChannel,
  loseGuild,
  renameChannel,
  restoreGuild,
  setOverwrite,
} from '../changes/guilds.ts';
import { createMessage } from '../changes/messages.ts';
import {
  createThread,
  joinThread,
  leaveThread,
  setArchived,
  setLocked,
  setTags,
  toStarter,
} from '../changes/threads.ts';
import { findChannel, findGuild, idOf, type Ref } from '../lookup.ts';
import { openDirect } from '../rest/users.ts';
import type { Channel, Message, Overwrite, State } from '../state.ts';
import { createMessages, type MessageOptions } from './messages.ts';

const KINDS = {
  text: ChannelType.GuildText,
  announcement: ChannelType.GuildAnnouncement,
  voice: ChannelType.GuildVoice,
  stage: ChannelType.GuildStageVoice,
  forum: ChannelType.GuildForum,
  category: ChannelType.GuildCategory,
} as const satisfies Record<string, ChannelType>;

type OverwriteOptions = {
  /** A role, or the server for everyone. */
  readonly role?: Ref;
  readonly member?: Ref;
  readonly allow?: bigint;
  readonly deny?: bigint;
};

type ChannelOptions = {
  readonly name: string;
  readonly kind?: keyof typeof KINDS;
  readonly topic?: string;
  readonly isAgeRestricted?: boolean;
  readonly parent?: Ref;
  readonly overwrites?: readonly OverwriteOptions[];
  /** Names of the forum's tags. */
  readonly tags?: readonly string[];
  /** The tags that only people who may manage threads can set. */
  readonly moderatedTags?: readonly string[];
  readonly isTagRequired?: boolean;
};

type ThreadOptions = {
  readonly name: string;
  readonly owner: Ref;
  /** The message that the thread starts from. */
  readonly from?: Message;
  readonly isPrivate?: boolean;
  readonly members?: readonly Ref[];
  readonly atMs?: number;
};

type PostOptions = {
  readonly title: string;
  readonly message: MessageOptions;
  /** Names of the forum's tags. */
  readonly tags?: readonly string[];
};

/** Creates channels, threads and forum posts. */
export function createPlaces(state: State) {
  const { addMessage } = createMessages(state);
  return {
    addChannel: (guildRef: Ref, options: ChannelOptions): Channel => {
      const guild = findGuild(state, idOf(guildRef));
      const position = state.channels.ofGuild(guild.id).length;
      const channel: Channel = {
        id: state.nextId(),
        guildId: guild.id,
        type: KINDS[options.kind ?? 'text'],
        name: options.name,
        topic: options.topic ?? null,
        parentId: options.parent ? idOf(options.parent) : null,
        position,
        overwrites: new Map((options.overwrites ?? []).map(toOverwrite).map(one => [one.id, one])),
        recipientIds: [],
        tags: (options.tags ?? []).map(name => ({
          id: state.nextId(),
          name,
          isModerated: options.moderatedTags?.includes(name) ?? false,
        })),
        thread: null,
        lastMessageId: null,
        isAgeRestricted: options.isAgeRestricted ?? false,
        isTagRequired: options.isTagRequired ?? false,
      };
      addChannel(state, channel);
      return channel;
    },
    overwrite: (channel: Ref, options: OverwriteOptions): void =>
      setOverwrite(state, findChannel(state, idOf(channel)), toOverwrite(options)),
    renameChannel: (channel: Ref, name: string): void =>
      renameChannel(state, findChannel(state, idOf(channel)), name),
    /** Also for threads. */
    removeChannel: (channel: Ref): void => deleteChannel(state, findChannel(state, idOf(channel))),
    addThread: (parent: Ref, options: ThreadOptions): Channel => {
      const channel = createThread(state, {
        parent: findChannel(state, idOf(parent)),
        ownerId: idOf(options.owner),
        name: options.name,
        isPrivate: options.isPrivate ?? false,
        ...(options.from ? { from: options.from } : {}),
        ...(options.atMs === undefined ? {} : { atMs: options.atMs }),
      });
      for (const member of options.members ?? []) joinThread(state, channel, idOf(member));
      if (options.from) {
        const starter = { ...toStarter(options.from), channelId: channel.id, authorId: idOf(options.owner) };
        createMessage(state, options.atMs === undefined ? starter : { ...starter, atMs: options.atMs });
      }
      return channel;
    },
    addPost: (forumRef: Ref, options: PostOptions): Channel => {
      const forum = findChannel(state, idOf(forumRef));
      const { message } = options;
      const channel = createThread(state, {
        parent: forum,
        ownerId: idOf(message.by),
        name: options.title,
        appliedTags: forum.tags.filter(tag => options.tags?.includes(tag.name)).map(tag => tag.id),
        ...(message.atMs === undefined ? {} : { atMs: message.atMs }),
      });
      addMessage(channel, message, channel.id);
      return channel;
    },
    /** Replaces the tags of a forum post, by their names. */
    tagPost: (post: Ref, names: readonly string[]): void => {
      const channel = findChannel(state, idOf(post));
      const forum = findChannel(state, channel.parentId ?? '');
      setTags(
        state,
        channel,
        forum.tags.filter(({ name }) => names.includes(name)).map(({ id }) => id),
      );
    },
    archive: (thread: Ref, isArchived = true): void =>
      setArchived(state, findChannel(state, idOf(thread)), isArchived),
    lock: (thread: Ref, isLocked = true): void =>
      setLocked(state, findChannel(state, idOf(thread)), isLocked),
    joinThread: (thread: Ref, user: Ref): void =>
      joinThread(state, findChannel(state, idOf(thread)), idOf(user)),
    leaveThread: (thread: Ref, user: Ref): void =>
      leaveThread(state, findChannel(state, idOf(thread)), idOf(user)),
    /** The direct channel between the bot and this person. */
    openDirect: (user: Ref): Channel => openDirect(state, idOf(user)),
    /** Starts an outage of a server, and ends it. */
    loseGuild: (guild: Ref): void => loseGuild(state, findGuild(state, idOf(guild))),
    restoreGuild: (guild: Ref): void => restoreGuild(state, findGuild(state, idOf(guild))),
  };
}

function toOverwrite({ role, member, allow = 0n, deny = 0n }: OverwriteOptions): Overwrite {
  if (role !== undefined) return { id: idOf(role), kind: 'role', allow, deny };
  if (member !== undefined) return { id: idOf(member), kind: 'member', allow, deny };
  throw new Error('an overwrite is of a role or of a member');
}
