import { type EngineReason, isHighlights, type Summary } from '../../core/claims/summary.ts';
import { createZonedClock } from '../../core/time.ts';
import { isJudged } from '../../core/verify/judged-claim.ts';
import type { Texts } from '../texts.ts';
import { withRest } from '../with-rest.ts';

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
