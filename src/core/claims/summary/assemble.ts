import type { Source } from '../../conversation/message.ts';
import { toSpeakerName } from '../../conversation/names.ts';
import type { ClaimKind } from '../kind.ts';
import { toCounts } from './counts.ts';
import { createFootnotes, maxShownCitations } from './footnotes.ts';
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
import { toTopics } from './topics.ts';

/** The parts of a summary that change; the others stay. */
export type Changed = {
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
  const ordered = summary.checked ? changed : toReadingOrder(changed, summary.source);
  const claims = ordered.map(({ cited, before, ...rest }): SummaryClaim => {
    const support = notes.cite(cited);
    return { ...rest, ...support, before: before && { text: before.text, ...notes.cite(before.cited) } };
  });
  const footnotes = notes.all();
  const isSame = claims.map(toKey).join() === summary.claims.map(toKey).join();
  const active = claims.find(claim => toSection(claim) === 'request');
  const { participants, topics, coverage, counts, ...rest } = summary;
  return reassemble({
    ...rest,
    coverage: { ...coverage, cited: footnotes.length },
    claims,
    activeRequestId: active?.id ?? null,
    topics: isSame ? topics : toTopics(claims, footnotes, summary.timeRange?.end ?? ''),
    participants: toParticipants(participants, claims),
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
function toReadingOrder(claims: readonly UnnumberedClaim[], source: Source): readonly UnnumberedClaim[] {
  const ordered = [...claims].sort(
    (a, b) =>
      sectionOrder.indexOf(toSection(a)) - sectionOrder.indexOf(toSection(b)) || toRank(a.id) - toRank(b.id),
  );
  const active = ordered.find(claim => toSection(claim) === 'request');
  const isLater = (claim: UnnumberedClaim) => claim !== active && toSection(claim) === 'request';
  if (ordered.some(isLater)) {
    const question: ClaimKind = 'question';
    return toReadingOrder(
      claims.map(claim => (isLater(claim) ? { ...claim, kind: question } : claim)),
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

const restored = 1_000_000;

/** "c7" is 7; dropped claims come after all others. */
function toRank(id: string): number {
  return Number(id.slice(1)) + (id.startsWith('r') ? restored : 0);
}

/** Contributions stay with their person; a restored one goes to the person it names, if it names exactly one. */
function toParticipants(
  participants: readonly SummaryParticipant[],
  claims: readonly SummaryClaim[],
): readonly SummaryParticipant[] {
  const contributions = claims.filter(claim => toSection(claim) === 'contribution');
  // An edited claim may be about another person.
  const isToldOf = ({ name, contributionIds }: SummaryParticipant, { id, speakers, review }: SummaryClaim) =>
    contributionIds.includes(id) &&
    (review?.decision !== 'edited' || speakers.some(speaker => isNamed(name, speaker)));
  return participants.map(person => ({
    ...person,
    contributionIds: contributions.flatMap(claim => {
      const isAlone = participants.filter(({ name }) => name === person.name).length === 1;
      const isOwn = participants.some(each => isToldOf(each, claim))
        ? isToldOf(person, claim)
        : isAlone && isNamed(person.name, claim.speakers[0]);
      return isOwn ? [claim.id] : [];
    }),
  }));
}

/** Claims write names without characters that look like markup. */
function isNamed(name: string, speaker: string | undefined): boolean {
  return speaker === name || speaker === toSpeakerName(name);
}
