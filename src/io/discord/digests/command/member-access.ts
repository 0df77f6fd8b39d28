import {
  ChannelType,
  type Client,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  PermissionFlagsBits,
} from 'discord.js';
import type { Digest } from '../../../../core/digests/digest.ts';
import { type Named, toPlaceName } from '../../../../render/embed/digest-text.ts';
import type { Texts } from '../../../../render/texts.ts';
import { type AccessSnapshot, takeSnapshot } from '../../access/access-snapshot.ts';
import { toPermissionChannel } from '../../access/places.ts';

/** A person who uses `/digest`, with their current permissions. */
export type Asker = {
  readonly guild: Guild;
  readonly member: GuildMember;
  /** Whether they have Manage Server. */
  readonly isManager: boolean;
  readonly snapshot: AccessSnapshot;
};

type Visibility = 'visible' | 'hidden' | 'gone';

/** Takes a snapshot; null if the server is gone or they left it. */
export async function fetchAsker(
  client: Client<true>,
  guildId: string,
  personId: string,
): Promise<Asker | null> {
  const snapshot = await takeSnapshot(client, guildId, { personId });
  const { guild } = snapshot;
  const member = await snapshot.member(personId);
  if (typeof guild === 'string' || typeof member === 'string') return null;
  return { guild, member, isManager: member.permissions.has(PermissionFlagsBits.ManageGuild), snapshot };
}

/** People without Manage Server see only their own digests. */
export function canSeeDigest(
  { isManager, member }: Pick<Asker, 'isManager' | 'member'>,
  digest: Pick<Digest, 'creatorId'>,
): boolean {
  return isManager || digest.creatorId === member.id;
}

/** Whether they may change and run a digest that they can see. */
export async function canManageDigest(
  asker: Asker,
  { destination }: Pick<Digest, 'destination'>,
): Promise<boolean> {
  if (asker.isManager) return true;
  if (destination.kind === 'dm') return false;
  const channel = await asker.snapshot.find(destination.channelId);
  if (typeof channel === 'string') return false;
  return (
    toPermissionChannel(channel)?.permissionsFor(asker.member).has(PermissionFlagsBits.ManageChannels) ===
    true
  );
}

/** Why a person may not manage a digest that they can see. */
export function toNotManager(digest: Pick<Digest, 'destination' | 'creatorId'>, t: Texts): string {
  return digest.destination.kind === 'dm'
    ? t('bot.digest.command.notManagerDirect')
    : t('bot.digest.command.notManager', { place: toPlaceName(digest, t) });
}

/** The channels that they can see; the others are counted, but never named. */
export async function toNamed(asker: Asker, channelIds: readonly string[]): Promise<Named> {
  const found = await Promise.all(channelIds.map(id => findVisibility(asker, id)));
  const count = (wanted: Visibility) => found.filter(each => each === wanted).length;
  const ids = channelIds.filter((_, index) => found[index] === 'visible');
  return { ids, hidden: count('hidden'), deleted: count('gone') };
}

/** Whether they can see a channel. */
export async function findVisibility(asker: Asker, id: string): Promise<Visibility> {
  const fresh = await asker.snapshot.find(id);
  if (fresh === 'gone') return fresh;
  // The list of channels includes those that the bot cannot see.
  const channel = fresh === 'hidden' ? asker.guild.channels.cache.get(id) : fresh;
  return channel && (await canSee(asker, channel)) ? 'visible' : 'hidden';
}

async function canSee({ snapshot, member }: Asker, channel: GuildBasedChannel): Promise<boolean> {
  const parentId = channel.isThread() ? channel.parentId : null;
  const parent = parentId === null ? channel : await snapshot.find(parentId);
  const permissionChannel = typeof parent === 'string' ? null : toPermissionChannel(parent);
  const permissions = permissionChannel?.permissionsFor(member);
  if (!permissions?.has(PermissionFlagsBits.ViewChannel)) return false;
  if (channel.type !== ChannelType.PrivateThread) return true;
  return (
    permissions.has(PermissionFlagsBits.ManageThreads) || (await snapshot.isInThread(channel, member.id))
  );
}
