import type { ClaimStatus, DecisionStatus, Finding, ReviewDecision } from '../../core/claims/claim.ts';
import type { ClaimKind, ClaimNews } from '../../core/claims/kind.ts';
import type { Detail, EngineNote, Topic } from '../../core/claims/summary.ts';
import type { OmissionReason, SourceType } from '../../core/conversation/message.ts';

type QuoteDocument = { readonly start: number; readonly end: number; readonly text: string };

/** A cited message without a number: one of the "+K more". */
export type ListedReferenceDocument = {
  readonly type: SourceType;
  readonly message_id: string;
  /** As in the source. */
  readonly sender: string;
  /** ISO instant. */
  /** Null if the source has no dates. */
  readonly timestamp: string | null;
  /** At most 200 UTF-16 units, after "[forwarded] " for a forward. */
  readonly snippet: string;
  /** 1-based, among the messages read. */
  readonly position: number;
  /** It was summarized before; its position counts only such messages. */
  readonly is_earlier?: boolean;
  readonly url?: string;
  /** The id of the channel, and its title. */
  readonly channel?: string;
  readonly title?: string;
  /** The quote for the claim: UTF-16 offsets into the message's text. */
  readonly quote?: QuoteDocument;
  readonly is_edited: boolean;
  readonly is_forwarded: boolean;
};

export type ReferenceDocument = { readonly footnote: number } & ListedReferenceDocument;

/** A footnote with every span that a claim quotes; `quote` is the first of them. */
export type IndexedReferenceDocument = ReferenceDocument & { readonly quotes: readonly QuoteDocument[] };

/** The result of one check of one claim; `words` says it in English. */
export type FindingDocument = Omit<Finding, 'problem'> & { readonly words?: string };

/** The reviewer's name, and an ISO instant. */
type ReviewDocument = { readonly by: string; readonly at: string };

export type ClaimDocument = {
  readonly id: string;
  readonly text: string;
  readonly references: readonly ReferenceDocument[];
  readonly more: readonly ListedReferenceDocument[];
  /** When an earlier summary first left the item open, as an ISO instant. */
  readonly open_since?: string;
  /** 0..1 */
  readonly confidence: number;
  readonly status: ClaimStatus;
  /** Its citation was replaced and checked again. */
  readonly recited: boolean;
  /** How it differs from the summary that this one is compared with. */
  readonly news?: ClaimNews;
  /** What a person has made of it. */
  readonly review?: { readonly decision: ReviewDecision } & ReviewDocument;
  readonly findings: readonly FindingDocument[];
};

/** A claim with the extra fields of its kind; only its text in a document without references. */
export type ClaimEntry<Extra = unknown> = (ClaimDocument & Extra) | string;

export type BeforeDocument = {
  readonly text: string;
  readonly references: readonly ReferenceDocument[];
  readonly more: readonly ListedReferenceDocument[];
};

/** The claims of one matter, in reading order. */
export type MatterDocument = {
  /** Where the title does not hold, what the matter is about in a few words. */
  readonly title: string | null;
  /** These claims of several matters are what readers have to do or can do. */
  readonly is_to_do?: true;
  readonly claims: readonly ClaimEntry[];
};

type TopicDocument = {
  readonly topic_id: string;
  readonly title: string;
  readonly status: Topic['status'];
  readonly reason?: NonNullable<Topic['reason']>;
  readonly last_updated: string;
  readonly claim_ids: readonly string[];
  /** Message ids. */
  readonly sources: readonly string[];
};

/**
 * The public JSON form of a summary. Its keys are in reading order, and footnotes are numbered in that order; in a summary
 * of more than two channels, they are numbered channel by channel.
 */
export type SummaryDocument = {
  readonly summary_id: string;
  readonly source_type: SourceType;
  readonly source: {
    readonly guild_id?: string;
    readonly channel_ids: readonly string[];
    readonly thread_id?: string;
    readonly title: string;
  };
  /** The level of detail of a written summary. */
  readonly summary_type: Detail | 'highlights';
  readonly engine: EngineNote;
  readonly language: string;
  readonly message_count: number;
  /** ISO instants of the first and last message read; null if there was none. */
  readonly time_range_start: string | null;
  readonly time_range_end: string | null;
  readonly coverage: {
    readonly read: number;
    readonly available: number;
    readonly cited: number;
    readonly omitted: readonly { readonly reason: OmissionReason; readonly count: number }[];
    /** Messages that were read but not, or only partly, summarized; `start` and `end` are instants. */
    readonly unsummarized?: readonly {
      readonly count: number;
      readonly start: string;
      readonly end: string;
    }[];
  };
  /** The reading order, along which footnotes are numbered; missing in summaries by kind. The lists below are by kind. */
  readonly matters?: readonly MatterDocument[];
  readonly active_request: ClaimEntry<{ readonly topic_id: string | null }> | null;
  readonly overview: readonly ClaimEntry[];
  readonly decisions: readonly ClaimEntry<{ readonly decision_status: DecisionStatus | null }>[];
  readonly action_items: readonly ClaimEntry<{
    readonly owner: string | null;
    readonly due: string | null;
  }>[];
  readonly open_questions: readonly ClaimEntry[];
  /** Items left open by an earlier summary that were since answered or done. */
  readonly resolved: readonly ClaimEntry[];
  readonly proposals: readonly ClaimEntry[];
  readonly key_points: readonly ClaimEntry[];
  readonly constraints: readonly ClaimEntry[];
  readonly facts: readonly ClaimEntry[];
  readonly changes: readonly ClaimEntry<{ readonly before: BeforeDocument | null }>[];
  /** Only titles in a document without references. */
  readonly topics: readonly (TopicDocument | string)[];
  readonly participants: readonly {
    readonly name: string;
    readonly message_count: number;
    readonly key_contributions: readonly ClaimEntry[];
    readonly sentiment: null;
  }[];
  /** How many more people took part; absent if all are listed. */
  readonly other_participants?: number;
  /** Shared links and files, if code selected the quotes. */
  readonly links: readonly ClaimEntry[];
  /** Claims that a person turned into notes; nothing confirms them. */
  readonly notes: readonly ClaimEntry[];
  /** Claims that need clarification; they are in none of the lists above. */
  readonly unclear: readonly ClaimEntry<{ readonly kind: ClaimKind }>[];
  readonly reference_index: readonly IndexedReferenceDocument[];
  /** Each reason in English, after the name of its check. */
  readonly rejected: readonly { readonly text: string; readonly reasons: readonly string[] }[];
  readonly counts: {
    readonly verified: number;
    readonly sources_found: number;
    readonly needs_clarification: number;
    readonly dropped: number;
    readonly merged: number;
    readonly recited: number;
    readonly uncited: number;
    readonly repaired: number;
    readonly hidden: number;
    readonly confirmed: number;
    readonly noted: number;
    readonly removed: number;
  };
  /** The last summary of the same messages that the reader could see, and the instant of the last message it read. */
  readonly compared_with?: { readonly summary_id: string; readonly end: string };
  /** Who reviewed it; null while something is left to decide. */
  readonly reviewed: ReviewDocument | null;
  readonly usage: {
    readonly input_tokens: number;
    readonly cached_tokens: number;
    readonly output_tokens: number;
    /** Null if unknown. */
    readonly cost_usd: number | null;
    readonly seconds: number;
    /** Verdicts of an earlier summary, which cost nothing. */
    readonly reused_verdicts?: number;
    /** Written together with somebody else's summary, which has the usage of both. */
    readonly is_shared?: boolean;
  } | null;
};
