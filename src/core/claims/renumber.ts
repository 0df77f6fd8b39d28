import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  type Participant,
  toParticipants,
} from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/names.ts';
import type { Citation, FindingEffect, Quote, RejectedClaim, VerifiedClaim } from './claim.ts';
import { readingOrder } from './kind.ts';
import type {
  CheckedText,
  CitedMessage,
  Detail,
  EngineNote,
  Footnote,
  Reference,
  Summary,
  SummaryClaim,
  Support,
  Usage,
} from './summary.ts';
import { toTopics } from './topics.ts';

/** Evidence that a claim shows; what goes beyond is counted and listed. */
export const maxShownCitations = 3;

export type SummaryFrame = {
  readonly id: string;
  readonly detail: Detail;
  readonly engine: EngineNote;
  readonly language: string;
  readonly zone: string;
  readonly window: Summary['window'];
  /** Claims below it are hidden and counted. */
  readonly minConfidence?: number;
  readonly usage?: Usage | null;
  /** Where statements of somebody's were checked: those, in their order. */
  readonly checked?: CheckedText;
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
  const ordered = toReadingOrder(standing, evidence);
  const notes = createFootnotes(evidence);
  const claims = ordered.map((claim, index): SummaryClaim => {
    const { citations, before, ...body } = claim;
    const support = notes.cite(citations);
    return {
      ...body,
      id: `c${index + 1}`,
      ...support,
      before: before && { text: before.text, ...notes.cite(before.citations) },
    };
  });
  const footnotes = notes.all();
  const first = evidence.messages[0];
  const last = evidence.messages.at(-1);
  const summary: Omit<Summary, symbol> = {
    id: frame.id,
    source: evidence.source,
    detail: frame.detail,
    engine: frame.engine,
    language: frame.language,
    zone: frame.zone,
    timeRange: first && last ? toTimeRange(evidence.messages) : null,
    window: frame.window,
    coverage: {
      read: evidence.messages.length,
      available: evidence.available,
      cited: footnotes.length,
      omitted: evidence.omitted,
    },
    claims,
    activeRequestId: claims.find(claim => claim.kind === 'request')?.id ?? null,
    topics: toTopics(claims, footnotes, evidence.messages.at(-1)?.time ?? ''),
    participants: toSummaryParticipants(
      toParticipants(evidence),
      claims,
      ordered.map(claim => toContributorId(claim, evidence)),
    ),
    footnotes,
    rejected,
    rejectedSources: toRejectedSources(rejected, evidence),
    counts: {
      verified: claims.filter(claim => claim.status === 'verified').length,
      needsClarification: claims.filter(claim => claim.status === 'needs_clarification').length,
      dropped: rejected.length,
      recited: claims.filter(claim => claim.recited).length,
      uncited: countEffects(standing, 'uncite'),
      repaired: countEffects(standing, 'repair'),
      hidden: verified.length - standing.length,
    },
    usage: frame.usage ?? null,
    ...(frame.checked && { checked: frame.checked }),
  };
  return summary as Summary;
}

function toRejectedSources(rejected: readonly RejectedClaim[], evidence: Evidence): readonly string[] {
  const cited = rejected.flatMap(({ draft }) => [
    ...(draft?.evidence ?? []),
    ...(draft?.before?.evidence ?? []),
  ]);
  return [...new Set(cited.flatMap(({ position }) => messageAt(evidence, position)?.id ?? []))];
}

function countEffects(claims: readonly VerifiedClaim[], effect: FindingEffect): number {
  return claims.flatMap(claim => claim.findings).filter(finding => finding.effect === effect).length;
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

function toReadingOrder(claims: readonly VerifiedClaim[], evidence: Evidence): readonly VerifiedClaim[] {
  const requests = claims.filter(claim => claim.kind === 'request');
  const latest = requests.reduce<VerifiedClaim | undefined>(
    (best, claim) => (best && newest(best) >= newest(claim) ? best : claim),
    undefined,
  );
  const placed = claims.map(claim =>
    claim.kind === 'request' && claim !== latest ? toQuestion(claim) : claim,
  );
  return readingOrder.flatMap(kind => {
    const own = placed.filter(claim => claim.kind === kind);
    return kind === 'contribution' ? groupByContributor(own, evidence) : own;
  });
}

/** Each person's contributions stand together, as they do under `participants`. */
function groupByContributor(claims: readonly VerifiedClaim[], evidence: Evidence): readonly VerifiedClaim[] {
  const toKey = (claim: VerifiedClaim) => toContributorId(claim, evidence) ?? `${claim.speakers[0]}`;
  return [...Map.groupBy(claims, toKey).values()].flat();
}

/** Who of its speaker's name wrote what it rests on: whoever takes the name of somebody else does not get what they did. */
function toContributorId(
  { speakers: [speaker], citations }: VerifiedClaim,
  evidence: Evidence,
): string | null {
  const authors = citations.flatMap(({ position }) => messageAt(evidence, position)?.author ?? []);
  return authors.find(({ name }) => name === speaker || toSpeakerName(name) === speaker)?.id ?? null;
}

/** Of several requests only the latest is the active one. */
function toQuestion(request: VerifiedClaim): VerifiedClaim {
  const question: Omit<VerifiedClaim, symbol> = { ...request, kind: 'question' };
  return question as VerifiedClaim;
}

function newest(claim: VerifiedClaim): number {
  return Math.max(...claim.citations.map(citation => citation.position));
}

function createFootnotes(evidence: Evidence) {
  const numbers = new Map<number, number>();
  const notes: (CitedMessage & { readonly number: number; readonly quotes: Quote[] })[] = [];

  const toReference = ({ position, quote }: Citation): Reference[] => {
    const message = messageAt(evidence, position);
    if (!message) return [];
    let number = numbers.get(position);
    if (number === undefined) {
      number = numbers.size + 1;
      numbers.set(position, number);
      notes.push({ ...toCited(message), number, quotes: [] });
    }
    const quotes = notes[number - 1]?.quotes;
    if (quote && !quotes?.some(known => known.start === quote.start && known.end === quote.end)) {
      quotes?.push(quote);
    }
    return [{ footnote: number, quote }];
  };

  return {
    cite(citations: readonly Citation[]): Support {
      const shown = citations.slice(0, maxShownCitations).sort((a, b) => a.position - b.position);
      const listed = citations.slice(maxShownCitations).flatMap(({ position, quote }) => {
        const message = messageAt(evidence, position);
        return message ? [{ ...toCited(message), quote }] : [];
      });
      return {
        references: shown.flatMap(toReference).sort((a, b) => a.footnote - b.footnote),
        more: listed,
      };
    },
    all: (): readonly Footnote[] => notes,
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

function toSummaryParticipants(
  participants: readonly Participant[],
  claims: readonly SummaryClaim[],
  contributors: readonly (string | null)[],
) {
  return participants.map(({ id, name, messageCount }) => ({
    name,
    messageCount,
    contributionIds: claims
      .filter((claim, index) => claim.kind === 'contribution' && contributors[index] === id)
      .map(claim => claim.id),
  }));
}
