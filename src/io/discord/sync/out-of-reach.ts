import { type Client, Events } from 'discord.js';

export type PostedId = { readonly guildId: string; readonly summaryId: string };

/** The summaries with posts that the bot lacks the permissions to change. */
export type OutOfReach = {
  readonly note: (id: PostedId, isOutOfReach: boolean) => void;
  readonly count: () => number;
};

/** Discord refuses each attempt, and blocks bots that send many refused requests. */
const shortestPauseMs = 60_000;

/** Calls `retry` for the unreachable posts of a server after a change that may have restored access. */
export function createOutOfReach(
  client: Client<true>,
  now: () => number,
  retry: (id: PostedId, atMs: number) => void,
): OutOfReach {
  const guilds = new Map<string, { readonly summaryIds: Set<string>; nextMs: number }>();
  const onChange = (guildId: string) => {
    const guild = guilds.get(guildId);
    if (guild === undefined) return;
    const atMs = Math.max(now(), guild.nextMs);
    // Several changes within the pause cause one more attempt, at its end.
    if (guild.nextMs <= now()) guild.nextMs = now() + shortestPauseMs;
    for (const summaryId of guild.summaryIds) retry({ guildId, summaryId }, atMs);
  };
  client.on(Events.ChannelUpdate, (_, channel) => {
    if (!channel.isDMBased()) onChange(channel.guildId);
  });
  client.on(Events.ThreadUpdate, (_, { guildId }) => onChange(guildId));
  client.on(Events.ThreadCreate, ({ guildId }) => onChange(guildId));
  client.on(Events.GuildRoleUpdate, (_, { guild }) => onChange(guild.id));
  client.on(Events.GuildMemberUpdate, (_, member) => {
    if (member.id === client.user.id) onChange(member.guild.id);
  });
  return {
    note: ({ guildId, summaryId }, isOutOfReach) => {
      const guild = guilds.get(guildId) ?? { summaryIds: new Set(), nextMs: 0 };
      if (isOutOfReach) guilds.set(guildId, guild);
      else if (guild.summaryIds.delete(summaryId) && guild.summaryIds.size === 0) guilds.delete(guildId);
      if (isOutOfReach) guild.summaryIds.add(summaryId);
    },
    count: () => [...guilds.values()].reduce((sum, { summaryIds }) => sum + summaryIds.size, 0),
  };
}
