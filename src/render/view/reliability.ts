import {
  type CheckedText,
  type EngineReason,
  isHighlights,
  isRecorded,
  type Summary,
} from '../../core/claims/summary/summary.ts';
import { createZonedClock } from '../../core/time.ts';
import { isJudged } from '../../core/verify/judged-claim.ts';
import { withRest } from '../cut.ts';
import type { Texts } from '../texts.ts';

/** A count, and the function that puts it into words. */
type CountWords = readonly [count: number, write: (count: number) => string];

/** The counts above zero; the first one if all are zero. */
function toCountList(counts: readonly [CountWords, ...CountWords[]], t: Texts): string {
  const told = counts.filter(([count]) => count > 0);
  return t.list((told.length > 0 ? told : counts.slice(0, 1)).map(([count, write]) => write(count)));
}

/** The statements without a similar message. */
function countNotFound({ statements }: CheckedText): number {
  return statements.filter(({ claimId }) => claimId === null).length;
}

/** "5 verified, 2 need clarification, 1 not found" and the parts of the text that are no statements. */
export function toCheckedCounts(summary: Summary, checked: CheckedText, t: Texts): string {
  const { counts } = summary;
  const told = toCountList(
    [
      [counts.verified, count => t('summary.verified', { count })],
      [counts.sourcesFound, count => t('summary.check.countRelated', { count })],
      [counts.needsClarification, count => t('summary.unclear', { count })],
      [countNotFound(checked), count => t('summary.check.countNotFound', { count })],
      [counts.citationsReplaced, count => t('summary.citationReplacedCount', { count })],
    ],
    t,
  );
  if (checked.skipped.length === 0) return told;
  const skipped = checked.skipped.map(({ part, count }) => t(`summary.check.skipped.${part}`, { count }));
  return `${told} · ${t('summary.check.leftOut', { list: t.list(skipped) })}`;
}

/** For highlights, only the quotes count as checked: nothing verifies their selection. */
function toVerifiedCount(summary: Summary, t: Texts): CountWords {
  if (summary.engine.name !== 'extractive')
    return [summary.counts.verified, count => t('summary.verified', { count })];
  return [countQuotes(summary), count => t('summary.quotesChecked', { count })];
}

/** "12 verified, 5 with sources found, 2 removed" */
export function toCountWords(summary: Summary, t: Texts): string {
  const { counts } = summary;
  return toCountList(
    [
      toVerifiedCount(summary, t),
      [counts.sourcesFound, count => t('summary.sourcesFound', { count })],
      [counts.needsClarification, count => t('summary.unclear', { count })],
      [counts.dropped, count => t('summary.dropped', { count })],
      [counts.merged, count => t('summary.merged', { count })],
      [counts.hidden, count => t('summary.hidden', { count })],
      [counts.citationsReplaced, count => t('summary.citationReplacedCount', { count })],
      [counts.uncited, count => t('summary.uncited', { count })],
      [counts.confirmed, count => t('summary.review.confirmedCount', { count })],
      [counts.noted, count => t('summary.review.notedCount', { count })],
      [counts.removed, count => t('summary.review.removedCount', { count })],
    ],
    t,
  );
}

/** The number of quotes that are shown verbatim. */
function countQuotes({ claims }: Summary): number {
  const verified = claims.filter(({ status }) => status === 'verified');
  const citations = verified.flatMap(({ references, more }) => [...references, ...more]);
  return citations.filter(({ quote }) => quote !== null).length;
}

/** "✓ 16 checked", "⚠ 1 unclear", "2 removed", "32 messages": how reliable the summary is. *Why* has the details. */
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

/** Whole sentences: why the engine did not write all of it, and which wording was not judged. */
export function toNotices(
  summary: Summary,
  t: Texts,
  { isUnfinished = false, isOwner = false }: { readonly isUnfinished?: boolean; readonly isOwner?: boolean },
): readonly string[] {
  const { engine, claims, counts, checked } = summary;
  const unjudged = claims.some(isJudged)
    ? t('summary.unjudged', { count: counts.sourcesFound })
    : t(checked ? 'summary.check.noneJudged' : 'summary.noneJudged');
  return [
    ...(engine.reason === undefined ? [] : [toReasonNotice(engine.name, engine.reason, t, isOwner)]),
    ...toUnsummarizedNotice(summary, t),
    ...(isHighlights(summary) && engine.reason === undefined
      ? [isOwner ? `${t('summary.aboutHighlights')} ${t('summary.aboutKey')}` : t('summary.aboutHighlights')]
      : []),
    ...(counts.sourcesFound === 0 || isUnfinished ? [] : [unjudged]),
  ];
}

const mostSpans = 3;

function toUnsummarizedNotice(
  { coverage: { unsummarized = [] }, zone }: Summary,
  t: Texts,
): readonly string[] {
  if (unsummarized.length === 0) return [];
  const clock = createZonedClock(zone);
  const write = (iso: string) => `${clock.day(iso)} ${clock.minute(iso)}`;
  const spans = unsummarized
    .slice(0, mostSpans)
    .map(({ start, end }) => t('summary.between', { from: write(start), to: write(end) }));
  const list = t.list(withRest(spans, unsummarized.length, count => t('summary.more', { count })));
  return [
    t('summary.unsummarized', {
      count: unsummarized.reduce((sum, { count }) => sum + count, 0),
      spans: list,
    }),
  ];
}

/** Problems that only the bot's owner can fix. */
const ownerReasons: readonly EngineReason[] = [
  'key_refused',
  'not_allowed',
  'unpaid',
  'spend_limit',
  'model_gone',
];

function toReasonNotice(name: string, reason: EngineReason, t: Texts, isOwner: boolean): string {
  const bare = t(`summary.reasons.${reason}`);
  const why = ownerReasons.includes(reason) && !isOwner ? t('summary.ownerNotified', { why: bare }) : bare;
  return name === 'extractive' ? t('summary.fellBack', { why }) : t('summary.incomplete', { why });
}
