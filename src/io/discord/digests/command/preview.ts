import { ChannelType, type ForumChannel, type GuildForumTag } from 'discord.js';
import type { DigestChoice, LeftOutReason } from '../../../../core/digests/digest.ts';
import { nextRuns } from '../../../../core/schedule.ts';
import { type DigestPreview, toPlaceName } from '../../../../render/embed/digest-text.ts';
import type { AccessSnapshot } from '../../access/access-snapshot.ts';
import { findChannelReaders } from '../../access/audience.ts';
import type { RequestContext } from '../../interaction/context.ts';
import { type Destination, findDestination, findTags, requiresTag } from '../destination.ts';
import { findSources, toSourceIds, toSourcesDestination } from '../sources.ts';
import { type Asker, findVisibility, toNamed, toNotManager } from './member-access.ts';

const shownRuns = 3;

export type Previewed = {
  readonly preview: DigestPreview;
  /** Why the draft cannot be saved yet; null if it can. */
  readonly problem: 'nothing_chosen' | 'nothing_to_read' | 'tag_missing' | null;
  /** The tags to choose from, if the destination is a forum that requires one. */
  readonly tags: readonly GuildForumTag[];
};

/** The effect of a choice, with freshly fetched permissions; a sentence if it cannot be saved at all. */
export async function fetchPreview(
  { t, privacy, now }: RequestContext,
  choice: DigestChoice,
  creatorId: string,
  asker: Asker,
): Promise<Previewed | string> {
  const { member, snapshot } = asker;
  const { sources, destination } = choice;
  const isCreator = creatorId === member.id;
  const place = toPlaceName({ destination, creatorId }, t);
  const found = await findDestination({ destination, creatorId }, snapshot);
  if (found === 'destination_denied') return t('bot.digest.command.cannotPost', { place });
  if (found === 'destination_gone') return t('bot.digest.command.noDestination');
  if (found === 'creator_demoted' && isCreator) return toNotManager({ destination, creatorId }, t);
  const channel = found === 'tag_required' ? await findForum(destination, snapshot) : found;
  if (typeof channel === 'string')
    return t('bot.digest.command.cannotRun', { reason: t(`bot.digest.pauseReasons.${channel}`) });
  const tags = channel.type === ChannelType.GuildForum && requiresTag(channel) ? findTags(channel) : null;
  if (tags?.length === 0) return t('bot.digest.command.noTag', { forum: place });
  const categoryId = sources.kind === 'category' ? sources.categoryId : null;
  if (categoryId !== null && !(await isVisibleCategory(asker, categoryId)))
    return t('bot.digest.command.noCategory');
  const shown = toSourcesDestination(channel);
  const { channels, reasons } = await findSources({ sources, creatorId }, snapshot, shown, privacy);
  const preview: DigestPreview = {
    choice,
    reads: await toNamed(
      asker,
      channels.map(({ id }) => id),
    ),
    category: categoryId === null ? null : { ids: [categoryId], hidden: 0, deleted: 0 },
    destination: await toNamed(asker, channel.isDMBased() ? [] : [channel.id]),
    tag: tags?.find(({ id }) => destination.kind === 'forum' && id === destination.tagId)?.name ?? null,
    readers: await toReaders(channel, snapshot),
    leftOut: await toLeftOut(asker, reasons),
    nextRuns: nextRuns(choice.schedule, now(), shownRuns),
    creatorId,
    isCreator,
  };
  const isChosen = sources.kind === 'category' || sources.channelIds.length > 0;
  const problem =
    channels.length === 0
      ? isChosen
        ? 'nothing_to_read'
        : 'nothing_chosen'
      : found === 'tag_required'
        ? 'tag_missing'
        : null;
  return { preview, problem, tags: tags ?? [] };
}

/** The forum of an existing destination. */
async function findForum(
  destination: DigestChoice['destination'],
  { find }: AccessSnapshot,
): Promise<ForumChannel | 'destination_gone'> {
  const forum = destination.kind === 'forum' ? await find(destination.channelId) : 'gone';
  return typeof forum !== 'string' && forum.type === ChannelType.GuildForum ? forum : 'destination_gone';
}

async function toReaders(
  destination: Destination,
  snapshot: AccessSnapshot,
): Promise<DigestPreview['readers']> {
  if (destination.isDMBased()) return 'creator';
  return destination.type === ChannelType.PrivateThread
    ? 'private_thread'
    : findChannelReaders(destination, snapshot);
}

/** The sources and destination of a choice, as the asker may see them; whether they may be read is not checked. */
export async function fetchPlaces(choice: DigestChoice, asker: Asker) {
  const { sources, destination } = choice;
  const destinationIds = destination.kind === 'dm' ? [] : [destination.channelId];
  return {
    reads: await toNamed(asker, toSourceIds({ sources }, asker.snapshot)),
    category: sources.kind === 'category' ? await toNamed(asker, [sources.categoryId]) : null,
    destination: await toNamed(asker, destinationIds),
  };
}

async function isVisibleCategory(asker: Asker, id: string): Promise<boolean> {
  const category = await asker.snapshot.find(id);
  const isCategory =
    category === 'hidden' || (category !== 'gone' && category.type === ChannelType.GuildCategory);
  return isCategory && (await findVisibility(asker, id)) === 'visible';
}

/** By reason. For channels hidden from the asker, the reason is omitted too. */
async function toLeftOut(
  asker: Asker,
  reasons: ReadonlyMap<string, LeftOutReason>,
): Promise<DigestPreview['leftOut']> {
  const { ids, ...unnamed } = await toNamed(asker, [...reasons.keys()]);
  const byReason = Map.groupBy(ids, id => reasons.get(id) ?? 'gone');
  const named = [...byReason].map(([reason, those]) => ({ reason, ids: those, hidden: 0, deleted: 0 }));
  return unnamed.hidden + unnamed.deleted === 0 ? named : [...named, { reason: null, ids: [], ...unnamed }];
}
