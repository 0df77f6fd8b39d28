import type { Omission, Place, Source } from '../conversation/message.ts';
import type { Attempt, ClaimBody, Finding, Quote, RejectionReason, Review, Reviewer } from './claim.ts';

export const details = ['brief', 'standard', 'comprehensive'] as const;
export type Detail = (typeof details)[number];

/** Why the requested engine wrote none or only a part of a draft; each reason has a sentence for the reader. */
export const engineReasons = [
  'request_refused',
  'key_refused',
  'not_allowed',
  'unpaid',
  'spend_limit',
  'cap_reached',
  'model_gone',
  'too_long',
  'rate_limited',
  'timed_out',
  'service_failed',
  'overloaded',
  'unreachable',
  'broken_off',
  'stalled',
  'ended_early',
  'refused',
  'truncated',
  'unreadable',
  'unsupported',
] as const;
export type EngineReason = (typeof engineReasons)[number];

/** Who wrote the draft. With a model, the reason says why it is incomplete; without one, why no model wrote it. */
export type EngineNote = {
  readonly name: string;
  readonly model?: string;
  readonly reason?: EngineReason;
  /** The model that judged claims, if one did. */
  readonly judge?: string;
};

/** What a draft cost, even if none of it is shown. */
export type Usage = {
  /** All input, including tokens from the prompt cache. */
  readonly inputTokens: number;
  /** The part of the input that came from the prompt cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Null if unknown, never for "free". */
  readonly costUsd: number | null;
  readonly durationMs: number;
  /** Verdicts that an earlier summary of the same messages has paid for. */
  readonly reusedVerdicts?: number;
};

/** A message as it was read, so that a summary can be shown without its source. */
export type CitedMessage = {
  /** 1-based, among the messages that were read, or among the earlier ones if it is one. */
  readonly position: number;
  /** It was summarized before, and something in it was still open. */
  readonly earlier?: true;
  readonly messageId: string;
  readonly sender: string;
  /** Only for Discord, where people can opt out. */
  readonly authorId?: string;
  readonly time: string;
  readonly text: string;
  readonly url?: string;
  readonly channel?: { readonly id: string; readonly title: string };
  readonly forwarded: boolean;
  readonly edited: boolean;
  /** It was edited later; the text is the one that was read. */
  readonly editedSince?: true;
};

/** A cited message with its number, and every span of it that some claim quotes. */
export type Footnote = CitedMessage & { readonly number: number; readonly quotes: readonly Quote[] };

/** A message behind a claim, and the quote that supports it; null if the whole message does. */
export type ListedMessage = CitedMessage & { readonly quote: Quote | null };

/** A footnote of a claim, and the quote in it that supports this claim. */
export type Reference = { readonly footnote: number; readonly quote: Quote | null };

/** The evidence of one statement: at most three references, ascending by footnote, and messages that are only listed. */
export type Support = {
  readonly references: readonly Reference[];
  readonly more: readonly ListedMessage[];
};

export type SummaryClaim = ClaimBody &
  Support & {
    /** "c1" in reading order, "r1" if it was dropped at first. Ids do not change when other claims are removed. */
    readonly id: string;
    readonly before: (Support & { readonly text: string }) | null;
    /** What a person has made of it. */
    readonly review?: Review;
    readonly attempt?: Attempt;
  };

/** A claim without footnotes: its contents and the messages behind it, those to be shown first. */
export type UnnumberedSummary = ClaimBody & {
  readonly cited: readonly ListedMessage[];
  readonly before: { readonly text: string; readonly cited: readonly ListedMessage[] } | null;
};

/** The same, with its place in a summary. */
export type UnnumberedClaim = UnnumberedSummary & {
  readonly id: string;
  readonly review?: Review;
  readonly attempt?: Attempt;
};

/** A claim that is not shown, its reasons, and all that restoring it needs. */
export type Rejection = {
  /** "r1" in the order of writing; a claim that a person removed keeps its id. */
  readonly id: string;
  /** Empty if its words were erased. */
  readonly text: string;
  readonly reasons: readonly RejectionReason[];
  /** Null if it could not be read, was erased, or is beyond the number that is stored. */
  readonly claim: UnnumberedSummary | null;
  /** Present if a person removed it. */
  readonly review?: Review;
  readonly attempt?: Attempt;
};

/** One subject of a summary. Without a title, or where it does not hold, the topic of its claims stands in its place. */
export type Matter = {
  readonly title: string | null;
  /** The ids of the messages that the title rests on: it goes with any of them. */
  readonly sources: readonly string[];
  /**
   * The same in all summaries in which the matter goes on: made of the id of the first and its number there. Null for
   * what the engine collected without a title: that is no subject which could go on.
   */
  readonly topicId: string | null;
};

export type SummaryParticipant = {
  /** Only for Discord, where people can opt out. */
  readonly id?: string;
  readonly name: string;
  readonly messageCount: number;
};

