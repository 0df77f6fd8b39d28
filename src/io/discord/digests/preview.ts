import {
  type ButtonInteraction,
  type ChannelSelectMenuInteraction,
  ChannelType,
  type Client,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  PermissionFlagsBits,
  type RepliableInteraction,
  type StringSelectMenuInteraction,
} from 'discord.js';
import type { Digests } from '../../../app/digests/digests.ts';
import type { PrivacyStore } from '../../../app/store-ports.ts';
import {
  type Digest,
  type DigestChoice,
  isNote,
  isPersonal,
  type LeftOutReason,
  type PauseReason,
  toChosenIds,
} from '../../../core/digests/digest.ts';
import { nextRuns } from '../../../core/schedule.ts';
import { type DigestPreview, type Named, toPlaceName } from '../../../render/embed/digest-text.ts';
import type { Texts } from '../../../render/texts.ts';
import { type AccessSnapshot, takeSnapshot } from '../access/check-access.ts';
import { findSources, isCategory, toSourceIds, toSourcesDestination } from '../access/open-channels.ts';
import { findChannelReaders } from '../access/permissions.ts';
import { toPermissionChannel } from '../access/places.ts';
import type { RequestContext } from '../interaction/context.ts';
import { type Destination, findDestination } from './digest-places.ts';

const shownRuns = 3;

export type PreviewResult = {
  readonly preview: DigestPreview;
  /** Why the draft cannot be saved yet; null if it can. */
  readonly problem: 'nothingChosen' | 'nothingToRead' | null;
};

/** The effect of a choice, with freshly fetched permissions; a sentence if it cannot be saved at all. */
export async function fetchPreview(
  { t, privacy, now }: RequestContext,
  choice: DigestChoice,
  creatorId: string,
  asker: Asker,
): Promise<PreviewResult | string> {
  const { member, snapshot } = asker;
  const { destination } = choice;
  const isCreator = creatorId === member.id;
  const place = toPlaceName({ destination, creatorId }, t);
  const found = await findDestination({ ...choice, creatorId }, snapshot);
  if (found === 'destination_denied') return t('bot.digest.command.cannotPost', { place });
  if (found === 'destination_gone') return t('bot.digest.command.noDestination');
  if (found === 'creator_demoted' && isCreator) return toNotManager({ destination, creatorId }, t);
  if (typeof found === 'string')
    return t('bot.digest.command.cannotRun', { reason: t(`bot.digest.pauseReasons.${found}`) });
  const { channels, places } = await fetchPlaces({ ...choice, creatorId }, found, asker, privacy);
  const preview: DigestPreview = {
    choice,
    ...places,
    readers: await findReaders(found, snapshot),
    nextRuns: isNote(choice) ? [] : nextRuns(choice.schedule, now(), shownRuns),
    creatorId,
  };
  const nothing = toChosenIds(choice).length > 0 ? 'nothingToRead' : 'nothingChosen';
  return { preview, problem: channels.length === 0 ? nothing : null };
}

async function findReaders(
  destination: Destination,
  snapshot: AccessSnapshot,
): Promise<DigestPreview['readers']> {
  if (destination.isDMBased()) return 'creator';
  return destination.type === ChannelType.PrivateThread
    ? 'private_thread'
    : findChannelReaders(destination, snapshot);
}

/** What a digest reads, leaves out and posts in, as the asker may see it. Without a destination, nobody can tell what is left out. */
export async function fetchPlaces(
  choice: DigestChoice & Pick<Digest, 'creatorId'>,
  found: Destination | PauseReason,
  asker: Asker,
  privacy: PrivacyStore,
) {
  const { snapshot } = asker;
  const { channels, reasons } =
    typeof found === 'string'
      ? {
          channels: toSourceIds(choice, snapshot).map(id => ({ id })),
          reasons: new Map<string, LeftOutReason>(),
        }
      : await findSources(choice, snapshot, toSourcesDestination(found), privacy);
  const { destination } = choice;
  const chosenIds = toChosenIds(choice);
  const ids = channels.map(({ id }) => id);
  const places = {
    reads: await findNamed(asker, ids),
    leftOut: await groupLeftOut(asker, reasons),
    chosen: await findNamed(asker, chosenIds),
    hasCategory: chosenIds.some(id => isCategory(id, snapshot.channels)),
    destination: await findNamed(asker, destination.kind === 'dm' ? [] : [destination.channelId]),
  };
  return { channels, places };
}

/** By reason. For channels hidden from the asker, the reason is omitted too. */
async function groupLeftOut(
  asker: Asker,
  reasons: ReadonlyMap<string, LeftOutReason>,
): Promise<DigestPreview['leftOut']> {
  const { ids, hidden } = await findNamed(asker, [...reasons.keys()]);
  const byReason = Map.groupBy(ids, id => reasons.get(id) ?? 'gone');
  const named = [...byReason].map(([reason, those]) => ({ reason, ids: those, hidden: 0 }));
  return hidden === 0 ? named : [...named, { reason: null, ids: [], hidden }];
}

export type Asker = {
  readonly guild: Guild;
  readonly member: GuildMember;
  readonly isManager: boolean;
  readonly snapshot: AccessSnapshot;
};

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

/** People without Manage Server see only their own digests. Nobody sees who has a personal one. */
export function canSeeDigest(
  { isManager, member }: Pick<Asker, 'isManager' | 'member'>,
  digest: Pick<Digest, 'creatorId' | 'sources'>,
): boolean {
  return !isPersonal(digest) && (isManager || digest.creatorId === member.id);
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
async function findNamed(asker: Asker, channelIds: readonly string[]): Promise<Named> {
  const found = await Promise.all(
    channelIds.map(async id => {
      const fresh = await asker.snapshot.find(id);
      // The list of channels includes those that the bot cannot see.
      const channel = fresh === 'hidden' ? asker.guild.channels.cache.get(id) : fresh;
      return channel !== undefined && channel !== 'gone' && (await canSee(asker, channel));
    }),
  );
  const ids = channelIds.filter((_, index) => found[index]);
  return { ids, hidden: channelIds.length - ids.length };
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

export type DigestPress = ButtonInteraction | StringSelectMenuInteraction | ChannelSelectMenuInteraction;

export type DigestContext<Interaction extends RepliableInteraction = RepliableInteraction> =
  RequestContext<Interaction> & { readonly digests: Digests };
