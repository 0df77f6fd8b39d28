import {
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  PermissionFlagsBits,
} from 'discord.js';
import { orRefusal, type Refusal } from '../interaction/refusals.ts';
import { toRuling } from './places.ts';

/** What must be granted to see a channel; who may not connect to a voice channel sees nothing written in it either. */
export function toViewBits(ruling: NonThreadGuildBasedChannel): bigint {
  const { ViewChannel, Connect } = PermissionFlagsBits;
  return ruling.isVoiceBased() ? ViewChannel | Connect : ViewChannel;
}

/** How things stand on Discord now, not as the gateway last told: every part is asked for by REST. */
export type Standing = {
  readonly guild: Guild | Refusal;
  readonly channel: GuildBasedChannel | Refusal;
  /** The channel that permissions are kept on; as last known where the bot may not see it. */
  readonly ruling: NonThreadGuildBasedChannel | Refusal;
  readonly bot: GuildMember | Refusal;
  readonly person: GuildMember | Refusal;
};

/** The part that is the same for all channels of a server. */
export type GuildStanding = Pick<Standing, 'guild' | 'bot' | 'person'>;

export async function fetchGuildStanding(guild: Guild, personId: string): Promise<GuildStanding> {
  const [freshGuild, bot, person] = await Promise.all([
    orRefusal(guild.fetch()),
    orRefusal(guild.members.fetchMe({ force: true })),
    orRefusal(guild.members.fetch({ user: personId, force: true })),
  ]);
  return { guild: freshGuild, bot, person };
}

/** @param known Asked for just now, for several channels at once. */
export async function fetchStanding(
  channel: GuildBasedChannel,
  personId: string,
  known?: GuildStanding,
): Promise<Standing> {
  const { guild } = channel;
  const rulingId = channel.isThread() ? channel.parentId : null;
  const [guildStanding, freshChannel, freshRuling] = await Promise.all([
    known ?? fetchGuildStanding(guild, personId),
    fetchFresh(guild, channel.id),
    rulingId === null ? null : fetchFresh(guild, rulingId),
  ]);
  const ruling = freshRuling ?? freshChannel;
  return {
    ...guildStanding,
    channel: freshChannel,
    ruling: typeof ruling === 'string' ? ruling : (toRuling(ruling) ?? 'gone'),
  };
}

/** The same from cached gateway data, without asking Discord; `member` comes from the interaction. */
export function toKnownStanding(channel: GuildBasedChannel, member: GuildMember): Standing {
  const { guild } = channel;
  return {
    guild,
    channel,
    ruling: toRuling(channel) ?? 'gone',
    bot: guild.members.me ?? 'gone',
    person: member,
  };
}

/** A channel or thread of this server as it is now. */
export async function fetchFresh(guild: Guild, id: string): Promise<GuildBasedChannel | Refusal> {
  const channel = await orRefusal(guild.client.channels.fetch(id, { force: true }));
  if (typeof channel === 'string') return channel;
  return channel === null || channel.isDMBased() || channel.guildId !== guild.id ? 'gone' : channel;
}

/** Whether somebody is in a private thread. */
export async function isInThread(thread: GuildBasedChannel, userId: string): Promise<boolean | Refusal> {
  if (!thread.isThread()) return true;
  const member = await orRefusal(thread.members.fetch({ member: userId, force: true, cache: false }));
  if (member === 'gone') return false;
  return typeof member === 'string' ? member : true;
}
