import type { Client } from 'discord.js';
import type { ApiSource, ListPlace } from '../../../app/api-ports.ts';
import type { StoredSummary, SummaryStore } from '../../../app/ports.ts';
import { compare } from '../../../core/order.ts';
import { takeSnapshot } from '../access/access-snapshot.ts';
import type { OpenSummary } from './open-summary.ts';

/** Lists the summaries that somebody asked for, as they are now. */
export function createListSummaries(
  summaries: SummaryStore,
  open: OpenSummary,
  client: Client<true>,
): ApiSource['list'] {
  return async (caller, after, limit) => {
    const asked = (await summaries.askedBy(caller.userId)).filter(each => each.guildId === caller.guildId);
    const stored = await Promise.all(asked.map(each => summaries.get(each.guildId, each.summaryId)));
    const listed = stored
      .flatMap(each => each ?? [])
      .sort((a, b) => compareNewest(toListPlace(a), toListPlace(b)))
      .filter(each => after === null || compareNewest(toListPlace(each), after) > 0);
    const found: StoredSummary[] = [];
    if (listed.length === 0) return { summaries: found, hasMore: false };
    const snapshot = await takeSnapshot(client, caller.guildId, { personId: caller.userId });
    for (const { summary } of listed) {
      const opened = await open(caller, summary.id, snapshot);
      if (!opened.ok) continue;
      if (found.length === limit) return { summaries: found, hasMore: true };
      found.push(opened.stored);
    }
    return { summaries: found, hasMore: false };
  };
}

function toListPlace({ createdAt, summary }: StoredSummary): ListPlace {
  return { createdAt, summaryId: summary.id };
}

/** By time, the newest first, then by id. */
function compareNewest(a: ListPlace, b: ListPlace): number {
  return compare(b.createdAt, a.createdAt) || compare(a.summaryId, b.summaryId);
}
