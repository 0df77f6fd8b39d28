import {
  type AnyThreadChannel,
  ChannelType,
  type Guild,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
} from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Digest, LeftOutReason } from '../../../core/digests/digest.ts';
import { checkAccess } from '../access.ts';
import { fetchAudienceGap, fetchKnownDestination } from '../audience.ts';
import { orRefusal } from '../refusals.ts';
import { toFirstId } from '../snowflake.ts';
import { fetchFresh, fetchGuildStanding, type GuildStanding } from '../standing.ts';

/** Sources that may be read, and the ids of those that may not. */
export type Sources = {
  readonly channels: readonly GuildTextBasedChannel[];
  readonly leftOut: readonly string[];
  /** Why each of those is left out. */
  readonly reasons: ReadonlyMap<string, LeftOutReason>;
};

/** Channels whose own messages a digest reads. */
export const sourceChannelTypes = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.PublicThread,
  ChannelType.AnnouncementThread,
  ChannelType.PrivateThread,
] as const;
const readable: ReadonlySet<ChannelType> = new Set(sourceChannelTypes);

/**
 * The sources of a digest, sorted by whether it may read them now: the bot and the creator must be able to, and so must
 * everybody who can read the destination (null: a direct message to the creator). Asks Discord for everything anew.
 */
export async function findSources(
  digest: Pick<Digest, 'sources' | 'creatorId'>,
  guild: Guild,
  destination: GuildBasedChannel | null,
  privacy: PrivacyStore,
): Promise<Sources> {
  const channels: GuildTextBasedChannel[] = [];
  const reasons = new Map<string, LeftOutReason>();
  const known = {
    standing: await fetchGuildStanding(guild, digest.creatorId),
    destination: destination && (await fetchKnownDestination(destination)),
    privacy,
  };
  for (const id of await fetchSourceIds(digest, guild)) {
    const found = await findSource(id, digest.creatorId, guild, destination, known);
    if (typeof found === 'string') reasons.set(id, found);
    else channels.push(found);
  }
  return { channels, leftOut: [...reasons.keys()], reasons };
}

async function findSource(
  id: string,
  creatorId: string,
  guild: Guild,
  destination: GuildBasedChannel | null,
  known: {
    readonly standing: GuildStanding;
    readonly destination: Awaited<ReturnType<typeof fetchKnownDestination>> | null;
    readonly privacy: PrivacyStore;
  },
): Promise<GuildTextBasedChannel | LeftOutReason> {
  const channel = await fetchFresh(guild, id);
  if (channel === 'hidden') return 'bot';
  if (channel === 'gone') return 'gone';
  if (!channel.isTextBased() || !readable.has(channel.type)) return 'gone';
  const denial = await checkAccess(channel, creatorId, { privacy: known.privacy, known: known.standing });
  if (denial?.reason === 'gone') return 'gone';
  if (denial?.reason === 'channel_excluded') return 'bot';
  if (denial) return denial.reason.startsWith('bot_') || denial.who === 'bot' ? 'bot' : 'creator';
  const gap = destination && (await fetchAudienceGap(channel, destination, known.destination ?? undefined));
  return gap === null ? channel : 'audience';
}

/** The ids of the channels that a digest is to read, of a category those that are in it now. */
export async function fetchSourceIds(
  { sources }: Pick<Digest, 'sources'>,
  guild: Guild,
): Promise<readonly string[]> {
  if (sources.kind === 'channels') return sources.channelIds;
  const all = await guild.channels.fetch();
  return all
    .filter(channel => channel?.parentId === sources.categoryId && readable.has(channel.type))
    .sort((a, b) => (a?.rawPosition ?? 0) - (b?.rawPosition ?? 0))
    .map(channel => channel?.id ?? '');
}

/** A channel or thread to read, and the message after which it has not been covered. */
export type Place = { readonly channel: GuildTextBasedChannel; readonly afterId: string };

/**
 * The channels with their public threads, as far as something in them may not be covered yet. A private thread is read
 * only where it is a source itself.
 */
export async function findPlaces(
  channels: readonly GuildTextBasedChannel[],
  digest: Pick<Digest, 'covered' | 'since'>,
  guild: Guild,
): Promise<readonly Place[]> {
  const firstId = String(toFirstId(Date.parse(digest.since)) - 1n);
  const toPlace = (channel: GuildTextBasedChannel): Place => ({
    channel,
    afterId: digest.covered[channel.id] ?? firstId,
  });
  const threads = await findThreads(channels, firstId, guild);
  return [...channels, ...threads]
    .map(toPlace)
    .filter(({ channel, afterId }) => compareSnowflakes(channel.lastMessageId ?? '0', afterId) > 0);
}

/** The channel or thread with this id, if it is one of the channels or one of their public threads. */
export async function findPlace(
  id: string,
  channels: readonly GuildTextBasedChannel[],
): Promise<GuildTextBasedChannel | null> {
  const own = channels.find(channel => channel.id === id);
  if (own) return own;
  const [first] = channels;
  const found = first && (await fetchFresh(first.guild, id));
  if (!found || typeof found === 'string' || !found.isThread() || found.type === ChannelType.PrivateThread)
    return null;
  return channels.some(channel => channel.id === found.parentId) ? found : null;
}

async function findThreads(
  channels: readonly GuildTextBasedChannel[],
  firstId: string,
  guild: Guild,
): Promise<readonly AnyThreadChannel[]> {
  const parents = channels.filter(channel => !channel.isThread() && 'threads' in channel);
  if (parents.length === 0) return [];
  const ids = new Set(parents.map(({ id }) => id));
  const { threads } = await guild.channels.fetchActiveThreads(false);
  const found = new Map(
    [...threads.values()]
      .filter(({ parentId, type }) => ids.has(parentId ?? '') && type !== ChannelType.PrivateThread)
      .map(thread => [thread.id, thread] as const),
  );
  for (const parent of parents) {
    // The most recently archived hundred: more of a channel are hardly archived within one period.
    const archived = await orRefusal(parent.threads.fetchArchived({ type: 'public' }, false));
    if (typeof archived === 'string') continue;
    for (const thread of archived.threads.values())
      if (compareSnowflakes(thread.lastMessageId ?? '0', firstId) > 0) found.set(thread.id, thread);
  }
  return [...found.values()];
}
