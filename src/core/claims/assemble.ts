import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  type PositionRange,
  toParticipants,
} from '../conversation/evidence.ts';
import { leftOutKinds, type Place, type Source, toLeftOutKind } from '../conversation/message.ts';
import { toOwnText, toStoredQuote } from './attached-quotes.ts';
import { type Citation, type RejectedClaim, toPlainClaim, type VerifiedClaim } from './claim.ts';
import { maxShownCitations, numberClaims, toShownCounts } from './footnotes.ts';
import type { Problem } from './problem.ts';
import { hasChannelHeadings, isUnclear, toHeadingChannel } from './section.ts';
import { reassemble } from './serialized-summary.ts';
import type {
  CheckedText,
  CitedMessage,
  Detail,
  EngineNote,
  Footnote,
  ListedMessage,
  Matter,
  Rejection,
  Summary,
  SummaryClaim,
  UnnumberedClaim,
  Usage,
} from './summary.ts';

export type SummaryFrame = {
  readonly id: string;
  readonly detail: Detail;
  readonly question?: string;
  readonly engine: EngineNote;
  readonly language: string;
  readonly zone: string;
  readonly window: Summary['window'];
  /** Claims with less are hidden and counted. */
  readonly minConfidence?: number;
  readonly usage?: Usage | null;
  readonly unsummarized?: readonly PositionRange[];
  readonly checked?: CheckedText;
  /** The matters by the numbers that their claims have; without them, claims are ordered by channel. */
  readonly matters?: ReadonlyMap<number, Matter>;
};

/** Puts verified claims into reading order and numbers the messages they show 1..k by first appearance. */
export function renumber(
  evidence: Evidence,
  verified: readonly VerifiedClaim[],
  rejected: readonly RejectedClaim[],
  { minConfidence = 0, unsummarized = [], matters: written = new Map(), ...frame }: SummaryFrame,
): Summary {
  const { source, messages } = evidence;
  const standing = verified.filter(claim => claim.confidence >= minConfidence);
  const claims = standing.map(
    ({ citations, findings, ...body }, index): UnnumberedClaim => ({
      ...body,
      findings: findings.map(each => withShownPosition(each, evidence)),
      id: `c${index + 1}`,
      cited: toListedMessages(citations, evidence),
    }),
  );
  const numbers = [...written.keys()].sort((a, b) => a - b);
  const place = <Claim extends Placed>(claim: Claim): Claim => ({
    ...claim,
    matter: numbers.indexOf(claim.matter ?? 0) + 1 || undefined,
  });
  const summary = assemble({
    ...frame,
    source,
    timeRange: messages.length === 0 ? null : toTimeRange(messages.filter(({ linked }) => !linked)),
    coverage: {
      read: messages.length,
      available: evidence.available,
      omitted: evidence.omitted,
      ...toLeftOutFiles(messages),
      ...toUnsummarized(unsummarized, evidence),
      ...(hasChannelHeadings(source) && { channels: toChannels(messages, source) }),
    },
    claims: claims.map(place),
    matters: numbers.flatMap(number => written.get(number) ?? []),
    ...toSummaryParticipants(evidence),
    rejected: rejected.map((each, index) => {
      const { claim, ...rest } = toRejection(each, index, evidence);
      return { ...rest, claim: claim && place(claim) };
    }),
    rejectedSources: toRejectedSources(rejected, evidence),
    counts: { hidden: verified.length - standing.length },
    usage: frame.usage ?? null,
  });
  return reassemble({
    ...summary,
    claims: summary.claims.map((claim, index) => ({ ...claim, id: `c${index + 1}` })),
  });
}

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

function toLeftOutFiles(messages: readonly EvidenceMessage[]): Pick<Summary['coverage'], 'attachments'> {
  const kinds = messages.flatMap(({ attachments }) => attachments.flatMap(each => toLeftOutKind(each) ?? []));
  const counts = leftOutKinds
    .map(kind => ({ kind, count: kinds.filter(each => each === kind).length }))
    .filter(({ count }) => count > 0);
  return counts.length === 0 ? {} : { attachments: counts };
}

