import { type APIChannel, ChannelType, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { has } from '../discord/permissions.ts';
import type { Playground } from '../discord/server.ts';
import { toMenuCommands, toSlashCommands } from './offers.ts';
import { orNothing } from './or-nothing.ts';
import { toPosts } from './posts.ts';
import type {
  ChannelKind,
  OpenChannel,
  SeenChannel,
  SeenGuild,
  SeenPerson,
  Snapshot,
  ToolbarState,
} from './shapes.ts';

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
  const guild = actions.guilds(viewRequest.userId)[0];
  if (!guild) return null;
  const channels = actions
    .channels(viewRequest.userId, guild.id)
    .map(channel => toSeenChannel(channel, guild.id))
    .sort((a, b) => Number(a.kind === 'thread') - Number(b.kind === 'thread'));
  const channel = channels.find(one => one.id === viewRequest.channelId);
  return {
    bot: {
      id: world.bot.id,
      name: world.bot.globalName ?? world.bot.username,
      isOnline: playground.countSessions() > 0,
    },
    userId: viewRequest.userId,
    people,
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
