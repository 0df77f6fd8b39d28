import { GatewayIntentBits as Intents, GatewayDispatchEvents as Names } from 'discord-api-types/v10';
import { toChannelPayload } from '../payloads/channels.ts';
import { toGuildCreate } from '../payloads/guilds.ts';
import { toMemberPayload, toRolePayload, userPayloadOf } from '../payloads/people.ts';
import type { Channel, Guild, Member, Overwrite, Role, State } from '../state.ts';
import { publishChannel } from './publish.ts';
import { deleteThread } from './threads.ts';

/** Whether the bot is in a server; it receives no events of others. */
function isIn(state: State, guild: Guild): boolean {
  return guild.members.has(state.application.id);
}

function publishInGuild(state: State, guild: Guild, name: Names, intents: number, payload: object): void {
  state.events.publish({
    name,
    intents,
    guildId: guild.id,
    isForBot: isIn(state, guild),
    toPayload: () => payload,
  });
}

/** Adds a person, or the bot, which then receives the whole server. */
export function addMember(state: State, guild: Guild, member: Member): void {
  guild.members.set(member.userId, member);
  if (member.userId === state.application.id) {
    publishInGuild(state, guild, Names.GuildCreate, Intents.Guilds, toGuildCreate(state, guild));
    return;
  }
  publishInGuild(state, guild, Names.GuildMemberAdd, Intents.GuildMembers, {
    guild_id: guild.id,
    ...toMemberPayload(state, member),
  });
}

/** Removes a person; if it is the bot, the server is gone for it. */
export function removeMember(state: State, guild: Guild, userId: string): void {
  if (!guild.members.has(userId)) return;
  if (userId === state.application.id) {
    const payload = { id: guild.id };
    publishInGuild(state, guild, Names.GuildDelete, Intents.Guilds, payload);
    guild.members.delete(userId);
    return;
  }
  guild.members.delete(userId);
  publishInGuild(state, guild, Names.GuildMemberRemove, Intents.GuildMembers, {
    guild_id: guild.id,
    user: userPayloadOf(state, userId),
  });
}

/** Publishes a member whose roles, nickname or timeout changed. The bot always receives its own changes. */
export function changeMember(state: State, guild: Guild, member: Member): void {
  const isMe = member.userId === state.application.id;
  publishInGuild(state, guild, Names.GuildMemberUpdate, isMe ? Intents.Guilds : Intents.GuildMembers, {
    guild_id: guild.id,
    ...toMemberPayload(state, member),
  });
}

export function addRole(state: State, guild: Guild, role: Role): void {
  guild.roles.set(role.id, role);
  publishInGuild(state, guild, Names.GuildRoleCreate, Intents.Guilds, {
    guild_id: guild.id,
    role: toRolePayload(role),
  });
}

export function addChannel(state: State, channel: Channel): void {
  state.channels.set(channel.id, channel);
  if (channel.guildId !== null) publishChannel(state, channel, Names.ChannelCreate);
}

export function setOverwrite(state: State, channel: Channel, overwrite: Overwrite): void {
  channel.overwrites.set(overwrite.id, overwrite);
  publishChannel(state, channel, Names.ChannelUpdate);
}

export function renameChannel(state: State, channel: Channel, name: string): void {
  channel.name = name;
  publishChannel(state, channel, Names.ChannelUpdate);
}

/** Deletes a channel with its threads and messages. */
export function deleteChannel(state: State, channel: Channel): void {
  if (channel.thread) {
    deleteThread(state, channel);
    return;
  }
  for (const thread of state.channels.ofGuild(channel.guildId)) {
    if (thread.parentId === channel.id && thread.thread) deleteThread(state, thread);
  }
  const payload = toChannelPayload(state, channel);
  state.channels.delete(channel.id);
  state.messages.delete(channel.id);
  state.events.publish({
    name: Names.ChannelDelete,
    intents: Intents.Guilds,
    guildId: channel.guildId,
    isForBot: true,
    toPayload: () => payload,
  });
}

/** Deletes a whole server. */
export function deleteGuild(state: State, guild: Guild): void {
  publishInGuild(state, guild, Names.GuildDelete, Intents.Guilds, { id: guild.id });
  for (const channel of state.channels.ofGuild(guild.id)) {
    state.channels.delete(channel.id);
    state.messages.delete(channel.id);
  }
  state.guilds.delete(guild.id);
}

/** An outage of Discord: the server is unavailable, not deleted. */
export function loseGuild(state: State, guild: Guild): void {
  publishInGuild(state, guild, Names.GuildDelete, Intents.Guilds, { id: guild.id, unavailable: true });
}

export function restoreGuild(state: State, guild: Guild): void {
  publishInGuild(state, guild, Names.GuildCreate, Intents.Guilds, toGuildCreate(state, guild));
}
