import { z } from 'zod';
import type { DigestStore } from '../../../app/digests/ports.ts';
import { type Digest, digestSchema } from '../../../core/digests/digest.ts';
import { compare } from '../../../core/order.ts';
import { storedObject, toWrapping, withWrapping } from '../../../core/stored-object.ts';
import { guildFormat } from '../formats.ts';
import type { Records } from '../records.ts';

const digestRecord = storedObject({ version: z.literal(1), digest: digestSchema });

function toDigestRecord(digest: Digest): object {
  return { ...toWrapping(digest), version: 1, digest };
}

export function parseDigestRecord(value: unknown): Digest | null {
  const { data } = digestRecord.safeParse(value);
  if (data === undefined) return null;
  const { version: _, digest, ...others } = data;
  return withWrapping(digest, others);
}

type DigestRecords = {
  readonly of: (guildId: string) => Records<Digest>;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
};

/** Digests by server. */
export function createDigestStore({ of, guilds }: DigestRecords): DigestStore {
  const put = (digest: Digest) => of(digest.guildId).put([digest.id], toDigestRecord(digest));

  return {
    get: (guildId, digestId) => of(guildId).get(digestId),
    async create(digest) {
      await guilds.put([digest.guildId], guildFormat.toRecord(digest.guildId));
      await put(digest);
    },
    async update(guildId, digestId, change) {
      let changed: Digest | null = null;
      await of(guildId).update([digestId], digest => {
        changed = digest && change(digest);
        return changed === null || changed === digest ? null : toDigestRecord(changed);
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
