import type { DigestStore } from '../../../app/digests/ports.ts';
import { type Digest, digestSchema } from '../../../core/digests/digest.ts';
import { compare } from '../../../core/order.ts';
import { createFieldFormat } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';

const digestFormat = createFieldFormat('digest', digestSchema);

/** Digests by server. */
export function createDigestStore({ ofServers, servers }: StoreParts): DigestStore {
  const of = ofServers('digests', digestFormat);
  return {
    get: (guildId, digestId) => of(guildId).get(digestId),
    async create(digest) {
      await servers.note(digest.guildId);
      await of(digest.guildId).put([digest.id], digest);
    },
    async update(guildId, digestId, change) {
      let changed: Digest | null = null;
      await of(guildId).update([digestId], digest => {
        changed = digest && change(digest);
        return changed === digest ? null : changed;
      });
      return changed;
    },
    remove: (guildId, digestId) => of(guildId).remove(digestId),
    list: async guildId =>
      [...(await of(guildId).values())].sort((a, b) => compare(a.createdAt, b.createdAt)),
    guildIds: servers.list,
  };
}
