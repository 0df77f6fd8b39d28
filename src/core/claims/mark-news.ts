import { createTermReader, type TermReader } from '../select/languages.ts';
import type { ClaimNews, NewsReason } from './kind.ts';
import { toUnnumbered } from './renumber.ts';
import { toSection } from './section.ts';
import { reassemble } from './serialized-summary.ts';
import type { ListedMessage, Summary, UnnumberedClaim } from './summary.ts';

/** Claims that share a message and less of their words are about different things: 39 of 46 pairs (docs/figures.md). */
const leastAlike = 0.4;

/**
 * Marks the claims of a summary that differ from the last summary of the same messages. Only messages that were written or
 * edited since count: two drafts of the same messages differ in words, owners and kinds, and nothing has happened.
 * If none of the messages were read before, all claims would be new, and none is marked.
 */
export function markNews(summary: Summary, last: Summary): Summary {
  const end = last.timeRange?.end;
  const isReadAgain =
    end !== undefined && summary.timeRange !== null && Date.parse(summary.timeRange.start) <= Date.parse(end);
  if (!isReadAgain) return summary;
  const findNews = createNewsFinder(last, end, createTermReader([summary.language]));
  const claims = summary.claims.map(claim => {
    const news = findNews(toUnnumbered(claim, summary.footnotes));
    return news === null ? claim : { ...claim, news };
  });
  return reassemble({ ...summary, claims, comparedWith: { summaryId: last.id, end } });
}

function createNewsFinder(last: Summary, end: string, read: TermReader) {
  const before = last.claims.map(claim => toUnnumbered(claim, last.footnotes));
  const texts = new Map(before.flatMap(toCited).map(({ messageId, text }) => [messageId, text]));
  const isLater = ({ time }: ListedMessage) => Date.parse(time) > Date.parse(end);
  const isEdited = ({ messageId, text }: ListedMessage) => (texts.get(messageId) ?? text) !== text;

  return (claim: UnnumberedClaim): ClaimNews | null => {
    const cited = toCited(claim);
    const [hasLater, hasEdited] = [cited.some(isLater), cited.some(isEdited)];
    if (!hasLater && !hasEdited) return null;
    const match = findMatch(claim, before, read);
    if (match === null && hasLater) return { mark: 'new' };
    if (match !== null && isResolved(claim, match)) return { mark: 'resolved' };
    const by = [
      ...(hasLater ? (['messages'] as const) : []),
      ...(hasEdited ? (['edit'] as const) : []),
      ...(match === null ? [] : toDifferences(claim, match)),
    ];
    return { mark: 'changed', by };
  };
}

/** The claim that shares a message and most of its words; null if none does. */
function findMatch(
  claim: UnnumberedClaim,
  before: readonly UnnumberedClaim[],
  read: TermReader,
): UnnumberedClaim | null {
  const ids = new Set(toCited(claim).map(({ messageId }) => messageId));
  const terms = new Set(read(claim.text));
  const alike = before
    .filter(each => toCited(each).some(({ messageId }) => ids.has(messageId)))
    .map(each => ({ each, likeness: toLikeness(terms, new Set(read(each.text))) }))
    .filter(({ likeness }) => likeness >= leastAlike)
    .sort((a, b) => b.likeness - a.likeness);
  return alike[0]?.each ?? null;
}

/** 0..1: the share of terms that two texts have in common, as Dice counts it. */
function toLikeness(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const shared = [...terms].filter(term => others.has(term)).length;
  return terms.size + others.size === 0 ? 0 : (2 * shared) / (terms.size + others.size);
}

/** A decision settles a question; whether it is one, the judge has checked. An action is done only if the claim says so. */
function isResolved(claim: UnnumberedClaim, match: UnnumberedClaim): boolean {
  const [now, then] = [toSection(claim), toSection(match)];
  if (now === 'resolved') return then !== 'resolved';
  return now === 'decision' && (then === 'question' || then === 'request');
}

function toDifferences(claim: UnnumberedClaim, match: UnnumberedClaim): readonly NewsReason[] {
  const isDecided =
    toSection(claim) === 'decision' && (toSection(match) !== 'decision' || claim.decision !== match.decision);
  return [
    ...(isDecided ? (['decided'] as const) : []),
    ...(claim.owner === match.owner ? [] : (['owner'] as const)),
    ...(claim.due === match.due ? [] : (['due'] as const)),
  ];
}

function toCited({ cited, before }: UnnumberedClaim): readonly ListedMessage[] {
  return [...cited, ...(before?.cited ?? [])];
}
