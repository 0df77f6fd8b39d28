import type { Source } from '../../conversation/message.ts';
import { toSpeakerName } from '../../conversation/names.ts';
import type { ClaimKind } from '../kind.ts';
import { findActiveRequest } from './active-request.ts';
import { toCounts } from './counts.ts';
import { createFootnotes, maxShownCitations, toShownCounts } from './footnotes.ts';
import { inReadingOrder, withoutUncitedTitles } from './matters.ts';
import { sectionOrder, sortByChannel, toHeadingChannel, toSection } from './section.ts';
import { reassemble } from './serialized-summary.ts';
import type {
  CheckedText,
  Rejection,
  Summary,
  SummaryClaim,
  SummaryParticipant,
  UnnumberedClaim,
} from './summary.ts';
import { toSummaryTopics } from './topics.ts';

/** The parts of a summary that change; the others stay. */
type Changed = {
  readonly claims: readonly UnnumberedClaim[];
  readonly rejected: readonly Rejection[];
  /** Missing if they are unchanged. */
  readonly rejectedSources?: readonly string[];
  /** Checked statements; the claims follow their order. */
  readonly checked?: CheckedText;
};

/**
 * A summary with other claims: in reading order, with footnotes 1..k, counts and topics derived again. Claims keep
 * their ids, so that posts still find them.
 */
export function assemble(
  summary: Summary,
  { claims: changed, rejected, rejectedSources = summary.rejectedSources, checked }: Changed,
): Summary {
  const notes = createFootnotes();
  const people = toParticipants(summary.participants, changed);
  const matters =
    summary.matters &&
    withoutUncitedTitles(summary.matters, changed, ({ cited }) => cited.map(({ messageId }) => messageId));
  const ordered = summary.checked
    ? changed
    : matters
      ? inReadingOrder(changed.toSorted((a, b) => toRank(a.id) - toRank(b.id)))
      : toReadingOrder(changed, people, summary.source);
  const most = matters && toShownCounts(ordered.map(({ cited }) => cited.length));
  const claims = ordered.map(({ cited, before, ...rest }, index): SummaryClaim => {
    const support = notes.cite(cited, most?.[index]);
    return { ...rest, ...support, before: before && { text: before.text, ...notes.cite(before.cited) } };
  });
  const footnotes = notes.all();
  const isSame = claims.map(toKey).join() === summary.claims.map(toKey).join();
  const { topics, coverage, counts, ...rest } = summary;
  return reassemble({
    ...rest,
    coverage: { ...coverage, cited: footnotes.length },
    ...(matters && { matters }),
    claims,
    activeRequestId: findActiveRequest({ source: summary.source, claims, ...(matters && { matters }) }),
    topics: isSame ? topics : toSummaryTopics(claims, footnotes),
    participants: toParticipants(summary.participants, claims),
    footnotes,
    rejected,
    rejectedSources,
    ...(checked && { checked }),
    counts: toCounts(claims, rejected, counts.hidden),
  });
}

function toKey(claim: SummaryClaim): string {
  return `${claim.id}:${toSection(claim)}:${claim.review?.decision === 'edited' ? claim.review.at : ''}`;
}

/** The first of several requests is the active one; a restored one becomes an open question. */
function toReadingOrder(
  claims: readonly UnnumberedClaim[],
  people: readonly SummaryParticipant[],
  source: Source,
): readonly UnnumberedClaim[] {
  const ranked = claims.toSorted((a, b) => toRank(a.id) - toRank(b.id));
  const ordered = sectionOrder.flatMap(section => {
    const own = ranked.filter(claim => toSection(claim) === section);
    return section === 'contribution' ? groupByContributor(own, people) : own;
  });
  const active = ordered.find(claim => toSection(claim) === 'request');
  const isLater = (claim: UnnumberedClaim) => claim !== active && toSection(claim) === 'request';
  if (ordered.some(isLater)) {
    const question: ClaimKind = 'question';
    return toReadingOrder(
      claims.map(claim => (isLater(claim) ? { ...claim, kind: question } : claim)),
      people,
      source,
    );
  }
  return sortByChannel(ordered, source, claim => {
    const section = toSection(claim);
    return {
      section,
      channel: toHeadingChannel(section, claim.cited.slice(0, maxShownCitations), source),
    };
  });
}

/** Puts each person's contributions together, as under `participants`. */
function groupByContributor(
  claims: readonly UnnumberedClaim[],
  people: readonly SummaryParticipant[],
): readonly UnnumberedClaim[] {
  const toKey = ({ id, speakers }: UnnumberedClaim) =>
    people.find(({ contributionIds }) => contributionIds.includes(id)) ?? `${speakers[0]}`;
  return [...Map.groupBy(claims, toKey).values()].flat();
}

const restored = 1_000_000;

/** "c7" is 7; dropped claims come after all others. */
function toRank(id: string): number {
  return Number(id.slice(1)) + (id.startsWith('r') ? restored : 0);
}

type ContributionKey = 'id' | 'kind' | 'status' | 'speakers' | 'review';

/** Contributions stay with their person; a restored one goes to the person it names, if it names exactly one. */
function toParticipants(
  participants: readonly SummaryParticipant[],
  claims: readonly Pick<SummaryClaim, ContributionKey>[],
): readonly SummaryParticipant[] {
  const contributions = claims.filter(claim => toSection(claim) === 'contribution');
  // An edited claim may be about another person.
  const isContributionOf = (
    { name, contributionIds }: SummaryParticipant,
    { id, speakers, review }: (typeof claims)[number],
  ) =>
    contributionIds.includes(id) &&
    (review?.decision !== 'edited' || speakers.some(speaker => isNamed(name, speaker)));
  const namesakes = new Map<string, number>();
  for (const { name } of participants) namesakes.set(name, (namesakes.get(name) ?? 0) + 1);
  const owned = new Set(
    contributions.filter(claim => participants.some(each => isContributionOf(each, claim))),
  );
  return participants.map(person => ({
    ...person,
    contributionIds: contributions.flatMap(claim => {
      const isOwn = owned.has(claim)
        ? isContributionOf(person, claim)
        : namesakes.get(person.name) === 1 && isNamed(person.name, claim.speakers[0]);
      return isOwn ? [claim.id] : [];
    }),
  }));
}

/** Claims write names without characters that look like markup. */
function isNamed(name: string, speaker: string | undefined): boolean {
  return speaker === name || speaker === toSpeakerName(name);
}
