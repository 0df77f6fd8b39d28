import type { DigestStore } from '../../../app/digests/ports.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import * as kept from '../record-schemas.ts';
import type { Records } from '../records.ts';

export type DigestRecords = {
  readonly of: (guildId: string) => Records<Digest>;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
};

/** Digests by server. Within this process, changes of one digest run one after the other. */
export function createDigestStore({ of, guilds }: DigestRecords): DigestStore {
  const exclusively = createKeyedMutex();
  const put = (digest: Digest) => of(digest.guildId).put([digest.id], kept.toDigestRecord(digest));

  return {
    get: (guildId, digestId) => of(guildId).get(digestId),
    async create(digest) {
      await guilds.put([digest.guildId], kept.toGuildRecord(digest.guildId));
      await put(digest);
    },
    update: (guildId, digestId, change) =>
      exclusively(`${guildId} ${digestId}`, async () => {
        const digest = await of(guildId).get(digestId);
        if (digest === null) return null;
        const changed = change(digest);
        if (changed !== digest) await put(changed);
        return changed;
      }),
    remove: (guildId, digestId) => of(guildId).remove(digestId),
    async list(guildId) {
      const digests = await of(guildId).values();
      return [...digests].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },
    guildIds: () => guilds.list(),
  };
}
