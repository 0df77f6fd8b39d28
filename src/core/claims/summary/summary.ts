import type { Omission, Place, Source } from '../../conversation/message.ts';
import type { Attempt, Review, Reviewer } from '../changes/decision.ts';
import type { ClaimBody, Finding, Quote, RejectionReason } from '../claim.ts';
import type { ClaimNews } from '../news.ts';

export const details = ['brief', 'standard', 'comprehensive'] as const;
export type Detail = (typeof details)[number];

/** Why a draft is not, or not wholly, the work of the engine that was asked; each has its sentence for the reader. */
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

/**
 * Who wrote the draft. A reason says why it is incomplete; beside the engine that needs no model it says why that one
 * had to write.
 */
export type EngineNote = {
  readonly name: string;
  readonly model?: string;
  readonly reason?: EngineReason;
  /** The model that judged claims, where one did. */
  readonly judge?: string;
};

/** What a draft took, also where nothing of it is shown. */
export type Usage = {
  /** All that was read, what came from the prompt cache included. */
  readonly inputTokens: number;
  /** How many of them the prompt cache had. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** null is "cost unknown", never nothing. */
  readonly costUsd: number | null;
  readonly durationMs: number;
  /** Verdicts that an earlier summary of the same messages has paid for. */
  readonly reusedVerdicts?: number;
  /** Somebody else asked the same at the same time, and their summary has the usage of both. */
  readonly isShared?: true;
};

/** A message as it was when it was read, so that a summary can be shown without its source. */
export type CitedMessage = {
  /** 1-based, among the messages that were read; of an earlier one among those. */
  readonly position: number;
  /** It was summarized before: something in it still stood open. */
  readonly earlier?: true;
  readonly messageId: string;
  readonly sender: string;
  /** Of a message on Discord, where people can opt out. */
  readonly authorId?: string;
  readonly time: string;
  readonly text: string;
  readonly url?: string;
  readonly channel?: { readonly id: string; readonly title: string };
  readonly forwarded: boolean;
  readonly edited: boolean;
  /** It was edited after it was read: the text is as it was then. */
  readonly editedSince?: true;
};

/** A message that a reader sees cited: its number, and every span of it that some claim quotes. */
export type Footnote = CitedMessage & { readonly number: number; readonly quotes: readonly Quote[] };

/** A message that a claim rests on, and the words of it that count; without them the whole message does. */
export type ListedMessage = CitedMessage & { readonly quote: Quote | null };

/** Where a claim shows its evidence: a footnote and the words in it that count for this claim. */
export type Reference = { readonly footnote: number; readonly quote: Quote | null };

/** Evidence of one statement: what is shown, at most three, ascending by footnote; and what is only listed. */
export type Support = {
  readonly references: readonly Reference[];
  readonly more: readonly ListedMessage[];
};

export type SummaryClaim = ClaimBody &
  Support & {
    /** "c1", in reading order; what is left when others are gone keeps its own. What was dropped once is "r1". */
    readonly id: string;
    readonly before: (Support & { readonly text: string }) | null;
    /** How it differs from the last summary of the same messages. */
    readonly news?: ClaimNews;
    /** What a person has made of it. */
    readonly review?: Review;
    readonly attempt?: Attempt;
  };

/** A claim without footnotes: what it says, and the messages it rests on, those first that are to be shown. */
export type Unnumbered = ClaimBody & {
  readonly cited: readonly ListedMessage[];
  readonly before: { readonly text: string; readonly cited: readonly ListedMessage[] } | null;
};

/** The same, with its place in a summary. */
export type UnnumberedClaim = Unnumbered & {
  readonly id: string;
  readonly news?: ClaimNews;
  readonly review?: Review;
  readonly attempt?: Attempt;
};

/** A claim that is not shown, why, and all that is needed to bring it back. */
export type Rejection = {
  /** "r1" in the order in which they were written; of a claim that a person has removed, its own. */
  readonly id: string;
  /** Empty where its words are forgotten. */
  readonly text: string;
  readonly reasons: readonly RejectionReason[];
  /** Null where it could not be read, is one too many to be kept, or is forgotten. */
  readonly claim: Unnumbered | null;
  /** That a person has left it out. */
  readonly review?: Review;
  readonly attempt?: Attempt;
};

export type Topic = {
  /** "t1" */
  readonly id: string;
  readonly title: string;
  readonly status: 'active' | 'inactive';
  readonly reason: 'open_question' | 'open_action' | 'recent' | null;
  readonly lastUpdated: string;
  readonly claimIds: readonly string[];
  readonly sources: readonly string[];
};

export type SummaryParticipant = {
  /** On Discord, where people can opt out. */
  readonly id?: string;
  readonly name: string;
  readonly messageCount: number;
  /** Claims of kind `contribution`. */
  readonly contributionIds: readonly string[];
};

