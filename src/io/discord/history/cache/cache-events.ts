import { type Client, Events } from 'discord.js';
import { toRecord } from '../record.ts';
import type { MessageCache } from './message-cache.ts';

/** Applies Discord's events to the cache. */
export function followEvents(client: Client, cache: MessageCache): void {
  client.on(Events.MessageUpdate, (_, message) =>
    cache.edit(message.channelId, message.id, message.partial ? null : toRecord(message)),
  );
  client.on(Events.MessageDelete, ({ id, channelId }) => cache.remove(channelId, [id]));
  client.on(Events.MessageBulkDelete, (messages, channel) => cache.remove(channel.id, [...messages.keys()]));
  client.on(Events.ThreadDelete, ({ id }) => cache.forget(channel => channel.id === id));
  client.on(Events.ChannelDelete, ({ id }) => cache.forget(channel => channel.id === id));
  client.on(Events.GuildDelete, ({ id }) => cache.forget(({ guildId }) => guildId === id));
  // Permissions are checked before each read, and messages that the bot may no longer read are removed.
  const forgetGuild = (id: string) => cache.forget(({ guildId }) => guildId === id);
  client.on(Events.ChannelUpdate, (_, channel) => {
    if (!channel.isDMBased()) forgetGuild(channel.guildId);
  });
  client.on(Events.GuildRoleUpdate, (_, { guild }) => forgetGuild(guild.id));
  client.on(Events.GuildRoleDelete, ({ guild }) => forgetGuild(guild.id));
  client.on(Events.GuildMemberUpdate, (_, member) => {
    if (member.id === client.user?.id) forgetGuild(member.guild.id);
  });
}
