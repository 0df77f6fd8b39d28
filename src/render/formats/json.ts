import { groupByMatter, toHeading } from '../../core/claims/assemble.ts';
import type { Decider, Finding, Quote } from '../../core/claims/claim.ts';
import { toCounts } from '../../core/claims/footnotes.ts';
import { toCompletedReview } from '../../core/claims/review.ts';
import { type SectionName, toSection } from '../../core/claims/section.ts';
import {
  type CitedMessage,
  isHighlights,
  type Matter,
  type Reference,
  type Summary,
  type SummaryClaim,
  type Support,
} from '../../core/claims/summary.ts';
import { isWebhookAuthor } from '../../core/conversation/message.ts';
import { toLatest } from '../../core/order.ts';
import { isDated } from '../../core/time.ts';
import { english, toFrameTexts } from '../texts.ts';
import { toDisputedWords, toLineWords, toUnclearWords } from '../view/item.ts';
import { formatProblem, toEnglishReason } from '../view/problem-line.ts';
import { toLinkTarget, toSenderName, toShownLine, toSnippet } from '../view/shown.ts';
import { toReplacements } from '../view/why.ts';
import type {
  ClaimDocument,
  ClaimEntry,
  FindingDocument,
  IndexedReferenceDocument,
  ListedReferenceDocument,
  MatterDocument,
  ReferenceDocument,
  SummaryDocument,
} from './document.ts';

/** Without references, a claim is only its text, and a topic its title. Default true. */
export type DocumentOptions = { readonly references?: boolean };

