/** The words of `/help`. */
export type HelpWords = {
  readonly description: string;
  /** The first line for the person who added the bot. */
  readonly welcome: (server: string) => string;
  readonly title: string;
  readonly what: string;
  /** The heading above who can see what. */
  readonly whoTitle: string;
  readonly who: string;
  readonly examplesTitle: string;
  /** One line per command. */
  readonly examples: readonly { readonly command: string; readonly does: string }[];
  /** What else there is. */
  readonly more: string;
};
