import { ChannelType, type Guild, type GuildMember, type GuildTextBasedChannel } from 'discord.js';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { takeSnapshot } from '../access/access-snapshot.ts';
import { type AccessOptions, checkAccess } from '../access/check-access.ts';
import type { Unavailable } from '../interaction/unavailable.ts';

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
  const snapshot = await takeSnapshot(guild.client, guild.id, { personId, withThreads: true });
  const places = snapshot.channels
    .filter(each => each.isTextBased())
    .filter(({ lastMessageId }) => lastMessageId !== null && compareSnowflakes(lastMessageId, newerThan) > 0)
    .sort((a, b) => compareSnowflakes(b.lastMessageId ?? '', a.lastMessageId ?? ''));
  const isPrivate = ({ type }: GuildTextBasedChannel) => type === ChannelType.PrivateThread;
  const privateThreads = new Set(places.filter(isPrivate).slice(0, maxPrivateThreads));
  const looked = places.filter(place => !isPrivate(place) || privateThreads.has(place));
  const judged = await Promise.all(
    looked.map(async channel => {
      return { channel, denial: await checkAccess(channel, personId, { ...access, snapshot }) };
    }),
  );
  const count = (...reasons: readonly string[]) =>
    judged.filter(({ denial }) => denial !== null && reasons.includes(denial.reason)).length;
  return {
    person: await snapshot.member(personId),
    channels: judged.flatMap(({ channel, denial }) => (denial === null ? [channel] : [])),
    botBlind: count('bot_view', 'bot_history'),
    ageRestricted: count('age_restricted'),
    isRoleNeeded: count('role_needed') > 0,
  };
}
