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
import { isReplaced } from './why.ts';

type Count = readonly [count: number, text: TextKey, sign?: string];

function toCountList(counts: readonly Count[], t: Texts): readonly string[] {
  return counts.filter(([count]) => count > 0).map(([count, text, sign = '']) => sign + t(text, { count }));
}

function countNotFound({ checked }: Summary): number {
  return checked?.statements.filter(({ claimId }) => claimId === null).length ?? 0;
}

/** "12 checked, 5 not checked, 2 removed", or "18 quotes checked word for word" without a model. */
export function toCountWords(summary: Summary, t: Texts): string {
  const { checked, engine } = summary;
  const counts = toCounts(summary);
  // Of highlights, only the quotes count as checked: nothing verifies their selection.
  const first: Count =
    engine.name === 'extractive'
      ? [countQuotes(summary), 'summary.quotesChecked']
      : [counts.verified, 'summary.verified'];
  const told = toCountList(
    [
      first,
      [counts.sourcesFound, 'summary.sourcesFound'],
      [counts.needsClarification, 'summary.unclear'],
      [countNotFound(summary), 'summary.check.countNotFound'],
      [checked ? 0 : counts.dropped, 'summary.dropped'],
      [checked ? 0 : counts.merged, 'summary.merged'],
      [counts.hidden, 'summary.hidden'],
      [counts.citationsReplaced, 'summary.citationReplacedCount'],
      [checked ? 0 : counts.uncited, 'summary.uncited'],
      [counts.disputed, 'summary.dispute.count'],
      [counts.confirmed, 'summary.review.confirmedCount'],
      [counts.noted, 'summary.review.notedCount'],
      [counts.removed, 'summary.review.removedCount'],
    ],
    t,
  );
  const list = t.list(told.length > 0 ? told : [t(first[1], { count: first[0] })]);
  if (!checked || checked.skipped.length === 0) return list;
  const skipped = checked.skipped.map(({ part, count }) => t(`summary.check.skipped.${part}`, { count }));
  return `${list} · ${t('summary.check.leftOut', { list: t.list(skipped) })}`;
}

function countQuotes({ claims }: Summary): number {
  const verified = claims.filter(({ status }) => status === 'verified');
  const citations = verified.flatMap(({ references, more }) => [...references, ...more]);
  return citations.filter(({ quote }) => quote !== null).length;
}

/** "✓ 16 checked", "⚠ 1 unclear", "2 removed", "32 messages": how reliable the summary is. *Why* has the details. */
export function toFooterParts(summary: Summary, t: Texts, isUnfinished = false): readonly string[] {
  const { coverage, engine } = summary;
  const counts = toCounts(summary);
  const { read, available } = coverage;
  // Below the claims, messages stand in place of these.
  const shown = isUnfinished || isHighlights(summary) ? 0 : summary.rejected.filter(isReplaced).length;
  const isOfOthers = shown > 0 && shown < counts.dropped;
  return [
    ...toCountList(
      [
        engine.name === 'extractive'
          ? [countQuotes(summary), 'summary.footer.quotes']
          : [counts.verified, 'summary.verified', '✓ '],
        [counts.confirmed, 'summary.review.confirmedCount'],
        [isHighlights(summary) ? 0 : counts.sourcesFound, 'summary.sourcesFound'],
        [counts.needsClarification, 'summary.unclear', '⚠ '],
        [counts.disputed, 'summary.dispute.count'],
        [countNotFound(summary), 'summary.check.countNotFound'],
        [isOfOthers ? 0 : counts.dropped, 'summary.dropped'],
      ],
      t,
    ),
    ...(isOfOthers ? [t('summary.droppedOf', { count: counts.dropped, shown })] : []),
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
    toCountWords(summary, t),
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

/** Who wrote it and its usage, including that of failed attempts. */
function toEngineWords(summary: Summary, t: Texts): string {
  const { engine, usage } = summary;
  const unwritten = isRecorded(engine)
    ? t('summary.footer.recorded')
    : t('summary.footer.quotes', { count: countQuotes(summary) });
  const who = toCredit(summary, t) || unwritten;
  if (usage === null) return toShownLine(who);
  const { inputTokens, cachedTokens, outputTokens, costUsd, durationMs } = usage;
  const parts = [
    who,
    t(cachedTokens > 0 ? 'summary.usageCached' : 'summary.usage', {
      read: inputTokens,
      cached: cachedTokens,
      written: outputTokens,
    }),
    costUsd === null ? t('summary.costUnknown') : toMoney(t.tag, costUsd),
    toSeconds(t.tag, durationMs / 1000),
  ];
  return toShownLine(parts.join(' · '));
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
