import {
  ChannelType,
  type DMChannel,
  type Guild,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
} from 'discord.js';
import type { PrivacyStore } from '../../../app/store-ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { type Digest, type LeftOutReason, toChosenIds } from '../../../core/digests/digest.ts';
import { toInline } from '../../../render/embed/message-body.ts';
import { toFirstId } from '../history/message.ts';
import type { Ask, RequestContext } from '../interaction/context.ts';
import { type AccessOptions, type AccessSnapshot, checkAccess } from './check-access.ts';
import {
  findChannel,
  isSourceChannel,
  type ReadableChannel,
  type SourceChannel,
  toAnswerChannel,
  toPlacing,
} from './places.ts';
import type { ReadPlaces } from './stored-sources.ts';

/** The channels to read: one channel or thread, or the readable channels of a category or of the server. */
export type RequestedChannels = {
  /** The server as it was when they were requested; null in a direct message. */
  readonly snapshot: AccessSnapshot | null;
} & (
  | { readonly kind: 'channel'; readonly channel: GuildTextBasedChannel }
  | {
      readonly kind: 'category';
      readonly categoryId: string;
      readonly title: string;
      readonly guild: Guild;
      readonly channels: readonly SourceChannel[];
      /** How many of its channels may not be read or shown here. */
      readonly leftOut: number;
    }
  /** What a digest that is not saved would read. */
  | { readonly kind: 'digest'; readonly title: string; readonly channels: readonly SourceChannel[] }
  | {
      readonly kind: 'everywhere';
      readonly title: string;
      readonly channels: readonly GuildTextBasedChannel[];
      /** How many of the person's channels the bot may not read, and how many may not be shown here. */
      readonly botBlind: number;
      readonly ageRestricted: number;
    }
);

export type Everywhere = Extract<RequestedChannels, { readonly kind: 'everywhere' }>;

/** How far back all channels of a server are read. */
export const mostDaysBack = 30;
const dayMs = 86_400_000;

export function toChannels(requested: RequestedChannels): readonly SourceChannel[] {
  return requested.kind === 'channel' ? [requested.channel] : requested.channels;
}

export function toMention(requested: RequestedChannels): string {
  if (requested.kind === 'channel') return requested.channel.toString();
  return requested.kind === 'category' ? `<#${requested.categoryId}>` : toInline(requested.title);
}

/** Private threads need a request for their members each, so only the newest are checked. */
const mostPrivateThreads = 10;

/** Channels that the person may not read are neither named nor counted. */
export async function findEverywhere(
  context: RequestContext,
  { request: { question } }: Ask,
  snapshot: AccessSnapshot | null,
): Promise<RequestedChannels | null> {
  const { interaction } = context;
  const { user, guild } = interaction;
  if (snapshot === null || guild === null) return null;
  const found = await findOpenChannels(
    context,
    snapshot,
    user.id,
    toAnswerChannel(interaction),
    question === undefined ? mostDaysBack : null,
  );
  const { open, roleNeeded, botBlind, ageRestricted } = found;
  // Without the role that the server asks for, the check of these refuses.
  const channels = [...open, ...roleNeeded];
  return { kind: 'everywhere', title: guild.name, channels, botBlind, ageRestricted, snapshot };
}

