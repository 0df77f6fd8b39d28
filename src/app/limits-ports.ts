/** The rate limit as the headers of the API's answers report it. */
export type ToldLimits = {
  /** What may be used in a minute, and what is left of it. */
  readonly buckets: readonly { readonly name: string; readonly limit: number; readonly left: number }[];
  /** How long to send nothing, in milliseconds; 0 if nothing was said. */
  readonly pauseMs: number;
};

/** The rate limit of a model, which all processes with the same API key use up together. Rejects if it is unavailable. */
export type SharedBudget = {
  /**
   * Reserves the tokens of a call in one step: 0 if they were reserved, otherwise how long to wait before the next attempt,
   * in milliseconds. Calls in the background wait while others do.
   */
  readonly take: (call: {
    readonly tokens: number;
    readonly outputTokens: number;
    readonly isBackground: boolean;
  }) => Promise<number>;
  readonly note: (told: ToldLimits) => Promise<void>;
};

/** What Discord lets all processes with a token ask together. Rejects if it is unavailable. */
export type SharedRequests = {
  /**
   * Asks for a place for a request and returns how long to wait before the next call, in milliseconds; after 0 it may begin.
   *
   * - `new` reserves a place.
   * - `waited` is the call after that wait: 0, or another place if Discord has asked everybody to wait meanwhile.
   * - `background` reserves nothing: it gets only what others leave.
   */
  readonly take: (kind: 'new' | 'waited' | 'background') => Promise<number>;
  /** Nobody begins a request for this long, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
};
