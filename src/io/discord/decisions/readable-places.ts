import type { Guild, GuildMember } from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { type AccessSnapshot, takeSnapshot, toCachedSnapshot } from '../access/access-snapshot.ts';
import { checkAccess } from '../access/check-access.ts';
import { findSource } from '../access/stored-sources.ts';
import type { Unavailable } from '../interaction/unavailable.ts';

/** Which channels and threads a member may read. */
export type ReadablePlaces = {
  readonly person: GuildMember | Unavailable;
  /** By the channels' cached permissions, for many entries when few are shown. */
  readonly find: (placeIds: Iterable<string>) => Promise<ReadonlySet<string>>;
  /** By their permissions in a snapshot. */
  readonly check: (placeIds: Iterable<string>) => Promise<ReadonlySet<string>>;
};

/** Takes a snapshot. */
export async function openReadablePlaces(
  guild: Guild,
  personId: string,
  privacy: PrivacyStore,
): Promise<ReadablePlaces> {
  const snapshot = await takeSnapshot(guild.client, guild.id, { personId });
  const person = await snapshot.member(personId);
  const collect = async (placeIds: Iterable<string>, known: AccessSnapshot | null) => {
    const readable = new Set<string>();
    if (known === null) return readable;
    for (const placeId of new Set(placeIds)) {
      const channel = await findSource(guild.client, placeId);
      if (typeof channel === 'string' || channel.guildId !== guild.id) continue;
      if ((await checkAccess(channel, personId, { privacy, snapshot: known })) === null)
        readable.add(placeId);
    }
    return readable;
  };
  return {
    person,
    find: placeIds => collect(placeIds, typeof person === 'string' ? null : toCachedSnapshot(guild, person)),
    check: placeIds => collect(placeIds, snapshot),
  };
}