/** The channels with messages of the last days, or with any, that a person may read, and those that they may not. */
export async function findOpenChannels(
  { privacy, now }: Pick<RequestContext, 'privacy' | 'now'>,
  snapshot: AccessSnapshot,
  personId: string,
  shownIn: ReadableChannel | undefined,
  days: number | null = mostDaysBack,
) {
  const floorId = days === null ? '0' : String(toFirstId(Date.parse(now()) - days * dayMs));
  const places = snapshot.channels
    .filter(each => each.isTextBased())
    .filter(({ lastMessageId }) => compareSnowflakes(lastMessageId ?? '0', floorId) > 0)
    .sort((a, b) => compareSnowflakes(b.lastMessageId ?? '0', a.lastMessageId ?? '0'));
  const isPrivate = ({ type }: GuildTextBasedChannel) => type === ChannelType.PrivateThread;
  const privateThreads = new Set(places.filter(isPrivate).slice(0, mostPrivateThreads));
  const judged = await Promise.all(
    places
      .filter(place => !isPrivate(place) || privateThreads.has(place))
      .map(async channel => {
        const denial = await checkAccess(channel, personId, { privacy, shownIn, snapshot });
        return { channel, reason: denial?.reason };
      }),
  );
  const count = (...reasons: readonly (string | undefined)[]) =>
    judged.filter(({ reason }) => reasons.includes(reason)).length;
  const select = (wanted: (typeof judged)[number]['reason']) =>
    judged.flatMap(({ channel, reason }) => (reason === wanted ? [channel] : []));
  return {
    open: select(undefined),
    roleNeeded: select('role_needed'),
    botBlind: count('bot_view', 'bot_history'),
    ageRestricted: count('age_restricted'),
  };
}

/** A public answer uses only channels that all its readers may read. */
export async function findCategory(
  { interaction, privacy }: RequestContext,
  categoryId: string,
  { isPrivate }: Ask,
  snapshot: AccessSnapshot | null,
): Promise<RequestedChannels | null> {
  const here = toAnswerChannel(interaction);
  if (snapshot === null || here === undefined || here.isDMBased()) return null;
  const category = snapshot.channels.find(({ id }) => id === categoryId);
  if (category === undefined) return null;
  const sources = { kind: 'channels' as const, channelIds: [categoryId] };
  const shown = isPrivate ? { shownIn: here } : { postedIn: here };
  const creatorId = interaction.user.id;
  const { channels, leftOut } = await findSources({ sources, creatorId }, snapshot, shown, privacy);
  const { name: title } = category;
  return {
    kind: 'category',
    categoryId,
    title,
    guild: here.guild,
    channels,
    leftOut: leftOut.length,
    snapshot,
  };
}

/** Sources that may be read, and the ids of those that may not. */
export type Sources = {
  readonly channels: readonly SourceChannel[];
  readonly leftOut: readonly string[];
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

type SourcesDestination = Pick<AccessOptions, 'shownIn' | 'postedIn'>;

/** Only one person reads a direct message. */
export function toSourcesDestination(channel: GuildBasedChannel | DMChannel): SourcesDestination {
  return channel.isDMBased() ? { shownIn: channel } : { postedIn: channel };
}

/** The sources of a digest that it may read now, and others. The bot, the creator, and all readers of the destination must have access. */
export async function findSources(
  digest: Pick<Digest, 'sources' | 'creatorId'>,
  snapshot: AccessSnapshot,
  destination: SourcesDestination,
  privacy: PrivacyStore,
): Promise<Sources> {
  const open = async (id: string): Promise<SourceChannel | LeftOutReason> => {
    const channel = await snapshot.find(id);
    if (channel === 'hidden') return 'bot';
    if (channel === 'gone' || !isSourceChannel(channel) || !readable.has(channel.type)) return 'gone';
    const denial = await checkAccess(channel, digest.creatorId, { privacy, snapshot, ...destination });
    if (denial === null) return channel;
    const { reason, who } = denial;
    if (reason === 'gone' || reason === 'age_restricted' || reason === 'audience') return reason;
    if (reason === 'channel_excluded') return 'excluded';
    return reason.startsWith('bot_') || who === 'bot' ? 'bot' : 'creator';
  };
  const channels: SourceChannel[] = [];
  const reasons = new Map<string, LeftOutReason>();
  for (const id of toSourceIds(digest, snapshot)) {
    const found = await open(id);
    if (typeof found === 'string') reasons.set(id, found);
    else channels.push(found);
  }
  return { channels, leftOut: [...reasons.keys()], reasons };
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

/** The channel or public thread with this id among the channels. What is known of a thread is enough: it never moves. */
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
