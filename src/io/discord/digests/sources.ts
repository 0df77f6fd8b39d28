import {
  ChannelType,
  type DMChannel,
  type Guild,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
} from 'discord.js';
import type { DigestReading } from '../../../app/digests/ports.ts';
import type { PrivacyStore } from '../../../app/store-ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { type Digest, type LeftOutReason, toChosenIds } from '../../../core/digests/digest.ts';
import { checkAudience } from '../access/audience.ts';
import { type AccessSnapshot, checkAccess } from '../access/check-access.ts';
import {
  findChannel,
  isSourceChannel,
  type ReadableChannel,
  type SourceChannel,
  toPlacing,
} from '../access/places.ts';
import type { ReadPlaces } from '../access/stored-sources.ts';
import { pageForward, type ReadingWatch } from '../history/history.ts';
import { toFirstId } from '../history/message.ts';
import { findTextChannels, readConversation, readPlaces } from '../history/read-channels.ts';

/** Sources that may be read, and the ids of those that may not. */
export type Sources = {
  readonly channels: readonly SourceChannel[];
  readonly leftOut: readonly string[];
  /** The reason for each of `leftOut`. */
  readonly reasons: ReadonlyMap<string, LeftOutReason>;
};

/** Channels to choose from. Discord's selects do not offer media channels. */
export const sourceChannelTypes = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.PublicThread,
  ChannelType.AnnouncementThread,
  ChannelType.PrivateThread,
  ChannelType.GuildForum,
] as const;
/** Channels that a digest reads: their messages and threads, or posts. A media channel is read with its category. */
const readable: ReadonlySet<ChannelType> = new Set([...sourceChannelTypes, ChannelType.GuildMedia]);

/** A channel that other people read too, or one in which only one person sees the answer. */
type SourcesDestination = GuildBasedChannel | { readonly shownTo: ReadableChannel };

/** Only one person reads a direct message. */
export function toSourcesDestination(channel: GuildBasedChannel | DMChannel): SourcesDestination {
  return channel.isDMBased() ? { shownTo: channel } : channel;
}

/**
 * The sources of a digest, sorted by whether it may read them now. The bot and the creator must have access, and so
 * must everyone who can read the destination, unless it is private to the creator.
 */
export async function findSources(
  digest: Pick<Digest, 'sources' | 'creatorId'>,
  snapshot: AccessSnapshot,
  destination: SourcesDestination,
  privacy: PrivacyStore,
): Promise<Sources> {
  const channels: SourceChannel[] = [];
  const reasons = new Map<string, LeftOutReason>();
  for (const id of toSourceIds(digest, snapshot)) {
    const found = await findSource(id, digest.creatorId, snapshot, destination, privacy);
    if (typeof found === 'string') reasons.set(id, found);
    else channels.push(found);
  }
  return { channels, leftOut: [...reasons.keys()], reasons };
}

async function findSource(
  id: string,
  creatorId: string,
  snapshot: AccessSnapshot,
  destination: SourcesDestination,
  privacy: PrivacyStore,
): Promise<SourceChannel | LeftOutReason> {
  const channel = await snapshot.find(id);
  if (channel === 'hidden') return 'bot';
  if (channel === 'gone') return 'gone';
  if (!isSourceChannel(channel) || !readable.has(channel.type)) return 'gone';
  const isForOne = 'shownTo' in destination;
  const denial = await checkAccess(channel, creatorId, {
    privacy,
    snapshot,
    ...(isForOne && { shownIn: destination.shownTo }),
  });
  if (denial?.reason === 'gone' || denial?.reason === 'age_restricted') return denial.reason;
  if (denial?.reason === 'channel_excluded') return 'bot';
  if (denial) return denial.reason.startsWith('bot_') || denial.who === 'bot' ? 'bot' : 'creator';
  if (isForOne) return channel;
  const closed = await checkAudience(channel, destination, snapshot);
  if (closed === null) return channel;
  return closed.reason === 'age_restricted' ? 'age_restricted' : 'audience';
}

