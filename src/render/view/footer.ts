import { isRecorded, type Summary } from '../../core/claims/summary.ts';
import type { Texts } from '../texts.ts';
import { type CountWords, countNotFound, countQuotes } from './counts.ts';

/** "✓ 16 checked", "⚠ 1 unclear", "2 removed", "32 messages": how reliable the summary is. The rest is behind *Why*. */
export function toFooterParts(summary: Summary, t: Texts): readonly string[] {
  const { counts, coverage, checked } = summary;
  const parts: readonly CountWords[] = [
    summary.engine.name === 'extractive'
      ? [countQuotes(summary), count => t('summary.footer.quotes', { count })]
      : [
          counts.verified,
          count => `✓ ${t(checked ? 'summary.verified' : 'summary.footer.checked', { count })}`,
        ],
    [counts.confirmed, count => t('summary.review.confirmedCount', { count })],
    [counts.sourcesFound, count => t('summary.sourcesFound', { count })],
    [counts.needsClarification, count => `⚠ ${t('summary.footer.unclear', { count })}`],
    [checked ? countNotFound(checked) : 0, count => t('summary.check.countNotFound', { count })],
    [counts.dropped, count => t('summary.dropped', { count })],
  ];
  return [
    ...parts.filter(([count]) => count > 0).map(([count, write]) => write(count)),
    t(coverage.read < coverage.available ? 'summary.footer.messagesOf' : 'summary.footer.messages', {
      read: coverage.read,
      available: coverage.available,
    }),
    ...(isRecorded(summary.engine) ? [t('summary.footer.recorded')] : []),
  ];
}
