import type { Summary } from '../../../core/claims/summary/summary.ts';
import type { TopicClaim } from '../../../core/topics/topic-claim.ts';
import type { SummarySync } from '../sync/summary-sync.ts';

/**
 * Loads again until all summaries behind the selected claims are up to date: messages may have been deleted while the bot
 * was offline, and updating their summaries updates the topics. Also gives these summaries, without those that are gone.
 */
export async function loadCurrent<Found>(
  load: () => Promise<Found>,
  select: (found: Found) => readonly TopicClaim[],
  { guildId, summarySync }: { readonly guildId: string | null; readonly summarySync: SummarySync },
): Promise<{ readonly found: Found; readonly summaries: ReadonlyMap<string, Summary> }> {
  const summaries = new Map<string, Summary>();
  const checked = new Set<string>();
  for (;;) {
    const found = await load();
    const ids = new Set(select(found).map(({ key }) => key.split('.')[0] ?? ''));
    const left = [...ids].filter(id => !checked.has(id));
    if (left.length === 0) return { found, summaries };
    for (const summaryId of left) {
      checked.add(summaryId);
      const current = await summarySync.withCurrent({ guildId, summaryId }, async stored => stored);
      if (current !== null) summaries.set(summaryId, current.summary);
    }
  }
}
