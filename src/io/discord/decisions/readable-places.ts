import type { Guild } from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { evaluateAccess } from '../access/check-access.ts';
import {
  fetchGuildSnapshot,
  fetchPermissionSnapshot,
  type GuildSnapshot,
  toCachedSnapshot,
} from '../access/permission-snapshot.ts';
import { findSource } from '../access/stored-sources.ts';

/** Which channels and threads a member may read. */
export type ReadablePlaces = {
  readonly person: GuildSnapshot['person'];
  /** By the channels' cached permissions, for many entries of which few are shown. */
  readonly find: (placeIds: Iterable<string>) => Promise<ReadonlySet<string>>;
  /** By their permissions as they are now. */
  readonly check: (placeIds: Iterable<string>) => Promise<ReadonlySet<string>>;
};

/** The member and their roles are fetched once. */
export async function openReadablePlaces(
  guild: Guild,
  personId: string,
  privacy: PrivacyStore,
): Promise<ReadablePlaces> {
  const known = await fetchGuildSnapshot(guild, personId);
  const { person } = known;
  const collect = async (placeIds: Iterable<string>, isFresh: boolean) => {
    const readable = new Set<string>();
    if (typeof person === 'string') return readable;
    for (const placeId of new Set(placeIds)) {
      const channel = await findSource(guild.client, placeId);
      if (typeof channel === 'string' || channel.guildId !== guild.id) continue;
      const snapshot = isFresh
        ? await fetchPermissionSnapshot(channel, personId, known)
        : toCachedSnapshot(channel, person);
      if ((await evaluateAccess(channel, snapshot, personId, { privacy })) === null) readable.add(placeId);
    }
    return readable;
  };
  return {
    person,
    find: placeIds => collect(placeIds, false),
    check: placeIds => collect(placeIds, true),
  };
}
