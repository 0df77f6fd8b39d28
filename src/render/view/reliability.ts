import { toCounts } from '../../core/claims/footnotes.ts';
import { toCompletedReview } from '../../core/claims/review.ts';
import {
  type EngineNote,
  type EngineReason,
  isHighlights,
  isRecorded,
  type Summary,
} from '../../core/claims/summary.ts';
import { createZonedClock } from '../../core/time.ts';
import { isJudged } from '../../core/verify/judged-claim.ts';
import { withRest } from '../cut.ts';
import { toMoney, toSeconds } from '../figures.ts';
import type { TextKey, Texts } from '../texts.ts';
import { toShownLine, toShownName } from './shown.ts';

type Count = readonly [count: number, text: TextKey, sign?: string];

/** "✓ 12 checked", "⚠ 1 unclear", "2 removed", or "18 quotes, no model": what the checks found. */
function toCountWords(summary: Summary, t: Texts, hasSigns: boolean): readonly string[] {
  const { checked, engine } = summary;
  const counts = toCounts(summary);
  const notFound = checked?.statements.filter(({ claimId }) => claimId === null).length ?? 0;
  // Of highlights, only the quotes count as checked: nothing verifies their selection.
  const found: readonly Count[] = [
    engine.name === 'extractive'
      ? [countQuotes(summary), 'summary.footer.quotes']
      : [counts.verified, 'summary.verified', '✓ '],
    [counts.confirmed, 'summary.review.confirmedCount'],
    [isHighlights(summary) ? 0 : counts.sourcesFound, 'summary.sourcesFound'],
    [counts.needsClarification, 'summary.unclear', '⚠ '],
    [counts.disputed, 'summary.dispute.count'],
    [notFound, 'summary.check.countNotFound'],
    [checked ? 0 : counts.dropped, 'summary.dropped'],
  ];
  return toWords(found, t, hasSigns);
}

/** What the checks and people changed, and the parts of a checked text that are no statements. */
function toChangeWords(summary: Summary, t: Texts): readonly string[] {
  const { merged, hidden, citationsReplaced, uncited, noted, removed } = toCounts(summary);
  const changes: readonly Count[] = [
    [summary.checked ? 0 : merged, 'summary.merged'],
    [hidden, 'summary.hidden'],
    [citationsReplaced, 'summary.citationReplacedCount'],
    [summary.checked ? 0 : uncited, 'summary.uncited'],
    [noted, 'summary.review.notedCount'],
    [removed, 'summary.review.removedCount'],
  ];
  const skipped = summary.checked?.skipped ?? [];
  const parts = skipped.map(({ part, count }) => t(`summary.check.skipped.${part}`, { count }));
  const left = parts.length === 0 ? [] : [t('summary.check.leftOut', { list: t.list(parts) })];
  return [...toWords(changes, t), ...left];
}

function toWords(counts: readonly Count[], t: Texts, hasSigns = false): readonly string[] {
  const some = counts.filter(([count]) => count > 0);
  return some.map(([count, text, sign = '']) => (hasSigns ? sign : '') + t(text, { count }));
}

function countQuotes({ claims }: Summary): number {
  const verified = claims.filter(({ status }) => status === 'verified');
  const citations = verified.flatMap(({ references, more }) => [...references, ...more]);
  return citations.filter(({ quote }) => quote !== null).length;
}

/** How reliable the summary is, and how many messages it is about. *Why* has the details. */
export function toFooterParts(summary: Summary, t: Texts, isUnfinished = false): readonly string[] {
  const { coverage, engine } = summary;
  const { read, available } = coverage;
  return [
    ...toCountWords(summary, t, true),
    read < available
      ? t.list([t('summary.footer.messagesOf', { read, available }), toOmittedWords(summary, t) ?? []].flat())
      : t('summary.footer.messages', { read, available }),
    ...(isRecorded(engine) ? [t('summary.footer.recorded')] : []),
    ...[isUnfinished ? null : toUnselectedWords(summary, t), toReviewed(summary, t)].filter(
      part => part !== null,
    ),
  ];
}

/** "Written by Sonnet · 5 statements checked by Haiku"; empty for quotes and recorded answers, whose footer says it. */
export function toCredit(summary: Summary, t: Texts): string {
  const { checked, engine } = summary;
  const { name, model = name } = engine;
  const judge = toJudgeName(engine, t);
  if (isHighlights(summary) || isRecorded(engine)) return '';
  const count = toCounts(summary).verified;
  const parts = [
    ...(checked ? [] : [t('summary.footer.written', { model })]),
    judge === undefined ? t('summary.footer.unjudged') : t('summary.footer.judged', { count, judge }),
  ];
  return toShownLine(parts.join(' · '));
}

/** What was read, left out and checked, who reviewed it, who wrote it and its cost: one line each. */
export function toFacts(summary: Summary, t: Texts): readonly string[] {
  const { read, available } = summary.coverage;
  const omitted = toOmittedWords(summary, t);
  const lines = [
    t('summary.coverage', { read, available }),
    toUnselectedWords(summary, t),
    omitted && t('summary.leftOut', { list: omitted }),
    toLeftOutFiles(summary, t),
    t.list([...toCountWords(summary, t, false), ...toChangeWords(summary, t)]) || null,
    toReviewed(summary, t),
    toEngineWords(summary, t),
  ];
  return lines
    .filter(line => line !== null)
    .map(line => line.charAt(0).toLocaleUpperCase(t.tag) + line.slice(1));
}

const maxNamedChannels = 2;

