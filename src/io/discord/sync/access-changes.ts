import { type Client, Events } from 'discord.js';

/** Hears of changes after which the bot may reach what it could not reach before, by the server's id. */
export function onAccessChanged(client: Client<true>, listener: (guildId: string) => void): void {
  client.on(Events.ChannelUpdate, (_, channel) => {
    if (!channel.isDMBased()) listener(channel.guildId);
  });
  client.on(Events.ThreadUpdate, (_, { guildId }) => listener(guildId));
  client.on(Events.ThreadCreate, ({ guildId }) => listener(guildId));
  client.on(Events.GuildRoleUpdate, (_, { guild }) => listener(guild.id));
  client.on(Events.GuildMemberUpdate, (_, member) => {
    if (member.id === client.user.id) listener(member.guild.id);
  });
}