export function toDocument(summary: Summary, options: DocumentOptions = {}): SummaryDocument {
  const references = options.references ?? true;
  const { source, coverage, usage, engine } = summary;
  const counts = toCounts(summary);
  const reviewed = toCompletedReview(summary);

  const t = toFrameTexts(summary.language);
  const replacements = new Map(
    toReplacements(summary, t, false).map(({ item }) => [item.claimId, toLineWords(item.line)]),
  );

  const toEntry = <Extra extends object>(claim: SummaryClaim, extra: Extra): ClaimEntry<Extra> => {
    const words = toShownLine(claim.text);
    const shown = toUnclearWords(claim, summary, t);
    if (!references) {
      const disputed = toDisputedWords(claim, t);
      return (shown ?? words) + (disputed === '' ? '' : ` (${disputed})`);
    }
    const text = shown === null ? { text: words } : { text: shown, claimed: words };
    return { id: claim.id, ...text, ...toClaim(claim, summary), ...extra };
  };
  const topics = groupByTopic(summary);
  // What a thread waits for: its last question or request.
  const active =
    summary.source.threadId === undefined
      ? undefined
      : summary.claims.findLast(claim => ['request', 'question'].includes(toSection(claim)));
  const ofSection = (...sections: readonly SectionName[]) =>
    summary.claims.filter(claim => sections.includes(toSection(claim)));
  const toEntries = (...sections: readonly SectionName[]) =>
    ofSection(...sections).map(claim => toEntry(claim, {}));

  return {
    summary_id: summary.id,
    source_type: source.type,
    source: {
      guild_id: source.guildId,
      channel_ids: source.channelIds,
      thread_id: source.threadId,
      title: toShownLine(source.title),
    },
    summary_type: isHighlights(summary) ? 'highlights' : summary.detail,
    question: summary.question && toShownLine(summary.question),
    engine: {
      name: engine.name,
      model: engine.model,
      reason: engine.reason,
      judge: engine.judge,
      judge_fault: engine.judgeFault,
    },
    language: summary.language,
    message_count: coverage.read,
    time_range_start: summary.timeRange && isDated(summary.timeRange.start) ? summary.timeRange.start : null,
    time_range_end: summary.timeRange && isDated(summary.timeRange.end) ? summary.timeRange.end : null,
    coverage: {
      read: coverage.read,
      available: coverage.available,
      cited: coverage.cited,
      omitted: coverage.omitted.map(({ reason, count }) => ({ reason, count })),
      attachments: coverage.attachments?.map(({ kind, count }) => ({ kind, count })),
      unsummarized: coverage.unsummarized,
    },
    matters: summary.matters && toMatters(summary, summary.matters, toEntry),
    active_request: active
      ? toEntry(active, { topic_id: topics.find(({ claims }) => claims.includes(active))?.id ?? null })
      : null,
    overview: summary.claims.slice(0, summary.matters ? 1 : 0).map(claim => toEntry(claim, {})),
    decisions: ofSection('decision').map(claim => toEntry(claim, { decision_status: claim.decision })),
    action_items: ofSection('action', 'request').map(claim =>
      toEntry(claim, { owner: toShownOrNull(claim.owner), due: toShownOrNull(claim.due) }),
    ),
    open_questions: toEntries('question'),
    resolved: [],
    proposals: toEntries('proposal'),
    key_points: toEntries('key_point'),
    constraints: toEntries('constraint'),
    facts: toEntries('fact'),
    changes: [],
    topics: topics.map(topic => toTopicDocument(topic, topics, references)),
    participants: summary.participants.map(({ name, messageCount }) => ({
      name,
      message_count: messageCount,
      key_contributions: [],
      sentiment: null,
    })),
    other_participants: summary.otherParticipants,
    links: toEntries('link'),
    notes: toEntries('note'),
    unclear: ofSection('unclear').map(claim => toEntry(claim, { kind: claim.kind })),
    reference_index: references ? toIndex(summary) : [],
    rejected: summary.rejected.map(({ id, text, reasons, review }) => ({
      text: toShownLine(text),
      said: replacements.get(id),
      reasons: [
        ...reasons.map(reason => toShownLine(toEnglishReason(reason))),
        ...(review ? [`review: removed by ${toShownLine(review.by.name)}`] : []),
      ],
    })),
    counts: {
      verified: counts.verified,
      sources_found: counts.sourcesFound,
      needs_clarification: counts.needsClarification,
      dropped: counts.dropped,
      merged: counts.merged,
      recited: counts.citationsReplaced,
      uncited: counts.uncited,
      repaired: counts.repaired,
      hidden: counts.hidden,
      confirmed: counts.confirmed,
      noted: counts.noted,
      removed: counts.removed,
    },
    reviewed: reviewed && toReviewDocument(reviewed),
    usage: usage && {
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      cost_usd: usage.costUsd,
      seconds: usage.durationMs / 1000,
    },
  };
}

function toMatters(
  { claims }: Summary,
  matters: readonly Matter[],
  toEntry: (claim: SummaryClaim, extra: object) => ClaimEntry,
): readonly MatterDocument[] {
  return groupByMatter(claims).map(({ number, claims: own }) => ({
    title: typeof number === 'number' ? toShownOrNull(toHeading(matters[number - 1], own)) : null,
    claims: own.map(claim => toEntry(claim, {})),
  }));
}

function toClaim(claim: SummaryClaim, summary: Summary): Omit<ClaimDocument, 'id' | 'text'> {
  return {
    ...toSupport(claim, summary),
    confidence: claim.confidence,
    status: claim.status,
    recited: claim.citationReplaced,
    disputes: claim.disputes?.map(dispute => ({
      ...toReviewDocument(dispute),
      text: toShownLine(dispute.text),
    })),
    review: claim.review && { decision: claim.review.decision, ...toReviewDocument(claim.review) },
    findings: claim.findings.map(toFindingDocument),
  };
}

export function toFindingDocument({ check, outcome, problem, effect }: Finding): FindingDocument {
  return {
    check,
    outcome,
    words: problem && toShownLine(formatProblem(problem, english)),
    effect,
  };
}

function toReviewDocument({ by, at }: Decider) {
  return { by: by.name, at };
}

