import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  type PositionRange,
  toParticipants,
} from '../conversation/evidence.ts';
import type { Place, Source } from '../conversation/message.ts';
import { toSpeakerName } from '../conversation/text.ts';
import { inReadingOrder, toSummaryTopics, withoutUncitedTitles } from './assemble.ts';
import type { Citation, ClaimBody, RejectedClaim, VerifiedClaim } from './claim.ts';
import type { DraftClaim } from './draft.ts';
import { createFootnotes, maxShownCitations, toCounts, toShownCounts } from './footnotes.ts';
import { hasChannelHeadings, sectionOrder, sortByChannel, toHeadingChannel, toSection } from './section.ts';
import {
  type CheckedText,
  type CitedMessage,
  type Detail,
  type EngineNote,
  type Footnote,
  findActiveRequest,
  type ListedMessage,
  type Matter,
  type Rejection,
  type Summary,
  type SummaryClaim,
  type Support,
  type UnnumberedClaim,
  type Usage,
} from './summary.ts';

export type SummaryFrame = {
  readonly id: string;
  readonly detail: Detail;
  readonly engine: EngineNote;
  readonly language: string;
  readonly zone: string;
  readonly window: Summary['window'];
  /** Claims with less are hidden and counted. */
  readonly minConfidence?: number;
  readonly usage?: Usage | null;
  /** Messages that no engine summarized. */
  readonly unsummarized?: readonly PositionRange[];
  /** The statements that were checked, in their order. */
  readonly checked?: CheckedText;
  /** The matters by the numbers that their claims have; without them, claims are ordered by kind. */
  readonly matters?: ReadonlyMap<number, Matter>;
};

/**
 * Puts verified claims into reading order and numbers the messages they show 1..k by first appearance.
 * The latest request becomes the active one; earlier ones are open questions.
 */
export function renumber(
  evidence: Evidence,
  verified: readonly VerifiedClaim[],
  rejected: readonly RejectedClaim[],
  frame: SummaryFrame,
): Summary {
  const standing = verified.filter(claim => claim.confidence >= (frame.minConfidence ?? 0));
  const { matters, ordered } = frame.checked
    ? { ordered: standing }
    : order(standing, frame.matters ?? new Map(), evidence);
  const notes = createFootnotes();
  const cite = (citations: readonly Citation[], most?: number) =>
    notes.cite(
      citations.flatMap(each => toListedMessage(each, evidence) ?? []),
      most,
    );
  const most = matters && toShownCounts(ordered.map(({ citations }) => citations.length));
  const claims = ordered.map((claim, index): SummaryClaim => {
    const { citations, before, ...body } = claim;
    const support = cite(citations, most?.[index]);
    return {
      ...body,
      id: `c${index + 1}`,
      ...support,
      before: before && { text: before.text, ...cite(before.citations) },
    };
  });
  const unshown = rejected.map((each, index) => toRejection(each, index, evidence));
  const footnotes = notes.all();
  const read = evidence.messages;
  const timeRange = read.length === 0 ? null : toTimeRange(read);
  const summary: Omit<Summary, symbol> = {
    id: frame.id,
    source: evidence.source,
    detail: frame.detail,
    engine: frame.engine,
    language: frame.language,
    zone: frame.zone,
    timeRange,
    window: frame.window,
    coverage: {
      read: read.length,
      available: evidence.available,
      cited: footnotes.length,
      omitted: evidence.omitted,
      ...toUnsummarized(frame.unsummarized ?? [], evidence),
      ...(hasChannelHeadings(evidence.source) && { channels: toChannels(read, evidence.source) }),
    },
    ...(matters && { matters }),
    claims,
    activeRequestId: findActiveRequest({ source: evidence.source, claims, ...(matters && { matters }) }),
    topics: toSummaryTopics(claims, footnotes),
    ...toSummaryParticipants(
      evidence,
      claims,
      ordered.map(claim => toContributorId(claim, evidence)),
    ),
    footnotes,
    rejected: unshown,
    rejectedSources: toRejectedSources(rejected, evidence),
    counts: toCounts(claims, unshown, verified.length - standing.length),
    usage: frame.usage ?? null,
    ...(frame.checked && { checked: frame.checked }),
  };
  return summary as Summary;
}

