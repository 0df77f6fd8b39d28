import { ChannelType, type NonThreadGuildBasedChannel, PermissionFlagsBits } from 'discord.js';
import type { Denial } from './access.ts';
import { type ReadableChannel, toRuling } from './places.ts';
import { fetchFresh } from './standing.ts';

/**
 * Whether everybody who can read `shownIn` can read `channel` too, so that what is read here may be shown there. Null
 * is leave; where it cannot be told without a list of all members, it is none.
 */
export async function checkAudience(
  channel: ReadableChannel,
  shownIn: ReadableChannel,
): Promise<Denial | null> {
  const denial: Denial = { reason: 'audience', channelId: channel.id };
  if (channel.id === shownIn.id) return null;
  if (channel.isDMBased() || shownIn.isDMBased() || channel.guildId !== shownIn.guildId) return denial;
  // Who is in a private thread can change at any moment without the other place changing.
  if (channel.type === ChannelType.PrivateThread) return denial;
  const [from, to] = [toRuling(shownIn), toRuling(channel)];
  if (!from || !to) return denial;
  if (from.id === to.id) return null;
  const fresh = await Promise.all([fetchFresh(channel.guild, from.id), fetchFresh(channel.guild, to.id)]);
  if (fresh.some(each => typeof each === 'string')) return denial;
  return seesAtLeast(from, to) ? null : denial;
}

/** Whether leave to read `from` implies leave to read `to`, whoever it is: told from the permissions alone. */
function seesAtLeast(from: NonThreadGuildBasedChannel, to: NonThreadGuildBasedChannel): boolean {
  const given = toBits(from);
  return toBits(to).every(bit => isForAll(to, bit) || (given.includes(bit) && isNoStricter(from, to, bit)));
}

function toBits(channel: NonThreadGuildBasedChannel): readonly bigint[] {
  const { ViewChannel, ReadMessageHistory, Connect } = PermissionFlagsBits;
  return channel.isVoiceBased()
    ? [ViewChannel, ReadMessageHistory, Connect]
    : [ViewChannel, ReadMessageHistory];
}

/** @everyone has it and nobody is denied it. */
function isForAll(channel: NonThreadGuildBasedChannel, bit: bigint): boolean {
  const isDenied = channel.permissionOverwrites.cache.some(({ deny }) => deny.has(bit));
  return !isDenied && channel.permissionsFor(channel.guild.roles.everyone).has(bit);
}

/** `to` denies nobody whom `from` does not deny, and grants all whom `from` grants: then each step of Discord's reckoning ends no lower. */
function isNoStricter(
  from: NonThreadGuildBasedChannel,
  to: NonThreadGuildBasedChannel,
  bit: bigint,
): boolean {
  const [one, other] = [from.permissionOverwrites.cache, to.permissionOverwrites.cache];
  return (
    other.every(({ id, deny }) => !deny.has(bit) || one.get(id)?.deny.has(bit) === true) &&
    one.every(({ id, allow }) => !allow.has(bit) || other.get(id)?.allow.has(bit) === true)
  );
}
