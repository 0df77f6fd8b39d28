import type { Footnote, SummaryClaim, Topic } from './summary.ts';

const recentMs = 24 * 3_600_000;

/**
 * The topics of claims, in order of first appearance. A topic is active while an item in it is open, or if its last
 * cited message lies within a day of the end of the window.
 */
export function toTopics(
  claims: readonly SummaryClaim[],
  footnotes: readonly Footnote[],
  windowEnd: string,
): readonly Topic[] {
  const byTitle = new Map<string, SummaryClaim[]>();
  for (const claim of claims) {
    if (claim.topic === null) continue;
    const known = byTitle.get(claim.topic);
    if (known) known.push(claim);
    else byTitle.set(claim.topic, [claim]);
  }
  return [...byTitle].map(([title, own], index) => {
    const cited = own.flatMap(claim =>
      claim.references.flatMap(({ footnote }) => footnotes[footnote - 1] ?? []),
    );
    const lastUpdated =
      cited
        .map(({ time }) => time)
        .sort()
        .at(-1) ?? '';
    const reason = toReason(own, lastUpdated, windowEnd);
    return {
      id: `t${index + 1}`,
      title,
      status: reason === null ? ('inactive' as const) : ('active' as const),
      reason,
      lastUpdated,
      claimIds: own.map(claim => claim.id),
      sources: [...new Set(cited.map(({ messageId }) => messageId))],
    };
  });
}

function toReason(claims: readonly SummaryClaim[], lastUpdated: string, windowEnd: string): Topic['reason'] {
  if (claims.some(({ kind }) => kind === 'question' || kind === 'request')) return 'open_question';
  if (claims.some(({ kind }) => kind === 'action')) return 'open_action';
  return Date.parse(windowEnd) - Date.parse(lastUpdated) <= recentMs ? 'recent' : null;
}
