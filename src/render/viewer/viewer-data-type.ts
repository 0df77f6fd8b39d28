// No imports here: the page's script is checked with the types of a browser, which the rest does not have.

/** A stretch of a message, then the indexes of the claims that quote it. */
export type ViewerStretch = readonly [text: string, ...claims: number[]];

export type ViewerMessage = {
  /** 1-based, among the messages read; absent if it was summarized before. */
  readonly position?: number;
  /** Its footnote. */
  readonly number?: number;
  /** An index into `people`. */
  readonly who: number;
  /** ISO instant; null if its source has no dates. */
  readonly time: string | null;
  /** Hours and minutes into a transcript without dates. */
  readonly offset?: string;
  /** Spoilers are masked. */
  readonly said: string | readonly ViewerStretch[];
  readonly url?: string;
  /** "edited", "#general" */
  readonly notes?: readonly string[];
};

export type ViewerClaim = {
  readonly id: string;
  /** "Claim 3 of 12: 2 messages" */
  readonly label: string;
  readonly kind: string;
  readonly status: string;
  /** Indexes into `topics` and `people`. */
  readonly topics: readonly number[];
  readonly people: readonly number[];
  /** Indexes into `messages`, in the order of the conversation. */
  readonly messages: readonly number[];
  readonly checks: readonly { readonly outcome: 'pass' | 'fail' | 'abstain'; readonly words: string }[];
};

/** The data of the page's script. Texts are ready to be shown; indexes count from 0. */
export type ViewerData = {
  readonly zone: string;
  readonly words: {
    readonly conversation: string;
    /** That messages without citations are missing; null if all are here. */
    readonly citedOnly: string | null;
    /** Describes the strip above the conversation. */
    readonly coverage: string;
    readonly filters: string;
    readonly person: string;
    readonly topic: string;
    readonly kind: string;
    readonly status: string;
    readonly all: string;
    readonly noMatches: string;
    readonly showMessages: string;
    readonly claims: string;
    readonly checks: string;
    readonly outcomes: Readonly<Record<'pass' | 'fail' | 'abstain', string>>;
    readonly search: string;
    readonly notFound: string;
    readonly previousMatch: string;
    readonly nextMatch: string;
    readonly copy: string;
    readonly copied: string;
    readonly keys: string;
    readonly openMessage: string;
  };
  readonly markdown: string;
  readonly people: readonly string[];
  readonly topics: readonly string[];
  readonly claims: readonly ViewerClaim[];
  readonly messages: readonly ViewerMessage[];
  /** How many messages were read. */
  readonly read: number;
  /** Ranges of positions that could not be summarized, both ends inclusive. */
  readonly unsummarized: readonly (readonly [from: number, to: number])[];
};
