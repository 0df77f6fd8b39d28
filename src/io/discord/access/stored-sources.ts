import { ChannelType, type Client } from 'discord.js';
import type { StoredSummary } from '../../../app/store-ports.ts';
import { type AccessOptions, type AccessSnapshot, checkAccess, takeSnapshot } from './check-access.ts';
import type { Denial } from './permissions.ts';
import { findSource } from './places.ts';

type Sourced = Pick<StoredSummary, 'guildId' | 'channelId' | 'places' | 'linked' | 'summary'>;

/** The channels that were read, and the channels and threads that were read or are cited, if there are several. */
export type ReadPlaces = { readonly channelIds: readonly string[]; readonly placeIds: readonly string[] };

export function toReadPlaces({ channelId, places, linked = {}, summary }: Sourced): ReadPlaces {
  const linkedIds = Object.values(linked);
  if (places === undefined) return { channelIds: [...new Set([channelId, ...linkedIds])], placeIds: [] };
  const { placeIds = [] } = summary.source;
  const channelIds = [...new Set([...summary.source.channelIds, ...linkedIds])];
  // Participants and titles tell of what was read, cited or not.
  return { channelIds, placeIds: [...new Set([...Object.values(places), ...placeIds])] };
}

/**
 * As `checkAccess`, for every source channel of a stored summary; null if all may be read. Deleted channels are ignored as long as one is
 * left: their claims are removed as for deleted messages.
 */
export async function checkStoredAccess(
  stored: Sourced,
  client: Client,
  personId: string | null,
  options: AccessOptions,
): Promise<Denial | null> {
  const { guildId } = stored;
  const person = personId === null ? {} : { personId };
  const snapshot =
    options.snapshot ?? (guildId === null ? null : await takeSnapshot(client, guildId, person));
  let gone: Denial | null = null;
  let isAnyLeft = false;
  for (const channelId of await toSourceIds(toReadPlaces(stored), client)) {
    const channel = await findSource(client, channelId);
    const denial: Denial | null =
      typeof channel === 'string'
        ? { reason: channel === 'hidden' ? 'bot_view' : 'gone', channelId }
        : await checkAccess(channel, personId, { ...options, snapshot });
    if (denial?.reason === 'gone') gone ??= denial;
    else if (denial !== null) return denial;
    else isAnyLeft = true;
  }
  return isAnyLeft ? null : gone;
}

/** The source channels of a stored summary, and its private threads, which only the places of messages tell. */
export async function toSourceIds(
  { channelIds, placeIds }: ReadPlaces,
  client: Client,
): Promise<readonly string[]> {
  const places = await Promise.all(placeIds.map(id => findSource(client, id)));
  const threads = places.flatMap(each =>
    typeof each !== 'string' && each.type === ChannelType.PrivateThread ? [each.id] : [],
  );
  return [...channelIds, ...threads];
}

/** Which of these channels and threads of a server may be read, as for `checkAccess`. */
export async function findReadable(
  placeIds: readonly string[],
  client: Client,
  personId: string | null,
  options: AccessOptions & { readonly snapshot: AccessSnapshot },
): Promise<ReadonlySet<string>> {
  const readable = new Set<string>();
  for (const placeId of new Set(placeIds)) {
    const channel = await findSource(client, placeId);
    if (typeof channel === 'string' || channel.guildId !== options.snapshot.guildId) continue;
    if ((await checkAccess(channel, personId, options)) === null) readable.add(placeId);
  }
  return readable;
}
