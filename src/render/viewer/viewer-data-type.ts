// No imports here: the page's script is checked with the types of a browser, which the rest does not have.

/** A stretch of a message, then the indexes of the claims that quote it. */
export type ViewerStretch = readonly [text: string, ...claims: number[]];

export type ViewerMessage = {
  /** 1-based, among the messages read; absent if it was summarized before. */
  readonly position?: number;
  readonly number?: number;
  readonly who: string;
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
  readonly person: readonly string[];
  readonly topic: readonly string[];
  readonly kind: readonly string[];
  readonly status: readonly string[];
  /** Indexes into `messages`, in the order of the conversation. */
  readonly messages: readonly number[];
};

export const viewerWords = [
  'person',
  'topic',
  'kind',
  'status',
  'conversation',
  'filters',
  'all',
  'noMatches',
  'showMessages',
  'claims',
  'keys',
] as const;

/** The data of the page's script. Texts are ready to be shown; indexes count from 0. */
export type ViewerData = {
  readonly zone: string;
  readonly words: Readonly<Record<(typeof viewerWords)[number] | 'openMessage', string>>;
  /** That messages without citations are missing; null if all are here. */
  readonly citedOnly: string | null;
  readonly claims: readonly ViewerClaim[];
  readonly messages: readonly ViewerMessage[];
};