function toRejectedSources(rejected: readonly RejectedClaim[], evidence: Evidence): readonly string[] {
  const cited = rejected.flatMap(({ draft }) => draft?.evidence ?? []);
  return [...new Set(cited.flatMap(({ position }) => messageAt(evidence, position)?.id ?? []))];
}

function toChannels(
  messages: readonly EvidenceMessage[],
  { channelIds, channels }: Source,
): readonly Place[] {
  if (channels) return channels;
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

export function toListedMessages(
  citations: readonly Citation[],
  evidence: Evidence,
): readonly ListedMessage[] {
  return citations.flatMap(({ position, quote }) => {
    const message = messageAt(evidence, position);
    if (message === undefined) return [];
    const author = evidence.source.type === 'discord' ? { authorId: message.author.id } : {};
    return [{ ...toCited(message), ...author, quote: quote && toStoredQuote(message, quote) }];
  });
}

function withShownPosition<Found extends { readonly problem?: Problem | undefined }>(
  found: Found,
  evidence: Evidence,
): Found {
  const { problem } = found;
  if (problem === undefined || !('position' in problem)) return found;
  const position = messageAt(evidence, problem.position)?.shownPosition ?? problem.position;
  return { ...found, problem: { ...problem, position } };
}

/** Rejected claims beyond this number are stored without their contents and cannot be restored. */
const mostRestorable = 100;

function toRejection(
  { text, reasons, draft, citations }: RejectedClaim,
  index: number,
  evidence: Evidence,
): Rejection {
  const id = `r${index + 1}`;
  const shown = reasons.map(each => withShownPosition(each, evidence));
  if (draft === null || index >= mostRestorable) return { id, text, reasons: shown, claim: null };
  const { evidence: _, ...written } = draft;
  return {
    id,
    text,
    reasons: shown,
    claim: {
      ...toPlainClaim(text),
      ...written,
      decision: draft.kind === 'decision' ? 'decided' : null,
      cited: toListedMessages(citations, evidence),
    },
  };
}

function toCited(message: EvidenceMessage): CitedMessage {
  return {
    position: message.shownPosition ?? message.position,
    messageId: message.id,
    sender: message.author.name,
    time: message.time,
    text: toOwnText(message),
    ...(message.url === undefined ? {} : { url: message.url }),
    ...(message.channel === undefined ? {} : { channel: message.channel }),
    forwarded: message.forwarded,
    edited: message.editedTime !== undefined,
  };
}

/** Of an imported chat and of a note: they may have more authors than anybody reads, stores or sends as a list. */
export const mostParticipants = 1_000;

/** The busiest participants. All of Discord: people who opt out there are looked up among them. */
function toSummaryParticipants(evidence: Evidence): Pick<Summary, 'participants' | 'otherParticipants'> {
  const isDiscord = evidence.source.type === 'discord';
  const all = toParticipants(evidence);
  const participants = (isDiscord ? all : all.slice(0, mostParticipants)).map(
    ({ id, name, messageCount }) => ({ ...(isDiscord && { id }), name, messageCount }),
  );
  const others = all.length - participants.length;
  return { participants, ...(others > 0 && { otherParticipants: others }) };
}

/** Replaces a claim's footnote numbers with the messages behind them. */
export function toUnnumbered(claim: SummaryClaim, footnotes: readonly Footnote[]): UnnumberedClaim {
  const { references, more, ...rest } = claim;
  const shown = references.flatMap(({ footnote, quote }): ListedMessage[] => {
    const note = footnotes[footnote - 1];
    if (!note) return [];
    const { number: _, quotes: __, ...message } = note;
    return [{ ...message, quote }];
  });
  return { ...rest, cited: [...shown, ...more] };
}

type Parts = Omit<Summary, symbol | 'claims' | 'footnotes' | 'coverage'> & {
  readonly claims: readonly (UnnumberedClaim | SummaryClaim)[];
  /** Of the claims that are numbered already. */
  readonly footnotes?: readonly Footnote[];
  readonly coverage: Omit<Summary['coverage'], 'cited'>;
};

/**
 * A summary of these claims in reading order, with footnotes 1..k. Claims keep their ids, so that posts still find them. A matter that no
 * claim has is dropped, unless a rejected one may come back to it.
 */
export function assemble({ footnotes: former = [], ...parts }: Parts): Summary {
  const all = parts.claims.map(claim => ('cited' in claim ? claim : toUnnumbered(claim, former)));
  const { matters: given = [], rejected } = parts;
  const placed: readonly Placed[] = [...all, ...rejected.flatMap(({ claim }) => claim ?? [])];
  const used = given.filter((_, index) => placed.some(({ matter }) => matter === index + 1));
  const place = <Claim extends Placed>(claim: Claim): Claim => {
    const matter = given[(claim.matter ?? 0) - 1];
    return { ...claim, matter: (matter && used.indexOf(matter) + 1) || undefined };
  };
  const claims = all.map(place);
  const matters = used.length > 0 ? withoutUncitedTitles(used, claims) : undefined;
  const ordered = toReadingOrder(claims, { ...parts, matters });
  const most = matters && toShownCounts(ordered.map(({ cited }) => cited.length));
  const { claims: numbered, footnotes } = numberClaims(ordered, most);
  return reassemble({
    ...parts,
    matters,
    claims: numbered,
    rejected: rejected.map(each => ({ ...each, claim: each.claim && place(each.claim) })),
    footnotes,
    coverage: { ...parts.coverage, cited: footnotes.length },
  });
}

export function keepFirst(summary: Summary, most: number): Summary {
  const { claims } = summary;
  return claims.length <= most ? summary : assemble({ ...summary, claims: claims.slice(0, most) });
}

/** Checked statements in their order; other claims by matter, or channel by channel. */
function toReadingOrder(
  claims: readonly UnnumberedClaim[],
  { checked, matters, source }: Pick<Parts, 'checked' | 'matters' | 'source'>,
): readonly UnnumberedClaim[] {
  const ranked = claims.toSorted((a, b) => toRank(a) - toRank(b));
  if (checked) return ranked;
  // What is not wholly true is no opening.
  if (matters)
    return groupByMatter(ranked).flatMap(({ claims: own }) =>
      own.toSorted((a, b) => toDoubt(a) - toDoubt(b)),
    );
  const toPlace = ({ cited }: UnnumberedClaim) => {
    const place = toHeadingChannel(cited.slice(0, maxShownCitations), source);
    return place === null ? source.channelIds.length : source.channelIds.indexOf(place.id);
  };
  return ranked.toSorted((a, b) => toPlace(a) - toPlace(b));
}

function toDoubt(claim: UnnumberedClaim): number {
  return Number(isUnclear(claim));
}

/** "c7" is 7; a dropped claim that was restored comes after all others. */
function toRank({ id }: Pick<UnnumberedClaim, 'id'>): number {
  const number = Number(id.slice(1));
  return id.startsWith('r') ? mostClaims + number : number;
}

const mostClaims = 1_000_000;

type Placed = { readonly matter?: number | undefined };

/** Claims in reading order: matter by matter, in each as the engine wrote them, then those without one, whose `number` is null. */
export function groupByMatter<Claim extends Placed>(claims: readonly Claim[]) {
  return [...Map.groupBy(claims, ({ matter }) => matter ?? null)]
    .sort(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
    .map(([number, own]) => ({ number, claims: own }));
}

/** Matters without the titles whose messages are no longer all cited by the claims under them. */
function withoutUncitedTitles(
  matters: readonly Matter[],
  claims: readonly Pick<UnnumberedClaim, 'matter' | 'cited'>[],
): readonly Matter[] {
  return matters.map((matter, index) => {
    const own = claims.filter(claim => claim.matter === index + 1);
    const cited = new Set(own.flatMap(claim => claim.cited.map(({ messageId }) => messageId)));
    return matter.sources.every(id => cited.has(id)) ? matter : { ...matter, title: null, sources: [] };
  });
}

/** The heading of a matter: its title, or its topic if the title failed its checks. */
export function toHeading(
  matter: Matter | undefined,
  claims: readonly { readonly topic: string | null }[],
  isCard = false,
): string | null {
  const title = matter?.title ?? null;
  const topic = claims.find(each => each.topic !== null)?.topic ?? null;
  // Before the only line of a matter, a title would say the same.
  return isCard ? (topic ?? title) : (title ?? topic);
}
