import type { StoredSummary } from '../../app/ports.ts';
import { toCitedIds, toPersonIds } from '../../core/claims/summary/cited-messages.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import * as kept from './record-schemas.ts';
import type { Records } from './records.ts';

/**
 * Which summaries cite a message or are of a person's messages: an index, for Discord tells of every message that is edited or deleted anywhere, and
 * going over all that is kept of a busy server each time would read megabytes to find, nearly always, nothing. It costs
 * two requests when a summary is kept and one for whatever Discord tells. Ids of summaries that are gone stay in it until they
 * expire with the last that was noted beside them.
 */
export type Citations = {
  readonly note: (summary: StoredSummary, ttlMs: number) => Promise<void>;
  readonly find: (guildId: string, ids: readonly string[]) => Promise<readonly string[]>;
};

/** As many ids as are looked up at once: what a channel lost in one go is a hundred. */
const batchSize = 500;

export function createCitations(of: (guildId: string | null) => Records<readonly string[]>): Citations {
  const exclusively = createKeyedMutex();

  const note = async ({ guildId, summary, createdAt, channelId }: StoredSummary, ttlMs: number) => {
    const { threadId, channelIds } = summary.source;
    const places = [channelId, ...(channelIds ?? []), ...(threadId === undefined ? [] : [threadId])];
    const ids = [...new Set([...toCitedIds(summary), ...toPersonIds(summary), ...places])];
    const known = await of(guildId).getMany(ids);
    const changes = ids.flatMap((id, index) => {
      const citing = known[index] ?? [];
      if (citing.includes(summary.id)) return [];
      return [[id, kept.toCitingRecord([...citing, summary.id].slice(-maxCiting), createdAt)] as const];
    });
    await of(guildId).putMany(new Map(changes), ttlMs);
  };

  return {
    // One at a time per server: two summaries that cite one message must not overwrite each other's entry.
    note: (summary, ttlMs) => exclusively(summary.guildId ?? '', () => note(summary, ttlMs)),
    async find(guildId, ids) {
      const found = new Set<string>();
      for (let from = 0; from < ids.length; from += batchSize) {
        for (const citing of await of(guildId).getMany(ids.slice(from, from + batchSize)))
          for (const id of citing ?? []) found.add(id);
      }
      return [...found];
    },
  };
}

/** Of a channel only the latest are noted; an older one is amended when somebody opens it. */
const maxCiting = 2_000;