function toSupport(support: Support, summary: Summary) {
  return {
    references: support.references.flatMap(reference => toReference(reference, summary)),
    more: support.more.map(({ quote, ...message }) => toListed(message, quote, summary)),
  };
}

function toReference({ footnote, quote }: Reference, summary: Summary): ReferenceDocument[] {
  const note = summary.footnotes[footnote - 1];
  return note ? [{ footnote, ...toListed(note, quote, summary) }] : [];
}

function toListed(message: CitedMessage, quote: Quote | null, summary: Summary): ListedReferenceDocument {
  return {
    type: summary.source.type,
    message_id: message.messageId,
    sender: isWebhookAuthor(message.authorId)
      ? toSenderName(message, toFrameTexts(summary.language))
      : message.sender,
    timestamp: isDated(message.time) ? message.time : null,
    snippet: toSnippet(message),
    position: message.position,
    is_earlier: message.earlier || undefined,
    url: toLinkTarget(message.url) === null ? undefined : message.url,
    channel: message.channel?.id,
    title: message.channel && toShownLine(message.channel.title),
    quote: quote ? toQuote(quote) : undefined,
    is_edited: message.edited,
    is_forwarded: message.forwarded,
  };
}

function toQuote({ start, end, text, file }: Quote): Quote {
  return { start, end, text, ...(file && { file: { name: file.name, from: file.from, to: file.to } }) };
}

function toIndex(summary: Summary): readonly IndexedReferenceDocument[] {
  return summary.footnotes.map(note => ({
    footnote: note.number,
    ...toListed(note, note.quotes[0] ?? null, summary),
    quotes: note.quotes.map(toQuote),
  }));
}

/** Claims that name the same topic, and the messages that they show. */
type NamedTopic = {
  readonly id: string;
  readonly title: string;
  readonly claims: readonly SummaryClaim[];
  readonly sources: readonly string[];
  readonly lastUpdated: string;
};

/** In order of first appearance. */
function groupByTopic({ claims, footnotes }: Summary): readonly NamedTopic[] {
  const named = claims.filter(({ topic }) => topic !== null);
  return [...Map.groupBy(named, ({ topic }) => topic ?? '')].map(([title, own], index) => {
    const cited = own.flatMap(claim =>
      claim.references.flatMap(({ footnote }) => footnotes[footnote - 1] ?? []),
    );
    return {
      id: `t${index + 1}`,
      title,
      claims: own,
      sources: [...new Set(cited.map(({ messageId }) => messageId))],
      lastUpdated: toLatest(cited.map(({ time }) => time)),
    };
  });
}

function toTopicDocument(
  topic: NamedTopic,
  all: readonly NamedTopic[],
  references: boolean,
): SummaryDocument['topics'][number] {
  const { id, title, claims, sources, lastUpdated } = topic;
  if (!references) return toShownLine(title);
  const reason = toActiveReason(topic, toLatest(all.map(each => each.lastUpdated)));
  return {
    topic_id: id,
    title: toShownLine(title),
    status: reason ? 'active' : 'inactive',
    reason,
    last_updated: lastUpdated,
    claim_ids: claims.map(claim => claim.id),
    sources,
  };
}

const dominatedAfterMs = 24 * 3_600_000;

/** A topic is active while an item in it is open, or until another one goes on a day after its last message. */
function toActiveReason(
  { claims, lastUpdated }: NamedTopic,
  newest: string,
): 'open_question' | 'open_action' | 'recent' | undefined {
  if (claims.some(({ kind }) => kind === 'question' || kind === 'request')) return 'open_question';
  if (claims.some(({ kind }) => kind === 'action')) return 'open_action';
  return Date.parse(newest) - Date.parse(lastUpdated) > dominatedAfterMs ? undefined : 'recent';
}

function toShownOrNull(text: string | null): string | null {
  return text === null ? null : toShownLine(text) || null;
}
