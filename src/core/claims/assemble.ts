import type { Source } from '../conversation/message.ts';
import { toSpeakerName } from '../conversation/text.ts';
import { createFootnotes, maxShownCitations, toCounts, toShownCounts } from './footnotes.ts';
import type { ClaimKind } from './kind.ts';
import { sectionOrder, sortByChannel, toHeadingChannel, toSection } from './section.ts';
import { reassemble } from './serialized-summary.ts';
import {
  type CheckedText,
  type Footnote,
  findActiveRequest,
  type Matter,
  type Rejection,
  type Summary,
  type SummaryClaim,
  type SummaryParticipant,
  type Topic,
  type UnnumberedClaim,
} from './summary.ts';

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

type Placed = { readonly matter?: number };

/** Claims of one matter; `number` is null for those under no matter. */
type MatterGroup<Claim> = { readonly number: number | null; readonly claims: readonly Claim[] };

/** Claims in reading order: matter by matter, in each as the engine wrote them, then claims without a matter. */
export function groupByMatter<Claim extends Placed>(claims: readonly Claim[]): readonly MatterGroup<Claim>[] {
  return [...Map.groupBy(claims, ({ matter }) => matter ?? null)]
    .sort(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
    .map(([number, own]) => ({ number, claims: own }));
}

/** The claims of all groups. */
export function inReadingOrder<Claim extends Placed>(claims: readonly Claim[]): readonly Claim[] {
  return groupByMatter(claims).flatMap(group => group.claims);
}

/** Matters without the titles whose messages are no longer all cited by the claims under them. */
export function withoutUncitedTitles<Claim extends Placed>(
  matters: readonly Matter[],
  claims: readonly Claim[],
  toMessageIds: (claim: Claim) => readonly string[],
): readonly Matter[] {
  return matters.map((matter, index) => {
    const own = claims.filter(claim => claim.matter === index + 1);
    const cited = new Set(own.flatMap(toMessageIds));
    return matter.sources.every(id => cited.has(id)) ? matter : { ...matter, title: null, sources: [] };
  });
}

/** The heading of a matter: its title, or its topic if the title failed its checks. */
export function toHeading(
  matter: Matter | undefined,
  claims: readonly { readonly topic: string | null }[],
): string | null {
  return matter?.title ?? claims.find(({ topic }) => topic !== null)?.topic ?? null;
}

const dominatedAfterMs = 24 * 3_600_000;

/** Whether another topic goes on a day after the last message of this one. */
function isDominated(lastUpdated: string, newest: string): boolean {
  return Date.parse(newest) - Date.parse(lastUpdated) > dominatedAfterMs;
}

/**
 * The topics of claims, in order of first appearance. A topic is active while an item in it is open, or until another one
 * dominates.
 */
export function toSummaryTopics(
  claims: readonly SummaryClaim[],
  footnotes: readonly Footnote[],
): readonly Topic[] {
  const byTitle = new Map<string, SummaryClaim[]>();
  for (const claim of claims) {
    if (claim.topic === null) continue;
    const known = byTitle.get(claim.topic);
    if (known) known.push(claim);
    else byTitle.set(claim.topic, [claim]);
  }
  const found = [...byTitle].map(([title, own]) => {
    const cited = own.flatMap(claim =>
      claim.references.flatMap(({ footnote }) => footnotes[footnote - 1] ?? []),
    );
    const times = cited.map(({ time }) => time).sort();
    return { title, own, cited, lastUpdated: times.at(-1) ?? '' };
  });
  const newest =
    found
      .map(({ lastUpdated }) => lastUpdated)
      .sort()
      .at(-1) ?? '';
  return found.map(({ title, own, cited, lastUpdated }, index) => {
    const reason = toReason(own, isDominated(lastUpdated, newest));
    return {
      id: `t${index + 1}`,
      title,
      status: reason === null ? ('inactive' as const) : ('active' as const),
      reason,
      lastUpdated,
      claimIds: own.map(claim => claim.id),
      sources: [...new Set(cited.map(({ messageId }) => messageId))],
    };
  });
}

function toReason(claims: readonly SummaryClaim[], isOver: boolean): Topic['reason'] {
  if (claims.some(({ kind }) => kind === 'question' || kind === 'request')) return 'open_question';
  if (claims.some(({ kind }) => kind === 'action')) return 'open_action';
  return isOver ? null : 'recent';
}
