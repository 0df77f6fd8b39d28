import { ChannelType, type Guild, type GuildMember, type GuildTextBasedChannel } from 'discord.js';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { type AccessOptions, evaluateAccess } from '../access/check-access.ts';
import type { PermissionSnapshot } from '../access/permission-snapshot.ts';
import { toPermissionChannel } from '../access/places.ts';
import { orUnavailable, type Unavailable } from '../interaction/unavailable.ts';

/** Private threads need a request for their members each, so only the newest are checked. */
const maxPrivateThreads = 10;

/** The channels with messages newer than an id that the person and the bot may read. */
export type Survey = {
  readonly person: GuildMember | Unavailable;
  /** Newest first. */
  readonly channels: readonly GuildTextBasedChannel[];
  /** The number of the person's channels that the bot may not read, and of those that may not be shown here. */
  readonly botBlind: number;
  readonly ageRestricted: number;
  /** The server restricts Footnote to other roles. */
  readonly isRoleNeeded: boolean;
};

/**
 * Finds all channels and active threads of a server with five requests, and two more per private thread. Channels that
 * the person may not read are neither named nor counted.
 */
export async function surveyChannels(
  guild: Guild,
  personId: string,
  { newerThan, ...access }: AccessOptions & { readonly newerThan: string },
): Promise<Survey> {
  const [freshGuild, bot, person, channels, active] = await Promise.all([
    orUnavailable(guild.fetch()),
    orUnavailable(guild.members.fetchMe({ force: true })),
    orUnavailable(guild.members.fetch({ user: personId, force: true })),
    guild.channels.fetch(),
    guild.channels.fetchActiveThreads(),
  ]);
  const everyone = [...channels.values(), ...active.threads.values()];
  const places = everyone
    .filter(each => each !== null)
    .filter(each => each.isTextBased())
    .filter(({ lastMessageId }) => lastMessageId !== null && compareSnowflakes(lastMessageId, newerThan) > 0)
    .sort((a, b) => compareSnowflakes(b.lastMessageId ?? '', a.lastMessageId ?? ''));
  const isPrivate = ({ type }: GuildTextBasedChannel) => type === ChannelType.PrivateThread;
  const privateThreads = new Set(places.filter(isPrivate).slice(0, maxPrivateThreads));
  const looked = places.filter(place => !isPrivate(place) || privateThreads.has(place));
  const judged = await Promise.all(
    looked.map(async channel => {
      const permissionChannel = toPermissionChannel(channel) ?? 'gone';
      const snapshot: PermissionSnapshot = { guild: freshGuild, channel, permissionChannel, bot, person };
      return { channel, denial: await evaluateAccess(channel, snapshot, personId, access) };
    }),
  );
  const count = (...reasons: readonly string[]) =>
    judged.filter(({ denial }) => denial !== null && reasons.includes(denial.reason)).length;
  return {
    person,
    channels: judged.flatMap(({ channel, denial }) => (denial === null ? [channel] : [])),
    botBlind: count('bot_view', 'bot_history'),
    ageRestricted: count('age_restricted'),
    isRoleNeeded: count('role_needed') > 0,
  };
}
