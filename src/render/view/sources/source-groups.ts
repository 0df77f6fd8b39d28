import { isUnclear } from '../../../core/claims/section.ts';
import type { Summary, SummaryClaim } from '../../../core/claims/summary.ts';
import { replaceNumberBrackets } from '../../../core/conversation/text.ts';
import { truncate } from '../../cut.ts';
import { type Grouping, groupings } from '../../groupings.ts';
import type { Texts } from '../../texts.ts';
import { toShownLine } from '../shown.ts';
import { toShownName } from '../snippet.ts';
import { type SourceRow, toMoreRows, toNumberedRows, toSourceRows } from './source-row.ts';

/** Sources under one heading. A message of several topics or claims appears under each, with the same number. */
export type SourceGroup = {
  /** One line; null for a flat list. */
  readonly heading: string | null;
  /** A warning that the claim needs clarification. */
  readonly note: string | null;
  /** The claim of a group with a single claim. */
  readonly claimId: string | null;
  readonly rows: readonly SourceRow[];
  /** Messages without a number. */
  readonly more: readonly SourceRow[];
};

const maxHeadingLength = 160;

/** The groupings that are useful for a summary. */
export function toGroupings({ claims, topics }: Summary): readonly Grouping[] {
  if (claims.length < 2) return ['flat'];
  return groupings.filter(each => each !== 'topic' || topics.length > 0);
}

/** The sources of these claims, grouped in reading order, those without a topic last; one list if no claim has a topic. */
export function toSourceGroups(
  summary: Summary,
  t: Texts,
  grouping: Grouping,
  claims: readonly SummaryClaim[] = summary.claims,
): readonly SourceGroup[] {
  if (grouping === 'flat' || (grouping === 'topic' && summary.topics.length === 0)) {
    const rows = toSourceRows(summary, t, claims);
    return [{ heading: null, note: null, claimId: null, rows, more: toMoreRows(summary, t, claims) }];
  }
  const numbered = new Set(summary.footnotes.map(({ messageId }) => messageId));
  const toGroup = (heading: string, own: readonly SummaryClaim[]): SourceGroup => ({
    heading,
    note: grouping === 'claim' && own.some(isUnclear) ? t('summary.needsClarification') : null,
    claimId: grouping === 'claim' ? (own[0]?.id ?? null) : null,
    rows: toNumberedRows(summary, t, own),
    more: toMoreRows(summary, t, own, numbered),
  });
  const groups =
    grouping === 'claim' ? claims.map(claim => toGroup(toHeading(claim.text), [claim])) : toTopicGroups();
  return groups.filter(({ rows, more }) => rows.length + more.length > 0);

  function toTopicGroups(): readonly SourceGroup[] {
    const titled = summary.topics.map(({ title, claimIds }) => {
      const own = claims.filter(({ id }) => claimIds.includes(id));
      return toGroup(toShownName(title, t('summary.summary'), 120), own);
    });
    const inTopics = new Set(summary.topics.flatMap(({ claimIds }) => claimIds));
    const others = claims.filter(({ id }) => !inTopics.has(id));
    return [...titled, toGroup(t('summary.grouping.noTopic'), others)];
  }
}

function toHeading(text: string): string {
  return replaceNumberBrackets(truncate(toShownLine(text), maxHeadingLength), '(', ')') || '…';
}
