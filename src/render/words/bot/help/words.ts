/** The words of `/help`. */
export type HelpWords = {
  readonly description: string;
  readonly title: string;
  readonly what: string;
  /** The heading above who can see what. */
  readonly whoTitle: string;
  readonly who: string;
  readonly examplesTitle: string;
  /** One line per command. */
  readonly examples: readonly { readonly command: string; readonly does: string }[];
};