/** Joins adjacent ranges. */
function toUnsummarized(
  ranges: readonly PositionRange[],
  evidence: Evidence,
): Pick<Summary['coverage'], 'unsummarized'> {
  const joined: PositionRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last?.to === range.from - 1) joined.splice(-1, 1, { from: last.from, to: range.to });
    else joined.push(range);
  }
  if (joined.length === 0) return {};
  return {
    unsummarized: joined.flatMap(({ from, to }) => {
      const messages = evidence.messages.slice(from - 1, to);
      return messages.length === 0 ? [] : [{ count: messages.length, ...toTimeRange(messages) }];
    }),
  };
}

function toRejectedSources(rejected: readonly RejectedClaim[], evidence: Evidence): readonly string[] {
  const cited = rejected.flatMap(({ draft }) => [
    ...(draft?.evidence ?? []),
    ...(draft?.before?.evidence ?? []),
  ]);
  return [...new Set(cited.flatMap(({ position }) => messageAt(evidence, position)?.id ?? []))];
}

/** In the order of the source. */
function toChannels(messages: readonly EvidenceMessage[], { channelIds }: Source): readonly Place[] {
  const byId = new Map(messages.flatMap(({ channel }) => (channel ? [[channel.id, channel] as const] : [])));
  return channelIds.flatMap(id => byId.get(id) ?? []);
}

function toTimeRange(messages: readonly EvidenceMessage[]): { start: string; end: string } {
  let start = messages[0]?.time ?? '';
  let end = start;
  for (const { time } of messages) {
    if (time < start) start = time;
    if (time > end) end = time;
  }
  return { start, end };
}

/** Matter by matter, if the engine wrote any, numbered without gaps; otherwise by kind. */
function order(
  claims: readonly VerifiedClaim[],
  written: ReadonlyMap<number, Matter>,
  evidence: Evidence,
): { readonly matters?: readonly Matter[]; readonly ordered: readonly VerifiedClaim[] } {
  const numbers = [...written.keys()]
    .filter(number => claims.some(({ matter }) => matter === number))
    .sort((a, b) => a - b);
  if (numbers.length === 0) return { ordered: toReadingOrder(claims.map(withoutMatter), evidence) };
  const placed = claims.map(claim => {
    const number = numbers.indexOf(claim.matter ?? 0) + 1;
    return number === 0 ? withoutMatter(claim) : withMatter(claim, number);
  });
  const matters = numbers.flatMap(number => written.get(number) ?? []);
  const toMessageIds = ({ citations }: VerifiedClaim) =>
    citations.flatMap(({ position }) => messageAt(evidence, position)?.id ?? []);
  return {
    matters: withoutUncitedTitles(matters, placed, toMessageIds),
    ordered: inReadingOrder(placed),
  };
}

function withMatter(claim: VerifiedClaim, matter: number): VerifiedClaim {
  const placed: Omit<VerifiedClaim, symbol> = { ...claim, matter };
  return placed as VerifiedClaim;
}

function withoutMatter({ matter: _, ...claim }: VerifiedClaim): VerifiedClaim {
  const placed: Omit<VerifiedClaim, symbol> = claim;
  return placed as VerifiedClaim;
}

function toReadingOrder(claims: readonly VerifiedClaim[], evidence: Evidence): readonly VerifiedClaim[] {
  const requests = claims.filter(claim => toSection(claim) === 'request');
  const latest = requests.reduce<VerifiedClaim | undefined>(
    (best, claim) => (best && newest(best) >= newest(claim) ? best : claim),
    undefined,
  );
  const placed = claims.map(claim =>
    claim.kind === 'request' && claim !== latest ? toQuestion(claim) : claim,
  );
  const bySection = sectionOrder.flatMap(section => {
    const own = placed.filter(claim => toSection(claim) === section);
    return section === 'contribution' ? groupByContributor(own, evidence) : own;
  });
  return sortByChannel(bySection, evidence.source, claim => {
    const section = toSection(claim);
    const shown = claim.citations
      .slice(0, maxShownCitations)
      .flatMap(({ position }) => messageAt(evidence, position) ?? []);
    return { section, channel: toHeadingChannel(section, shown, evidence.source) };
  });
}

/** Puts each person's contributions together, as under `participants`. */
function groupByContributor(claims: readonly VerifiedClaim[], evidence: Evidence): readonly VerifiedClaim[] {
  const toKey = (claim: VerifiedClaim) => toContributorId(claim, evidence) ?? `${claim.speakers[0]}`;
  return [...Map.groupBy(claims, toKey).values()].flat();
}

/**
 * The authors of the cited messages who have the speaker's name, so that a person who uses someone else's name does not
 * get their contributions.
 */
