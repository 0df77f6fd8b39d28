import type { DigestStore } from '../../../app/digests/ports.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import * as kept from '../record-schemas.ts';
import type { Records } from '../records.ts';

export type DigestRecords = {
  readonly of: (guildId: string) => Records<Digest>;
  /** The servers of which something is kept. */
  readonly guilds: Records<string>;
};

/** Digests by server. Changes of one digest wait for each other within this process. */
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
