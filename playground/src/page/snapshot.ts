import {
  type APIChannel,
  type APIMessage,
  ChannelType,
  PermissionFlagsBits as Flags,
} from 'discord-api-types/v10';
import { ClientRefusal } from '../discord/actions/refusal.ts';
import type { Actions } from '../discord/actions.ts';
import { ApiError } from '../discord/errors.ts';
import { has } from '../discord/permissions.ts';
import type { Playground } from '../discord/server.ts';
import { toTimeMs } from '../discord/snowflake.ts';
import { toMenuCommands, toSlashCommands } from './offers.ts';
import type {
  ChannelKind,
  OpenChannel,
  SeenChannel,
  SeenGuild,
  SeenPerson,
  SeenPost,
  Snapshot,
  ToolbarState,
} from './shapes.ts';

/** An empty list if the person may not see it; other errors are thrown. */
function orNothing<T>(look: () => readonly T[]): readonly T[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof ApiError || error instanceof ClientRefusal) return [];
    throw error;
  }
}

/** The posts of a forum that this person sees, the most active first. */
function toPosts(
  actions: Actions,
  userId: string,
  forumId: string,
  { id: guildId, members }: SeenGuild,
): readonly SeenPost[] {
  const channels = actions.channels(userId, guildId);
  const tags = channels.flatMap(one => ('available_tags' in one ? one.available_tags : []));
  return channels
    .flatMap(post => {
      if (!('thread_metadata' in post) || post.parent_id !== forumId) return [];
      const first = orNothing(() => actions.read(userId, post.id, Number.POSITIVE_INFINITY)).find(
        ({ id }) => id === post.id,
      );
      return [
        {
          id: post.id,
          title: post.name ?? '',
          tags: tags.filter(({ id }) => post.applied_tags?.includes(id)).map(({ name }) => name),
          by: members.find(({ id }) => id === first?.author.id)?.name ?? first?.author.username ?? '',
          text: first ? toText(first) : '',
          answers: post.message_count ?? 0,
          activeAt: new Date(toTimeMs(post.last_message_id ?? post.id)).toISOString(),
          isArchived: post.thread_metadata?.archived === true,
        },
      ];
    })
    .sort((a, b) => Date.parse(b.activeAt) - Date.parse(a.activeAt));
}

function toText({ content, embeds: [embed] }: APIMessage): string {
  return content || embed?.description || embed?.title || '';
}

/** The person and channel of a snapshot. */
export type ViewRequest = {
  readonly userId: string;
  readonly channelId: string | null;
  /** The most messages. */
  readonly limit: number;
};

const KINDS: Partial<Record<ChannelType, ChannelKind>> = {
  [ChannelType.GuildVoice]: 'voice',
  [ChannelType.GuildStageVoice]: 'voice',
  [ChannelType.GuildForum]: 'forum',
  [ChannelType.GuildMedia]: 'forum',
  [ChannelType.GuildCategory]: 'category',
  [ChannelType.PublicThread]: 'thread',
  [ChannelType.PrivateThread]: 'thread',
  [ChannelType.AnnouncementThread]: 'thread',
};

/** A person's current view; null for people who are in no server. */
export function toSnapshot(
  playground: Playground,
  viewRequest: ViewRequest,
  people: readonly SeenPerson[],
  toolbar: ToolbarState,
): Snapshot | null {
  const { actions, world } = playground;
  const servers = actions.guilds(viewRequest.userId).map(guild => ({
    guild,
    channels: actions
      .channels(viewRequest.userId, guild.id)
      .map(channel => toSeenChannel(channel, guild.id))
      .sort((a, b) => Number(a.kind === 'thread') - Number(b.kind === 'thread')),
  }));
  const isOpen = ({ id }: SeenChannel) => id === viewRequest.channelId;
  const server = servers.find(one => one.channels.some(isOpen)) ?? servers[0];
  if (!server) return null;
  const { guild, channels } = server;
  const channel = channels.find(isOpen);
  return {
    bot: {
      id: world.bot.id,
      name: world.bot.globalName ?? world.bot.username,
      isOnline: playground.countSessions() > 0,
    },
    userId: viewRequest.userId,
    people,
    guilds: servers.map(one => ({
      id: one.guild.id,
      name: one.guild.name,
      channelId: one.channels.find(({ kind }) => kind === 'text')?.id ?? null,
    })),
    guild,
    channels,
    open: channel ? openChannel(playground, viewRequest, channel, people, guild) : null,
    toolbar,
  };
}

function toSeenChannel(channel: APIChannel, guildId: string): SeenChannel {
  const overwrites = 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [];
  const forEveryone = overwrites.find(one => one.id === guildId);
  return {
    id: channel.id,
    kind: KINDS[channel.type] ?? 'text',
    type: channel.type,
    name: channel.name ?? '',
    topic: 'topic' in channel ? (channel.topic ?? null) : null,
    parentId: 'parent_id' in channel ? (channel.parent_id ?? null) : null,
    isPrivate:
      channel.type === ChannelType.PrivateThread || has(BigInt(forEveryone?.deny ?? 0), Flags.ViewChannel),
    isArchived: 'thread_metadata' in channel && channel.thread_metadata?.archived === true,
  };
}

function openChannel(
  { actions, world }: Playground,
  { userId, limit }: ViewRequest,
  channel: SeenChannel,
  people: readonly SeenPerson[],
  guild: SeenGuild,
): OpenChannel {
  const may = actions.permissionsOf(userId, channel.id);
  const isForMessages = channel.kind !== 'forum' && channel.kind !== 'category';
  const read = isForMessages ? orNothing(() => actions.read(userId, channel.id, limit + 1)) : [];
  const commands = orNothing(() => actions.offeredCommands(userId, channel.id));
  const locale = people.find(one => one.id === userId)?.locale ?? 'en-US';
  return {
    channel,
    mayWrite:
      isForMessages && has(may, channel.kind === 'thread' ? Flags.SendMessagesInThreads : Flags.SendMessages),
    messages: read.slice(-limit).map(message => ({
      ...message,
      isEphemeral: (world.findMessage(message.id)?.ephemeralTo ?? null) !== null,
    })),
    hasOlder: read.length > limit,
    posts: channel.kind === 'forum' ? toPosts(actions, userId, channel.id, guild) : [],
    commands: toSlashCommands(commands, locale),
    managerCommands: orNothing(() => actions.offeredCommands(guild.ownerId, channel.id))
      .filter(one => !commands.some(({ id }) => id === one.id))
      .map(({ name }) => name),
    menuCommands: toMenuCommands(commands, locale),
    readerIds: people
      .filter(one => has(actions.permissionsOf(one.id, channel.id), Flags.ViewChannel))
      .map(one => one.id),
  };
}