export type Counts = {
  readonly verified: number;
  /** Claims whose proofs pass and whose wording was not judged. */
  readonly sourcesFound: number;
  readonly needsClarification: number;
  /** Unsupported claims. */
  readonly dropped: number;
  /** Claims that only repeat another one. */
  readonly merged: number;
  readonly citationsReplaced: number;
  /** Citations removed without a replacement from claims that are valid without them. */
  readonly uncited: number;
  /** Fixed faults in the shape of claims that are shown. */
  readonly repaired: number;
  /** Verified claims below the minimum confidence. */
  readonly hidden: number;
  /** Claims that a person confirmed; not included in `verified`. */
  readonly confirmed: number;
  /** Claims that a person turned into notes. */
  readonly noted: number;
  /** Claims that a person removed; not included in `dropped`. */
  readonly removed: number;
};

/** Why no message was found for a checked statement. */
export const notFoundReasons = [
  'nothing_similar',
  'nothing_to_check',
  'not_supported',
  'unreadable',
] as const;
export type NotFoundReason = (typeof notFoundReasons)[number];

/** The parts of a text that are no statements; they are left out and counted. */
export const skippedParts = ['heading', 'table', 'code'] as const;
export type SkippedPart = (typeof skippedParts)[number];

/** A checked statement: the claim it became, or its words and why nothing was found. */
export type CheckedStatement =
  | { readonly claimId: string }
  | {
      readonly claimId: null;
      readonly text: string;
      readonly reason: NotFoundReason;
      readonly findings: readonly Finding[];
    };

/**
 * Statements in the order given, the parts of their text that were left out, and the message that contained them, if
 * any.
 */
export type CheckedText = {
  readonly statements: readonly CheckedStatement[];
  readonly skipped: readonly { readonly part: SkippedPart; readonly count: number }[];
  readonly messageId?: string;
  /** The author of that message. */
  readonly authorId?: string;
};

/** Whether a summary consists of quotes that code selected, without wording of its own. */
export function isHighlights({ engine, checked }: Pick<Summary, 'engine' | 'checked'>): boolean {
  return engine.name === 'extractive' && checked === undefined;
}

/** The model name of the demo's recorded answers and verdicts. */
export const recordedModel = 'recorded-answer';

/** Whether no model was called: the demo's answer was recorded. */
export function isRecorded({ model, judge }: EngineNote): boolean {
  return (model ?? judge) === recordedModel;
}

/** Only a type. A spread or a copy drops the protected field, and with it the brand. */
declare class Numbered {
  protected readonly numbered: true;
}

/**
 * Verified claims in reading order with footnotes 1..k by first appearance, and all that rendering them needs; the form
 * that is stored. Only renumbering and the stored form make one.
 */
export type Summary = Numbered & {
  readonly id: string;
  readonly source: Source;
  readonly detail: Detail;
  readonly engine: EngineNote;
  /** The BCP 47 tag of the headings and of the engine's own words. */
  readonly language: string;
  /** The IANA zone of the times if the reader's own is unknown. */
  readonly zone: string;
  /** The times of the first and last message read, as ISO instants; null if there was none. */
  readonly timeRange: { readonly start: string; readonly end: string } | null;
  /** The range that was asked for, if any. */
  readonly window: { readonly from?: string; readonly to?: string };
  readonly coverage: {
    readonly read: number;
    readonly available: number;
    readonly cited: number;
    readonly omitted: readonly Omission[];
    /** Messages that were read but not, or only partly, summarized: their number and times. */
    readonly unsummarized?: readonly {
      readonly count: number;
      readonly start: string;
      readonly end: string;
    }[];
    /** The channels of the messages that were read, if each has a heading. */
    readonly channels?: readonly Place[];
  };
  /** The most important first; `matter` of a claim is a 1-based index into it. Missing in Highlights. */
  readonly matters?: readonly Matter[];
  readonly claims: readonly SummaryClaim[];
  readonly participants: readonly SummaryParticipant[];
  /** How many more people took part; absent if all are listed. */
  readonly otherParticipants?: number;
  readonly footnotes: readonly Footnote[];
  readonly rejected: readonly Rejection[];
  /** The ids of the messages behind `rejected`. If one is deleted, the words of all are erased. */
  readonly rejectedSources: readonly string[];
  /** Of a digest: the tasks from before that its readers may see in `/decisions`, and how many of these are overdue. */
  readonly openBefore?: { readonly tasks: number; readonly overdue: number };
  /** Who has looked through it, and when. */
  readonly reviewed?: { readonly by: Reviewer; readonly at: string };
  readonly counts: Counts;
  readonly usage: Usage | null;
  /** The checked statements, if the claims are made of them; each claim once, in this order. */
  readonly checked?: CheckedText;
};

/** Adds two usages; the cost is unknown if either is. */
export function addUsage(first: Usage | null, second: Usage | null): Usage | null {
  if (first === null || second === null) return first ?? second;
  const reusedVerdicts = (first.reusedVerdicts ?? 0) + (second.reusedVerdicts ?? 0);
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    cachedTokens: first.cachedTokens + second.cachedTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    costUsd: first.costUsd === null || second.costUsd === null ? null : first.costUsd + second.costUsd,
    durationMs: first.durationMs + second.durationMs,
    ...(reusedVerdicts > 0 && { reusedVerdicts }),
  };
}