/** The ids of a digest's source channels; of a category, those of its current channels. */
export function toSourceIds(
  digest: Pick<Digest, 'sources'>,
  { channels }: Pick<AccessSnapshot, 'channels'>,
): readonly string[] {
  const ids = toChosenIds(digest).flatMap(chosen =>
    isCategory(chosen, channels)
      ? channels
          .filter(channel => !channel.isThread())
          .filter(({ parentId, type }) => parentId === chosen && readable.has(type))
          .sort((a, b) => a.rawPosition - b.rawPosition)
          .map(({ id }) => id)
      : [chosen],
  );
  return [...new Set(ids)];
}

export function isCategory(channelId: string, channels: AccessSnapshot['channels']): boolean {
  return channels.some(({ id, type }) => id === channelId && type === ChannelType.GuildCategory);
}

/** A channel or thread to read, and the id after which nothing is covered yet. */
type PlaceToRead = { readonly channel: GuildTextBasedChannel; readonly afterId: string };

/**
 * The channels and their public threads and posts that may contain uncovered messages. A private thread is read only if
 * it is a source itself.
 */
async function findPlaces(
  channels: readonly SourceChannel[],
  digest: Pick<Digest, 'covered' | 'coveredTo' | 'since'>,
  guild: Guild,
): Promise<readonly PlaceToRead[]> {
  const { covered, coveredTo = '0' } = digest;
  const firstId = toSinceId(digest);
  const toPlace = (channel: GuildTextBasedChannel): PlaceToRead => {
    const knownId = covered[channel.id] ?? firstId;
    return { channel, afterId: compareSnowflakes(knownId, coveredTo) > 0 ? knownId : coveredTo };
  };
  const found = await findTextChannels(channels, firstId, guild);
  return found
    .map(toPlace)
    .filter(({ channel, afterId }) => compareSnowflakes(channel.lastMessageId ?? '0', afterId) > 0);
}

/** The messages with greater ids are of the digest. */
function toSinceId({ since }: Pick<Digest, 'since'>): string {
  return String(toFirstId(Date.parse(since)) - 1n);
}

/**
 * The channel or thread with this id, if it is one of the channels or one of their public threads. What is known of a
 * thread is enough: it never changes its channel, nor between public and private.
 */
export async function findSourcePlace(
  id: string,
  channels: readonly SourceChannel[],
): Promise<GuildTextBasedChannel | null> {
  const own = channels.find(channel => channel.id === id);
  if (own?.isTextBased()) return own;
  const [first] = channels;
  const found = first && (await findChannel(first.client, id));
  if (!found?.isThread() || found.type === ChannelType.PrivateThread) return null;
  return channels.some(channel => channel.id === found.parentId) ? found : null;
}

/** Whether all sources of a stored summary are among these channels and their public threads. */
export async function areSourcesReadable(
  { channelIds, placeIds }: ReadPlaces,
  channels: readonly SourceChannel[],
): Promise<boolean> {
  const open = new Set(channels.flatMap(channel => [channel.id, ...toPlacing(channel).source.channelIds]));
  if (!channelIds.every(id => open.has(id))) return false;
  for (const placeId of placeIds) if ((await findSourcePlace(placeId, channels)) === null) return false;
  return true;
}

/**
 * Reads at most `limit` messages of these sources that the digest has not covered, oldest first.
 */
export async function readSources(
  digest: Digest,
  { channels, leftOut }: Sources,
  guild: Guild,
  limit: number,
  watch: ReadingWatch,
): Promise<DigestReading> {
  const places = await findPlaces(channels, digest, guild);
  // No place is read further than all others, so what is covered is covered up to its newest message everywhere.
  const lastId = places
    .map(({ channel }) => channel.lastMessageId ?? '0')
    .sort(compareSnowflakes)
    .at(-1);
  const pages = places.map(({ channel, afterId }) => ({
    channel,
    pages: pageForward(channel, { afterId, lastId }, watch.signal),
  }));
  const { records: taken, hasMore } = await readPlaces(pages, { order: 'oldest first', count: limit });
  const { source, ...conversation } = await readConversation(taken, channels, guild, watch);
  const named = new Map(channels.flatMap(each => toPlacing(each).channel ?? []).map(each => [each.id, each]));
  return {
    // Where there are more messages than were read, a channel without one may still have news.
    conversation: {
      ...conversation,
      source: hasMore ? source : { ...source, channels: [...named.values()] },
    },
    covered: Object.fromEntries(taken.map(({ channel, record }) => [channel.id, record.id])),
    hasMore,
    leftOut,
  };
}
