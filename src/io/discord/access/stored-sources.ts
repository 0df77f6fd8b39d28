import { ChannelType, type Client, type GuildMember } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import { orUnavailable, type Unavailable } from '../interaction/unavailable.ts';
import { type AccessSnapshot, takeSnapshot, toCachedSnapshot } from './access-snapshot.ts';
import { checkAudience } from './audience.ts';
import { type AccessOptions, checkAccess, type Denial } from './check-access.ts';
import { isSourceChannel, type ReadableChannel, type SourceChannel } from './places.ts';

type Sourced = Pick<StoredSummary, 'guildId' | 'channelId' | 'places' | 'summary'>;

/** The channels that were read, and the channels and threads that are cited, if there are several. */
export type ReadPlaces = { readonly channelIds: readonly string[]; readonly placeIds: readonly string[] };

export function toReadPlaces(stored: Sourced): ReadPlaces {
  return stored.places === undefined
    ? { channelIds: [stored.channelId], placeIds: [] }
    : { channelIds: stored.summary.source.channelIds, placeIds: toPlaceIds(stored) };
}

/** The channels and threads that a stored summary cites. */
function toPlaceIds({ channelId, places }: Sourced): readonly string[] {
  return places === undefined ? [channelId] : [...new Set(Object.values(places))];
}

/** Whether a person may read every source channel of a stored summary; null if so. */
export async function checkStoredAccess(
  stored: Sourced,
  client: Client,
  personId: string,
  options: AccessOptions,
): Promise<Denial | null> {
  const snapshot = options.snapshot ?? (await takeStoredSnapshot(stored, client, personId));
  return checkPlacesAccess(toReadPlaces(stored), client, personId, { ...options, snapshot });
}

/** Null in direct messages, in which nothing of a server is read. */
async function takeStoredSnapshot({ guildId }: Sourced, client: Client, personId?: string) {
  if (guildId === null) return null;
  return takeSnapshot(client, guildId, personId === undefined ? {} : { personId });
}

/** Whether a person may read all these channels and threads; null if so. */
export function checkPlacesAccess(
  places: ReadPlaces,
  client: Client,
  personId: string,
  options: AccessOptions,
): Promise<Denial | null> {
  return checkEach(places, client, channel => checkAccess(channel, personId, options));
}

/**
 * The same check with cached gateway data, for answers that are due within three seconds; the next action is checked
 * again. Only private threads need requests.
 */
export function checkCachedStoredAccess(
  stored: Sourced,
  client: Client,
  member: GuildMember,
  options: AccessOptions,
): Promise<Denial | null> {
  return checkCachedPlacesAccess(toReadPlaces(stored), client, member, options);
}

export function checkCachedPlacesAccess(
  places: ReadPlaces,
  client: Client,
  member: GuildMember,
  options: AccessOptions,
): Promise<Denial | null> {
  const snapshot = toCachedSnapshot(member.guild, member);
  return checkPlacesAccess(places, client, member.id, { ...options, snapshot });
}

/** Whether everyone who can read a channel may read the sources of a stored summary; null if so. */
export async function checkStoredAudience(
  stored: Sourced,
  client: Client,
  shownIn: ReadableChannel,
  given?: AccessSnapshot | null,
): Promise<Denial | null> {
  const snapshot = given ?? (await takeStoredSnapshot(stored, client));
  return checkEach(toReadPlaces(stored), client, channel => checkAudience(channel, shownIn, snapshot));
}

/** Deleted channels are ignored as long as one is left: their claims are removed as for deleted messages. */
async function checkEach(
  read: ReadPlaces,
  client: Client,
  check: (channel: SourceChannel) => Promise<Denial | null>,
): Promise<Denial | null> {
  let gone: Denial | null = null;
  let isAnyLeft = false;
  for (const channelId of await toSourceIds(read, client)) {
    const denial = await checkOne(channelId, client, check);
    if (denial?.reason === 'gone') gone ??= denial;
    else if (denial !== null) return denial;
    else isAnyLeft = true;
  }
  return isAnyLeft ? null : gone;
}

async function checkOne(
  channelId: string,
  client: Client,
  check: (channel: SourceChannel) => Promise<Denial | null>,
): Promise<Denial | null> {
  const channel = await findSource(client, channelId);
  if (channel === 'hidden') return { reason: 'bot_view', channelId };
  return channel === 'gone' ? { reason: 'gone', channelId } : check(channel);
}

/**
 * The source channels of a stored summary. Private threads are known only from the places of messages, and are checked
 * in addition to their channel.
 */
export async function toSourceIds(
  { channelIds, placeIds }: ReadPlaces,
  client: Client,
): Promise<readonly string[]> {
  const places = await Promise.all(placeIds.map(id => findSource(client, id)));
  const threads = places.filter(each => typeof each !== 'string' && each.type === ChannelType.PrivateThread);
  return [...channelIds, ...threads.flatMap(each => (typeof each === 'string' ? [] : each.id))];
}

/** From the gateway cache, otherwise from Discord. */
export async function findSource(client: Client, id: string): Promise<SourceChannel | Unavailable> {
  const channel = await orUnavailable(client.channels.fetch(id));
  // The server is unknown to this process; another process may serve it.
  if (channel === null) return 'hidden';
  if (typeof channel === 'string') return channel;
  return !channel.isDMBased() && isSourceChannel(channel) ? channel : 'gone';
}