export type Counts = {
  readonly verified: number;
  /** Claims whose proofs hold and whose wording nobody has judged. */
  readonly sourcesFound: number;
  readonly needsClarification: number;
  /** Unsupported claims. */
  readonly dropped: number;
  /** Claims that only repeat another one. */
  readonly merged: number;
  readonly citationsReplaced: number;
  /** Citations taken off claims that stand without them and got no other in their place. */
  readonly uncited: number;
  /** What had to be put right in the shape of claims that stand. */
  readonly repaired: number;
  /** Claims that stand but are below the confidence asked for. */
  readonly hidden: number;
  /** Claims that stand on a person's word; they are not among the verified. */
  readonly confirmed: number;
  /** Claims of which a person has made notes. */
  readonly noted: number;
  /** What a person has left out; it is not among the dropped. */
  readonly removed: number;
};

/** Why nothing was found for a statement that somebody wanted checked. */
export const notFoundReasons = [
  'nothing_similar',
  'nothing_to_check',
  'not_supported',
  'unreadable',
] as const;
export type NotFoundReason = (typeof notFoundReasons)[number];

/** What stands in a text beside statements; it is left out and counted. */
export const skippedParts = ['heading', 'table', 'code'] as const;
export type SkippedPart = (typeof skippedParts)[number];

/** A statement of somebody else's that was checked: the claim it became, or its own words and why nothing was found. */
export type CheckedStatement =
  | { readonly claimId: string }
  | {
      readonly claimId: null;
      readonly text: string;
      readonly reason: NotFoundReason;
      readonly findings: readonly Finding[];
    };

/** Statements in the order they were given in, what was left out of their text, and the message it stood in, if one. */
export type CheckedText = {
  readonly statements: readonly CheckedStatement[];
  readonly skipped: readonly { readonly part: SkippedPart; readonly count: number }[];
  readonly messageId?: string;
  /** Who wrote that message. */
  readonly authorId?: string;
};

/** Whether a summary consists of quotes that code selected, and says nothing of what they mean. */
export function isHighlights({ engine, checked }: Pick<Summary, 'engine' | 'checked'>): boolean {
  return engine.name === 'extractive' && checked === undefined;
}

/** The name of the model that the demo's recorded answers and verdicts come from. */
export const recordedModel = 'recorded-answer';

/** Whether no model was called: the demo's answer was recorded. */
export function isRecorded({ model, judge }: EngineNote): boolean {
  return (model ?? judge) === recordedModel;
}

/** Only a type: what is spread or copied by hand loses a protected field, and with it the brand. */
declare class Numbered {
  protected readonly numbered: true;
}

/**
 * Verified claims in reading order with footnotes 1..k by first appearance, and all that a view of them
 * needs: what is kept and shown again. Only renumbering and the stored form make one.
 */
export type Summary = Numbered & {
  readonly id: string;
  readonly source: Source;
  readonly detail: Detail;
  readonly engine: EngineNote;
  /** The BCP 47 tag of the headings and of what the engine writes itself. */
  readonly language: string;
  /** The IANA zone in which times are shown where the reader's own is not known. */
  readonly zone: string;
  /** Instants of the first and last message read; null when none was. */
  readonly timeRange: { readonly start: string; readonly end: string } | null;
  /** The range asked for, where one was. */
  readonly window: { readonly from?: string; readonly to?: string };
  readonly coverage: {
    readonly read: number;
    readonly available: number;
    readonly cited: number;
    readonly omitted: readonly Omission[];
    /** Messages that were read and could not, or not wholly, be summarized: how many, from when to when. */
    readonly unsummarized?: readonly {
      readonly count: number;
      readonly start: string;
      readonly end: string;
    }[];
    /** The channels with messages that were read, if each has a heading. */
    readonly channels?: readonly Place[];
  };
  readonly claims: readonly SummaryClaim[];
  /** The claim that asks for something still wanted: the latest request. */
  readonly activeRequestId: string | null;
  readonly topics: readonly Topic[];
  readonly participants: readonly SummaryParticipant[];
  readonly footnotes: readonly Footnote[];
  readonly rejected: readonly Rejection[];
  /** The ids of the messages that these cite: with one of them go the words of all. */
  readonly rejectedSources: readonly string[];
  /** The last summary of the same messages, and the instant of the last message that it read. */
  readonly comparedWith?: { readonly summaryId: string; readonly end: string };
  /** Who has looked through it, and when. */
  readonly reviewed?: { readonly by: Reviewer; readonly at: string };
  readonly counts: Counts;
  readonly usage: Usage | null;
  /** Where the claims are somebody else's statements: all of these, each claim once and in this order. */
  readonly checked?: CheckedText;
};
