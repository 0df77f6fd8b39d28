import { type EngineReason, isHighlights, type Summary } from '../../core/claims/summary/summary.ts';
import { createZonedClock } from '../../core/time.ts';
import { isJudged } from '../../core/verify/judged-claim.ts';
import { withRest } from '../with-rest.ts';
import type { Words } from '../words/words.ts';

/** Whole sentences: why the engine did not write all of it, and which wording was not judged. */
export function toNotices(
  summary: Summary,
  words: Words,
  { isUnfinished = false, isOwner = false }: { readonly isUnfinished?: boolean; readonly isOwner?: boolean },
): readonly string[] {
  const { engine, claims, counts, checked } = summary;
  const { noneJudged } = checked ? words.check : words;
  const unjudged = claims.some(isJudged) ? words.unjudged(counts.sourcesFound) : noneJudged;
  return [
    ...(engine.reason === undefined ? [] : [toReasonNotice(engine.name, engine.reason, words, isOwner)]),
    ...toUnsummarizedNotice(summary, words),
    ...(isHighlights(summary) && engine.reason === undefined
      ? [isOwner ? `${words.aboutHighlights} ${words.aboutKey}` : words.aboutHighlights]
      : []),
    ...(counts.sourcesFound === 0 || isUnfinished ? [] : [unjudged]),
  ];
}

const mostSpans = 3;

function toUnsummarizedNotice(
  { coverage: { unsummarized = [] }, zone }: Summary,
  words: Words,
): readonly string[] {
  if (unsummarized.length === 0) return [];
  const clock = createZonedClock(zone);
  const write = (iso: string) => `${clock.day(iso)} ${clock.minute(iso)}`;
  const spans = unsummarized
    .slice(0, mostSpans)
    .map(({ start, end }) => words.between(write(start), write(end)));
  const list = words.list(withRest(spans, unsummarized.length, words.more));
  return [
    words.unsummarized(
      unsummarized.reduce((sum, { count }) => sum + count, 0),
      list,
    ),
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

function toReasonNotice(name: string, reason: EngineReason, words: Words, isOwner: boolean): string {
  const bare = words.reasons[reason];
  const why = ownerReasons.includes(reason) && !isOwner ? words.ownerNotified(bare) : bare;
  return name === 'extractive' ? words.fellBack(why) : words.incomplete(why);
}
