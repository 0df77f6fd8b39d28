import { ChannelType, type ForumChannel, type Guild, type GuildForumTag } from 'discord.js';
import type { DigestChoice, LeftOutReason } from '../../../../core/digests/digest.ts';
import { nextRuns } from '../../../../core/schedule.ts';
import { type DigestPreview, toPlaceName } from '../../../../render/digests/digest-text.ts';
import { fetchReaders } from '../../access/audience.ts';
import { fetchFresh } from '../../access/permission-snapshot.ts';
import type { RequestContext } from '../../interaction/context.ts';
import { type Destination, findDestination, findTags, requiresTag } from '../destination.ts';
import { fetchSourceIds, findSources, toSourcesDestination } from '../sources.ts';
import { type Asker, toNamed, toNotManager } from './member-access.ts';

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
  { words, privacy, now }: RequestContext,
  choice: DigestChoice,
  creatorId: string,
  asker: Asker,
): Promise<Previewed | string> {
  const { guild, member } = asker;
  const { command, pauseReasons } = words.digest;
  const { sources, destination } = choice;
  const isCreator = creatorId === member.id;
  const place = toPlaceName({ destination, creatorId }, command);
  const found = await findDestination({ destination, creatorId }, guild);
  if (found === 'destination_denied') return command.cannotPost(place);
  if (found === 'destination_gone') return command.noDestination;
  if (found === 'creator_demoted' && isCreator) return toNotManager({ destination, creatorId }, words);
  const channel = found === 'tag_required' ? await fetchForum(destination, guild) : found;
  if (typeof channel === 'string') return command.cannotRun(pauseReasons[channel]);
  const tags = channel.type === ChannelType.GuildForum && requiresTag(channel) ? findTags(channel) : null;
  if (tags?.length === 0) return command.noTag(place);
  const categoryId = sources.kind === 'category' ? sources.categoryId : null;
  if (categoryId !== null && !(await isVisibleCategory(asker, categoryId))) return command.noCategory;
  const shown = toSourcesDestination(channel);
  const { channels, reasons } = await findSources({ sources, creatorId }, guild, shown, privacy);
  const preview: DigestPreview = {
    choice,
    reads: await toNamed(
      asker,
      channels.map(({ id }) => id),
    ),
    category: categoryId === null ? null : { ids: [categoryId], hidden: 0, deleted: 0 },
    destination: await toNamed(asker, channel.isDMBased() ? [] : [channel.id]),
    tag: tags?.find(({ id }) => destination.kind === 'forum' && id === destination.tagId)?.name ?? null,
    readers: await toReaders(channel),
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

/** Fetches the forum of an existing destination. */
async function fetchForum(
  destination: DigestChoice['destination'],
  guild: Guild,
): Promise<ForumChannel | 'destination_gone'> {
  const forum = destination.kind === 'forum' ? await fetchFresh(guild, destination.channelId) : 'gone';
  return typeof forum !== 'string' && forum.type === ChannelType.GuildForum ? forum : 'destination_gone';
}

async function toReaders(destination: Destination): Promise<DigestPreview['readers']> {
  if (destination.isDMBased()) return 'creator';
  return destination.type === ChannelType.PrivateThread ? 'private_thread' : fetchReaders(destination);
}

/** The sources and destination of a choice, as the asker may see them; whether they may be read is not checked. */
export async function fetchPlaces(choice: DigestChoice, asker: Asker) {
  const { sources, destination } = choice;
  const destinationIds = destination.kind === 'dm' ? [] : [destination.channelId];
  return {
    reads: await toNamed(asker, await fetchSourceIds({ sources }, asker.guild)),
    category: sources.kind === 'category' ? await toNamed(asker, [sources.categoryId]) : null,
    destination: await toNamed(asker, destinationIds),
  };
}

async function isVisibleCategory(asker: Asker, id: string): Promise<boolean> {
  const category = await fetchFresh(asker.guild, id);
  const isCategory =
    category === 'hidden' || (category !== 'gone' && category.type === ChannelType.GuildCategory);
  return isCategory && (await asker.findVisibility(id)) === 'visible';
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