/** "nothing selected from #random, #pets": channels that were read but are not cited; null while there are no claims. */
function toUnselectedWords({ coverage, claims, footnotes }: Summary, t: Texts): string | null {
  const listed = claims.flatMap(({ more }) => more);
  const cited = new Set([...footnotes, ...listed].map(({ channel }) => channel?.id));
  const missing = (coverage.channels ?? []).filter(({ id }) => !cited.has(id));
  if (claims.length === 0 || missing.length === 0) return null;
  const named = missing
    .slice(0, maxNamedChannels)
    .map(({ title }) => toShownName(title, t('summary.someone')));
  return t('summary.unselected', {
    channels: t.list(withRest(named, missing.length, count => t('summary.more', { count }))),
  });
}

/** "12 by bots, 3 system messages"; null if nothing was left out. */
export function toOmittedWords({ coverage }: Summary, t: Texts): string | null {
  const omitted = coverage.omitted.filter(({ count }) => count > 0);
  return omitted.length === 0
    ? null
    : t.list(omitted.map(({ reason, count }) => t(`summary.omitted.${reason}`, { count })));
}

/** "left out: 3 pictures, 2 files"; null if everything attached was read. */
function toLeftOutFiles({ coverage: { attachments = [] } }: Summary, t: Texts): string | null {
  if (attachments.length === 0) return null;
  const list = t.list(attachments.map(({ kind, count }) => t(`summary.attachments.${kind}`, { count })));
  return t('summary.leftOut', { list });
}

/** "reviewed by Alice", if everything is decided. */
function toReviewed(summary: Summary, t: Texts): string | null {
  const review = toCompletedReview(summary);
  return review && t('summary.review.reviewedBy', { by: toShownName(review.by.name, t('summary.someone')) });
}

/** Who wrote it and its usage, including that of failed attempts; null of quotes without any. */
function toEngineWords(summary: Summary, t: Texts): string | null {
  const { engine, usage } = summary;
  const who = toCredit(summary, t) || (isRecorded(engine) ? t('summary.footer.recorded') : '');
  const parts = [who, ...(usage ? toUsageWords(usage, t) : [])].filter(part => part !== '');
  return parts.length === 0 ? null : toShownLine(parts.join(' · '));
}

function toUsageWords(
  { inputTokens, cachedTokens, outputTokens, costUsd, durationMs }: NonNullable<Summary['usage']>,
  t: Texts,
): readonly string[] {
  return [
    t('summary.usage', { read: inputTokens, cached: cachedTokens, written: outputTokens }),
    costUsd === null ? t('summary.costUnknown') : toMoney(t.tag, costUsd),
    toSeconds(t.tag, durationMs / 1000),
  ];
}

/** "qwen3 (misses many errors)" */
function toJudgeName({ judge, judgeFault }: EngineNote, t: Texts): string | undefined {
  return judge === undefined || judgeFault === undefined ? judge : t(`summary.${judgeFault}`, { judge });
}

/** Whole sentences: why the engine did not write all of it, and which wording was not judged. */
export function toNotices(
  summary: Summary,
  t: Texts,
  { isUnfinished = false, isOwner = false }: { readonly isUnfinished?: boolean; readonly isOwner?: boolean },
): readonly string[] {
  const { engine, claims, checked } = summary;
  const { sourcesFound } = toCounts(summary);
  const unjudged = claims.some(isJudged)
    ? t('summary.unjudged', { count: sourcesFound })
    : t(checked ? 'summary.check.noneJudged' : 'summary.noneJudged');
  return [
    ...(engine.reason === undefined ? [] : [toReasonNotice(summary, engine.reason, t, isOwner)]),
    ...toUnsummarizedNotice(summary, t),
    ...(isHighlights(summary) &&
    engine.reason === undefined && // Nothing came near a question, which the summary says in place of its claims.
    !(summary.question !== undefined && summary.claims.length === 0)
      ? [
          isOwner && summary.question === undefined
            ? `${toAboutQuotes(summary, t)} ${t('summary.aboutKey')}`
            : toAboutQuotes(summary, t),
        ]
      : []),
    ...(sourcesFound === 0 || isUnfinished || isHighlights(summary) ? [] : [unjudged]),
  ];
}

function toAboutQuotes({ question }: Summary, t: Texts): string {
  if (question === undefined) return t('summary.aboutHighlights');
  return `${t('summary.nearest')} ${t('summary.noAnswer')}`;
}

const mostSpans = 3;

function toUnsummarizedNotice(
  { coverage: { unsummarized = [] }, zone }: Summary,
  t: Texts,
): readonly string[] {
  if (unsummarized.length === 0) return [];
  const { full: write } = createZonedClock(zone);
  const spans = unsummarized
    .slice(0, mostSpans)
    .map(({ start, end }) => t('summary.between', { from: write(start), to: write(end) }));
  const list = t.list(withRest(spans, unsummarized.length, count => t('summary.more', { count })));
  const count = unsummarized.reduce((sum, each) => sum + each.count, 0);
  return [t('summary.unsummarized', { count, spans: list })];
}

/** Problems that only the bot's owner can fix. */
const ownerReasons: readonly EngineReason[] = [
  'key_refused',
  'not_allowed',
  'unpaid',
  'spend_limit',
  'model_gone',
];

function toReasonNotice(
  { engine: { name }, claims }: Summary,
  reason: EngineReason,
  t: Texts,
  isOwner: boolean,
): string {
  const bare = t(`summary.reasons.${reason}`);
  if (reason === 'unanswered') return claims.length === 0 ? bare : `${bare} ${t('summary.nearest')}`;
  const why = ownerReasons.includes(reason) && !isOwner ? t('summary.ownerNotified', { why: bare }) : bare;
  if (name !== 'extractive') return t('summary.incomplete', { why });
  return claims.length === 0 ? why : t('summary.fellBack', { why });
}