function toContributorId(
  { speakers: [speaker], citations }: VerifiedClaim,
  evidence: Evidence,
): string | null {
  const authors = citations.flatMap(({ position }) => messageAt(evidence, position)?.author ?? []);
  return authors.find(({ name }) => name === speaker || toSpeakerName(name) === speaker)?.id ?? null;
}

/** Only the latest of several requests is the active one. */
function toQuestion(request: VerifiedClaim): VerifiedClaim {
  const question: Omit<VerifiedClaim, symbol> = { ...request, kind: 'question' };
  return question as VerifiedClaim;
}

function newest(claim: VerifiedClaim): number {
  return Math.max(...claim.citations.map(citation => citation.position));
}

/** The message that a citation refers to; null if there is none. */
export function toListedMessage({ position, quote }: Citation, evidence: Evidence): ListedMessage | null {
  const message = messageAt(evidence, position);
  if (message === undefined) return null;
  const author = evidence.source.type === 'discord' ? { authorId: message.author.id } : {};
  return { ...toCited(message), ...author, quote };
}

/** Rejected claims beyond this number are stored without their contents and cannot be restored. */
const mostRestorable = 100;

/** A rejected claim with all that restoring it needs. */
function toRejection(
  { text, reasons, draft, citations }: RejectedClaim,
  index: number,
  evidence: Evidence,
): Rejection {
  const toCited = (list: readonly Citation[]) => list.flatMap(each => toListedMessage(each, evidence) ?? []);
  const isKept = draft !== null && index < mostRestorable;
  return {
    id: `r${index + 1}`,
    text,
    reasons,
    claim: isKept ? { ...toBody(draft), cited: toCited(citations), before: null } : null,
  };
}

/** Drops what was true before a change: it may be the part that failed. */
function toBody({ kind, topic, text, speakers, owner, due, confidence }: DraftClaim): ClaimBody {
  return {
    kind: kind === 'change' || kind === 'resolved' ? 'fact' : kind,
    topic,
    text,
    speakers,
    owner,
    due,
    decision: kind === 'decision' ? 'decided' : null,
    confidence,
    status: 'needs_clarification',
    citationReplaced: false,
    findings: [],
  };
}

function toCited(message: EvidenceMessage): CitedMessage {
  return {
    position: message.position,
    messageId: message.id,
    sender: message.author.name,
    time: message.time,
    text: message.text,
    ...(message.url === undefined ? {} : { url: message.url }),
    ...(message.channel === undefined ? {} : { channel: message.channel }),
    forwarded: message.forwarded,
    edited: message.editedTime !== undefined,
  };
}

/** Of an imported chat: one may have more authors than anybody reads, stores or sends as a list. */
const mostParticipants = 1_000;

/**
 * The busiest participants, and those with contributions. All of Discord: people who opt out there are looked up among
 * them.
 */
function toSummaryParticipants(
  evidence: Evidence,
  claims: readonly SummaryClaim[],
  contributors: readonly (string | null)[],
): Pick<Summary, 'participants' | 'otherParticipants'> {
  const isDiscord = evidence.source.type === 'discord';
  const contributions = new Map<string, string[]>();
  for (const [index, claim] of claims.entries()) {
    const id = contributors[index] ?? null;
    if (id === null || toSection(claim) !== 'contribution') continue;
    contributions.set(id, [...(contributions.get(id) ?? []), claim.id]);
  }
  const all = toParticipants(evidence);
  const participants = all
    .filter(({ id }, index) => isDiscord || index < mostParticipants || contributions.has(id))
    .map(({ id, name, messageCount }) => ({
      ...(isDiscord && { id }),
      name,
      messageCount,
      contributionIds: contributions.get(id) ?? [],
    }));
  const others = all.length - participants.length;
  return { participants, ...(others > 0 && { otherParticipants: others }) };
}

/** Replaces a claim's footnote numbers with the messages behind them. */
export function toUnnumbered(claim: SummaryClaim, footnotes: readonly Footnote[]): UnnumberedClaim {
  const { references, more, before, ...rest } = claim;
  return {
    ...rest,
    cited: toListed({ references, more }, footnotes),
    before: before && { text: before.text, cited: toListed(before, footnotes) },
  };
}

function toListed({ references, more }: Support, footnotes: readonly Footnote[]): readonly ListedMessage[] {
  const shown = references.flatMap(({ footnote, quote }): ListedMessage[] => {
    const note = footnotes[footnote - 1];
    if (!note) return [];
    const { number: _, quotes: __, ...message } = note;
    return [{ ...message, quote }];
  });
  return [...shown, ...more];
}
