import type { Footnote, SummaryClaim, Topic } from './summary.ts';

const dominatedAfterMs = 24 * 3_600_000;

/** Whether another topic goes on a day after the last message of this one. */
function isDominated(lastUpdated: string, newest: string): boolean {
  return Date.parse(newest) - Date.parse(lastUpdated) > dominatedAfterMs;
}

/**
 * The topics of claims, in order of first appearance. A topic is active while an item in it is open, or until another one
 * dominates.
 */
export function toSummaryTopics(
  claims: readonly SummaryClaim[],
  footnotes: readonly Footnote[],
): readonly Topic[] {
  const byTitle = new Map<string, SummaryClaim[]>();
  for (const claim of claims) {
    if (claim.topic === null) continue;
    const known = byTitle.get(claim.topic);
    if (known) known.push(claim);
    else byTitle.set(claim.topic, [claim]);
  }
  const found = [...byTitle].map(([title, own]) => {
    const cited = own.flatMap(claim =>
      claim.references.flatMap(({ footnote }) => footnotes[footnote - 1] ?? []),
    );
    const times = cited.map(({ time }) => time).sort();
    return { title, own, cited, lastUpdated: times.at(-1) ?? '' };
  });
  const newest =
    found
      .map(({ lastUpdated }) => lastUpdated)
      .sort()
      .at(-1) ?? '';
  return found.map(({ title, own, cited, lastUpdated }, index) => {
    const reason = toReason(own, isDominated(lastUpdated, newest));
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

function toReason(claims: readonly SummaryClaim[], isOver: boolean): Topic['reason'] {
  if (claims.some(({ kind }) => kind === 'question' || kind === 'request')) return 'open_question';
  if (claims.some(({ kind }) => kind === 'action')) return 'open_action';
  return isOver ? null : 'recent';
}
