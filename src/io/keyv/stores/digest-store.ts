import type { DigestStore } from '../../../app/digests/ports.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { compare } from '../../../core/order.ts';
import * as kept from '../record-schemas.ts';
import type { Records } from '../records.ts';

type DigestRecords = {
  readonly of: (guildId: string) => Records<Digest>;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
};

/** Digests by server. */
export function createDigestStore({ of, guilds }: DigestRecords): DigestStore {
  const put = (digest: Digest) => of(digest.guildId).put([digest.id], kept.toDigestRecord(digest));

  return {
    get: (guildId, digestId) => of(guildId).get(digestId),
    async create(digest) {
      await guilds.put([digest.guildId], kept.toGuildRecord(digest.guildId));
      await put(digest);
    },
    async update(guildId, digestId, change) {
      let changed: Digest | null = null;
      await of(guildId).update([digestId], digest => {
        changed = digest && change(digest);
        return changed === null || changed === digest ? null : kept.toDigestRecord(changed);
      });
      return changed;
    },
    remove: (guildId, digestId) => of(guildId).remove(digestId),
    async list(guildId) {
      const digests = await of(guildId).values();
      return [...digests].sort((a, b) => compare(a.createdAt, b.createdAt));
    },
    guildIds: () => guilds.list(),
  };
}
