import {
  ChannelType,
  type GuildBasedChannel,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  PermissionFlagsBits,
} from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { judgeRules, type RuledChannel, type RuledPerson } from '../../../core/access-rules.ts';
import type { DenialReason } from '../../../render/words/bot/words.ts';
import {
  fetchStanding,
  type GuildStanding,
  isInThread,
  type Standing,
  toViewBits,
} from './permission-snapshot.ts';
import { type ReadableChannel, type SourceChannel, toRuling } from './places.ts';

/** Why something may not be read, shown or posted. */
export type Denial = {
  readonly reason: DenialReason;
  /** Where it would have to be changed: of a thread its parent, where the permissions are. */
  readonly channelId: string;
  /** Of a private thread: who is not in it. */
  readonly who?: 'bot' | 'person';
};

export type AccessOptions = {
  /** What the server lets Footnote read, and for whom. */
  readonly privacy: PrivacyStore;
  /** Where others will read what is read here. */
  readonly shownIn?: ReadableChannel | undefined;
  /** Asked for just now, for several channels at once. */
  readonly known?: GuildStanding;
};

/**
 * The gate: whether this person, and the bot, may read a channel now. Null is leave.
 *
 * Everything is asked of Discord itself, so that a role taken away a second ago counts. What the person may not is
 * told before what the bot may not, and that before what the server keeps from Footnote: nobody learns more of a channel
 * than that they do not see it. Rejects when Discord does not answer; that is no leave.
 */
export async function checkAccess(
  channel: ReadableChannel | SourceChannel,
  personId: string,
  options: AccessOptions,
): Promise<Denial | null> {
  if (channel.isDMBased()) {
    return channel.recipientId === personId ? null : { reason: 'person_view', channelId: channel.id };
  }
  return judgeAccess(channel, await fetchStanding(channel, personId, options.known), personId, options);
}

/** The same from what Discord has just been asked; it is asked more of private threads only. */
export async function judgeAccess(
  channel: SourceChannel,
  standing: Standing,
  personId: string,
  { privacy, shownIn }: AccessOptions,
): Promise<Denial | null> {
  const denial = judge(channel, standing);
  if (denial) return denial;
  if (channel.type === ChannelType.PrivateThread) {
    const locked = await judgePrivateThread(channel, standing, personId);
    if (locked) return locked;
  }
  const forbidden = judgeRules(
    await privacy.access(channel.guildId),
    toRuledChannel(channel, standing),
    toRuledPerson(standing),
  );
  if (forbidden) return { reason: forbidden, channelId: toRuling(channel)?.id ?? channel.id };
  const isRestricted = shownIn && isAgeRestricted(channel) && !isAgeRestricted(shownIn);
  return isRestricted ? { reason: 'age_restricted', channelId: channel.id } : null;
}

function toRuledChannel(channel: GuildBasedChannel, { ruling: fresh }: Standing): RuledChannel {
  const ruling = typeof fresh === 'string' ? toRuling(channel) : fresh;
  return { id: ruling?.id ?? channel.id, categoryId: ruling?.parentId ?? null };
}

function toRuledPerson({ person }: Standing): RuledPerson {
  if (typeof person === 'string') return { roleIds: [], isManager: false };
  return {
    roleIds: [...person.roles.cache.keys()],
    isManager: person.permissions.has(PermissionFlagsBits.ManageGuild),
  };
}

function judge(channel: GuildBasedChannel, standing: Standing): Denial | null {
  const { guild, bot, person } = standing;
  const ruling = standing.ruling === 'hidden' ? toRuling(channel) : standing.ruling;
  if (typeof guild === 'string' || typeof bot === 'string') return { reason: 'gone', channelId: channel.id };
  if (standing.channel === 'gone' || ruling === 'gone') return { reason: 'gone', channelId: channel.id };
  if (typeof person === 'string') return { reason: 'not_a_member', channelId: channel.id };
  if (ruling === null) return { reason: 'bot_view', channelId: channel.id };
  const refused = toRefused(ruling, person);
  if (refused) return { reason: `person_${refused}`, channelId: ruling.id };
  const own = standing.ruling === 'hidden' ? 'view' : toRefused(ruling, bot);
  if (own) return { reason: `bot_${own}`, channelId: ruling.id };
  if (standing.channel !== 'hidden') return null;
  return channel.type === ChannelType.PrivateThread
    ? { reason: 'private_thread', channelId: channel.id, who: 'bot' }
    : { reason: 'bot_view', channelId: channel.id };
}

/** Whether somebody lacks the sight of a channel, or its history only. */
function toRefused(ruling: NonThreadGuildBasedChannel, member: GuildMember): 'view' | 'history' | null {
  const permissions = ruling.permissionsFor(member);
  if (!permissions.has(toViewBits(ruling))) return 'view';
  return permissions.has(PermissionFlagsBits.ReadMessageHistory) ? null : 'history';
}

async function judgePrivateThread(
  thread: GuildBasedChannel,
  { ruling, bot, person }: Standing,
  personId: string,
): Promise<Denial | null> {
  const isLetIn = async (member: GuildMember | string, id: string) => {
    const mayManage =
      typeof member !== 'string' &&
      typeof ruling !== 'string' &&
      ruling.permissionsFor(member).has(PermissionFlagsBits.ManageThreads);
    return mayManage || (await isInThread(thread, id)) === true;
  };
  const outside = { reason: 'private_thread', channelId: thread.id } as const;
  const [isPersonIn, isBotIn] = await Promise.all([
    isLetIn(person, personId),
    isLetIn(bot, thread.client.user.id),
  ]);
  if (!isPersonIn) return { ...outside, who: 'person' };
  return isBotIn ? null : { ...outside, who: 'bot' };
}

/** A thread is as restricted as its parent; a direct message never is. */
function isAgeRestricted(channel: ReadableChannel | SourceChannel): boolean {
  const ruling = channel.isDMBased() ? null : toRuling(channel);
  return ruling !== null && 'nsfw' in ruling && ruling.nsfw;
}
