/** What `/help` says. */
export type HelpWords = {
  readonly description: string;
  readonly title: string;
  readonly what: string;
  /** Heads who may see what. */
  readonly whoTitle: string;
  readonly who: string;
  readonly examplesTitle: string;
  /** What each command does, in as many lines. */
  readonly examples: readonly { readonly command: string; readonly does: string }[];
};
