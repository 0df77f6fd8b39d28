import { isRecorded, type Summary } from '../../core/claims/summary/summary.ts';
import type { Words } from '../words/words.ts';
import { type CountWords, countNotFound, countQuotes } from './counts.ts';

/** "✓ 16 checked", "⚠ 1 unclear", "2 removed", "32 messages": how reliable the summary is. The rest is behind *Why*. */
export function toFooterParts(summary: Summary, words: Words): readonly string[] {
  const { counts, coverage, checked } = summary;
  const { footer } = words;
  const parts: readonly CountWords[] = [
    summary.engine.name === 'extractive'
      ? [countQuotes(summary), footer.quotes]
      : [counts.verified, count => `✓ ${(checked ? words.verified : footer.checked)(count)}`],
    [counts.confirmed, words.review.confirmedCount],
    [counts.sourcesFound, words.sourcesFound],
    [counts.needsClarification, count => `⚠ ${footer.unclear(count)}`],
    [checked ? countNotFound(checked) : 0, words.check.countNotFound],
    [counts.dropped, words.dropped],
  ];
  return [
    ...parts.filter(([count]) => count > 0).map(([count, write]) => write(count)),
    footer.messages(coverage.read, coverage.available),
    ...(isRecorded(summary.engine) ? [footer.recorded] : []),
  ];
}
